import * as access from '@plumbline/contract/access/access'
import { deleteMe } from '@plumbline/contract/users/profile'
import { bind } from '../context.ts'
import { limitInvites } from '../teams/invites.ts'
import { lookUpCode, renewCode, showCode } from './codes.ts'
import { deleteAccount } from './delete-account.ts'
import {
  joinByInvite,
  makeInvite,
  makeInviteAnywhere,
  myInvites,
  projectInvites,
  refuseInvite,
  withdrawInvite,
} from './invites.ts'
import { changeMember, dropMember, takeMember } from './members.ts'
import { connectedPeople, membersOfProject, oneMember, ownMembership } from './reads.ts'
import {
  approveRequest,
  askForAccess,
  myRequests,
  projectRequests,
  rejectRequest,
  takeBackRequest,
} from './requests.ts'

export const accessRoutes = [
  bind(deleteMe, deleteAccount),
  bind(access.getMembership, ownMembership),
  bind(access.listMembers, membersOfProject),
  bind(access.getMember, oneMember),
  bind(access.addMember, takeMember),
  bind(access.updateMember, changeMember),
  bind(access.removeMember, dropMember),
  bind(access.listConnected, connectedPeople),
  bind(access.listInvites, projectInvites),
  bind(access.createInvite, { prepare: limitInvites, handle: makeInvite }),
  bind(access.inviteAnywhere, { prepare: limitInvites, handle: makeInviteAnywhere }),
  bind(access.acceptInvite, joinByInvite),
  bind(access.declineInvite, refuseInvite),
  bind(access.cancelInvite, withdrawInvite),
  bind(access.listMyInvites, myInvites),
  bind(access.listAccessRequests, projectRequests),
  bind(access.requestAccess, askForAccess),
  bind(access.approveAccessRequest, approveRequest),
  bind(access.rejectAccessRequest, rejectRequest),
  bind(access.cancelAccessRequest, takeBackRequest),
  bind(access.listMyAccessRequests, myRequests),
  bind(access.getAccessCode, showCode),
  bind(access.regenerateAccessCode, renewCode),
  bind(access.lookUpAccessCode, lookUpCode),
]
