import * as teams from '@plumbline/contract/teams/teams'
import { bind } from '../context.ts'
import { changeTeamMember, dismissTeamMember } from './change-member.ts'
import { deleteOwnTeam } from './close-team.ts'
import { makeTeam } from './create-team.ts'
import {
  createTeamInvite,
  joinByTeamInvite,
  limitInvites,
  myTeamInvites,
  pendingInvites,
  refuseTeamInvite,
  withdrawTeamInvite,
} from './invites.ts'
import { dropTeamPicture, showTeamPicture, takeTeamPicture } from './pictures.ts'
import { teamMembers } from './reads.ts'
import { changeName, changeSize, changeTeam } from './update-team.ts'

export const teamRoutes = [
  bind(teams.createTeam, makeTeam),
  bind(teams.updateTeam, changeTeam),
  bind(teams.renameTeam, changeName),
  bind(teams.resizeTeam, changeSize),
  bind(teams.deleteTeam, deleteOwnTeam),
  bind(teams.getTeamPicture, (ctx, { query }) => showTeamPicture(ctx, query)),
  bind(teams.setTeamPicture, takeTeamPicture),
  bind(teams.removeTeamPicture, dropTeamPicture),
  bind(teams.listTeamMembers, teamMembers),
  bind(teams.updateTeamMember, changeTeamMember),
  bind(teams.removeTeamMember, dismissTeamMember),
  bind(teams.listTeamInvites, pendingInvites),
  bind(teams.inviteToTeam, {
    prepare: limitInvites,
    handle: (ctx, { body }) => createTeamInvite(ctx, ctx.team.team_id, body),
  }),
  bind(teams.cancelTeamInvite, withdrawTeamInvite),
  bind(teams.listMyTeamInvites, myTeamInvites),
  bind(teams.acceptTeamInvite, joinByTeamInvite),
  bind(teams.declineTeamInvite, refuseTeamInvite),
]
