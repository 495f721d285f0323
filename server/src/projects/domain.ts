import type { Domain } from '../domain.ts'
import { projectParts } from './export.ts'
import { trashProjectsOfClosedTeam } from './project-trash.ts'
import { purgeProjects } from './purge-projects.ts'
import { projectRoutes } from './routes.ts'

export const projectDomain: Domain = {
  routes: projectRoutes,
  exportParts: projectParts,
  reactions: [trashProjectsOfClosedTeam],
  purges: [purgeProjects],
}
