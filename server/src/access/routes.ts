import * as api from '@plumbline/contract/access/access'
import * as account from '@plumbline/contract/users/delete-me'
import { bindAll } from '../context.ts'
import { acceptInvite } from './accept-invite.ts'
import { addMember } from './add-member.ts'
import { approveAccessRequest } from './approve-access-request.ts'
import { cancelAccessRequest } from './cancel-access-request.ts'
import { cancelInvite } from './cancel-invite.ts'
import { createInvite } from './create-invite.ts'
import { declineInvite } from './decline-invite.ts'
import { deleteMe } from './delete-me.ts'
import { getAccessCode } from './get-access-code.ts'
import { getMember } from './get-member.ts'
import { getMembership } from './get-membership.ts'
import { inviteAnywhere } from './invite-anywhere.ts'
import { listAccessRequests } from './list-access-requests.ts'
import { listConnected } from './list-connected.ts'
import { listInvites } from './list-invites.ts'
import { listMembers } from './list-members.ts'
import { listMyAccessRequests } from './list-my-access-requests.ts'
import { listMyInvites } from './list-my-invites.ts'
import { lookUpAccessCode } from './look-up-access-code.ts'
import { regenerateAccessCode } from './regenerate-access-code.ts'
import { rejectAccessRequest } from './reject-access-request.ts'
import { removeMember } from './remove-member.ts'
import { requestAccess } from './request-access.ts'
import { updateMember } from './update-member.ts'

export const accessRoutes = [
  ...bindAll(api, {
    getMembership,
    listMembers,
    getMember,
    addMember,
    updateMember,
    removeMember,
    listConnected,
    listInvites,
    createInvite,
    inviteAnywhere,
    acceptInvite,
    declineInvite,
    cancelInvite,
    listMyInvites,
    listAccessRequests,
    requestAccess,
    approveAccessRequest,
    rejectAccessRequest,
    cancelAccessRequest,
    listMyAccessRequests,
    getAccessCode,
    regenerateAccessCode,
    lookUpAccessCode,
  }),
  ...bindAll(account, { deleteMe }),
]
