import * as api from '@plumbline/contract/teams/teams'
import { bindAll } from '../context.ts'
import { acceptTeamInvite } from './accept-team-invite.ts'
import { cancelTeamInvite } from './cancel-team-invite.ts'
import { createTeam } from './create-team.ts'
import { declineTeamInvite } from './decline-team-invite.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeamPicture } from './get-team-picture.ts'
import { inviteToTeam } from './invite-to-team.ts'
import { listMyTeamInvites } from './list-my-team-invites.ts'
import { listTeamInvites } from './list-team-invites.ts'
import { listTeamMembers } from './list-team-members.ts'
import { removeTeamMember } from './remove-team-member.ts'
import { removeTeamPicture } from './remove-team-picture.ts'
import { renameTeam } from './rename-team.ts'
import { resizeTeam } from './resize-team.ts'
import { setTeamPicture } from './set-team-picture.ts'
import { updateTeam } from './update-team.ts'
import { updateTeamMember } from './update-team-member.ts'

export const teamRoutes = bindAll(api, {
  createTeam,
  updateTeam,
  renameTeam,
  resizeTeam,
  deleteTeam,
  getTeamPicture,
  setTeamPicture,
  removeTeamPicture,
  listTeamMembers,
  updateTeamMember,
  removeTeamMember,
  listTeamInvites,
  inviteToTeam,
  cancelTeamInvite,
  listMyTeamInvites,
  acceptTeamInvite,
  declineTeamInvite,
})
