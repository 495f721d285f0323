import type { Domain } from '../domain.ts'
import { createCodeOfNewProject } from './access-codes.ts'
import { approveRequestsOfCompanyAdmins } from './access-requests.ts'
import { accessParts } from './export.ts'
import { notifyInvitedUser } from './project-invites.ts'
import { removeMembershipsOfTeam } from './project-members.ts'
import { accessRoutes } from './routes.ts'

export const accessDomain: Domain = {
  routes: accessRoutes,
  exportParts: accessParts,
  reactions: [
    createCodeOfNewProject,
    notifyInvitedUser,
    removeMembershipsOfTeam,
    approveRequestsOfCompanyAdmins,
  ],
}
