import * as z from 'zod/mini'
import { atLeastOneOf, Email, Id, Instant, LineField, TextField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { permissionLevels, projectRoles } from '../roles.ts'
import { inviteStates } from '../teams/teams.ts'
import { Person } from '../users/users.ts'

/** Members, invitations, access requests and the access code of a project. */

const memberEvents = ['member.added', 'member.updated', 'member.removed'] as const
const Role = z.enum(projectRoles)
const Level = z.enum(permissionLevels)
const standing = { role: Role, permission_level: Level }

export const Member = z.object({
  kind: z.literal('MEMBER'),
  user_id: Id,
  user: Person,
  email: z.string(),
  team_id: z.nullable(Id),
  team_name: z.nullable(z.string()),
  ...standing,
  created_at: Instant,
  last_seen_at: z.nullable(Instant),
})
export type Member = z.output<typeof Member>

export const Invite = z.object({
  kind: z.literal('INVITE'),
  id: Id,
  project_id: Id,
  project_name: z.string(),
  team_name: z.string(),
  email: z.string(),
  ...standing,
  state: z.enum(inviteStates),
  message: z.string(),
  invited_by: z.nullable(Person),
  created_at: Instant,
  expires_at: Instant,
})
export type Invite = z.output<typeof Invite>

/** The members in the reply of listMembers, without invitations. */
export const filterMembers = (rows: readonly (Member | Invite)[]): Member[] =>
  rows.filter((row) => row.kind === 'MEMBER')

export const getMembership = endpoint({
  method: 'GET',
  path: '/api/project/:id/membership',
  access: 'project:VIEWER',
  summary: 'Get the caller’s own role and permission level in a project',
  reply: z.object({
    project_id: Id,
    user_id: Id,
    team_id: z.nullable(Id),
    ...standing,
    /** true: ADMIN as OWNER or ADMIN of the company, without an own membership */
    is_implied: z.boolean(),
  }),
  hears: [...memberEvents, 'team.updated'],
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v2/project/:id/member',
  access: 'project:VIEWER',
  summary: 'List the members of a project; administrators can include pending invitations with show_invites',
  query: z.object({ show_invites: z.optional(z.stringbool()) }),
  reply: z.array(z.discriminatedUnion('kind', [Member, Invite])),
  hears: [...memberEvents, 'invite.updated', 'user.updated', 'team.updated'],
})

export const getMember = endpoint({
  method: 'GET',
  path: '/api/v2/project/:id/member/:userId',
  access: 'project:VIEWER',
  summary: 'Get a member of a project',
  reply: Member,
  refuses: ['not_found'],
  hears: [...memberEvents, 'user.updated', 'team.updated'],
})

export const addMember = endpoint({
  method: 'POST',
  path: '/api/v2/project/:id/member',
  access: 'project:ADMIN',
  summary: 'Add a person who shares a company or project with the caller; invite anyone else',
  body: z.object({ user_id: Id, ...standing }),
  reply: Member,
  status: 201,
  refuses: ['not_found', 'already_exists'],
  tells: ['member.added', 'notification.updated'],
  example: {
    body: {
      user_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      role: 'ARCHITECT',
      permission_level: 'EDITOR',
    },
  },
})

export const updateMember = endpoint({
  method: 'PUT',
  path: '/api/v2/project/:id/member/:userId',
  access: 'project:ADMIN',
  summary: 'Change a member’s role, permission level or both',
  unpaid: 'allowed',
  body: atLeastOneOf(standing),
  reply: Member,
  refuses: ['not_found', 'last_administrator'],
  tells: ['member.updated', 'invite.updated', 'issue.updated'],
  example: { body: { role: 'ARCHITECT', permission_level: 'EDITOR' } },
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v2/project/:id/member/:userId',
  access: 'project:VIEWER',
  archived: 'allowed',
  summary: 'Remove a member (ADMIN) or leave the project; open issues can be reassigned to another member',
  query: z.object({ reassign_to: z.optional(Id) }),
  reply: null,
  refuses: ['forbidden', 'not_found', 'last_administrator'],
  tells: ['member.removed', 'invite.updated', 'issue.updated', 'notification.updated'],
})

export const ConnectedPerson = z.object({
  ...Person.shape,
  email: z.string(),
  team_name: z.nullable(z.string()),
})
export type ConnectedPerson = z.output<typeof ConnectedPerson>

export const listConnected = endpoint({
  method: 'GET',
  path: '/api/v2/project/member/connected',
  access: 'user',
  summary:
    'List the people who share a company or project with the caller and can be added to projects, all or those with the words of `q` in their names: the first 1,000 by name',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.array(ConnectedPerson),
  hears: [...memberEvents, 'user.updated', 'team.updated', 'project.created', 'project.deleted'],
})

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/project/:id/invite',
  access: 'project:ADMIN',
  summary: 'List the invitations to a project, the newest first',
  reply: z.array(Invite),
  hears: ['invite.updated', 'user.updated', 'team.updated', 'project.updated'],
})

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/project/:id/invite',
  access: 'project:ADMIN',
  summary:
    'Invite an address to a project; a pending invitation of that address is returned instead of a new one',
  body: z.object({ email: Email, ...standing, message: z.optional(TextField(1000)) }),
  reply: Invite,
  status: 201,
  refuses: ['already_exists', 'too_many_requests'],
  tells: ['invite.updated', 'notification.updated'],
  example: { body: { email: 'jan@example.com', role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' } },
})

export const inviteAnywhere = endpoint({
  method: 'POST',
  path: '/api/v2/invite',
  access: 'user',
  summary: 'Invite an address to a project (project_id) or to a company (team_id)',
  body: z
    .object({
      project_id: z.optional(Id),
      team_id: z.optional(Id),
      email: Email,
      role: z.optional(z.union([Role, z.enum(['MEMBER', 'ADMIN'])])),
      permission_level: z.optional(Level),
    })
    .check(
      z.refine((body) => (body.project_id === undefined) !== (body.team_id === undefined), {
        error: 'Name either project_id or team_id',
      }),
    ),
  reply: z.object({
    id: Id,
    project_id: z.nullable(Id),
    team_id: z.nullable(Id),
    email: z.string(),
    state: z.enum(inviteStates),
  }),
  status: 201,
  refuses: ['not_found', 'forbidden', 'already_exists', 'no_seats', 'payment_required', 'too_many_requests'],
  tells: ['invite.updated', 'notification.updated'],
  example: {
    body: {
      project_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      email: 'jan@example.com',
      role: 'SUBCONTRACTOR',
      permission_level: 'CONTRIBUTOR',
    },
  },
})

export const acceptInvite = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/invite/:inviteId/approve',
  access: 'user',
  summary: 'Accept an invitation addressed to the caller, on behalf of the current company',
  reply: Invite,
  refuses: ['not_found', 'wrong_state'],
  tells: ['invite.updated', 'member.added', 'notification.updated'],
})

export const declineInvite = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/invite/:inviteId/reject',
  access: 'user',
  summary: 'Decline an invitation addressed to the caller',
  reply: Invite,
  refuses: ['not_found', 'wrong_state'],
  tells: ['invite.updated'],
})

export const cancelInvite = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/invite/:inviteId/cancel',
  access: 'project:ADMIN',
  summary: 'Cancel an invitation',
  unpaid: 'allowed',
  reply: Invite,
  refuses: ['not_found', 'wrong_state'],
  tells: ['invite.updated'],
})

export const listMyInvites = endpoint({
  method: 'GET',
  path: '/api/project/invite',
  access: 'user',
  summary: 'List the project invitations addressed to the caller in any state, the newest first',
  reply: z.array(Invite),
  hears: [
    'invite.updated',
    'project.updated',
    'project.created',
    'project.deleted',
    'team.updated',
    'user.updated',
  ],
})

export const accessRequestStates = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const

export const AccessRequest = z.object({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  team_name: z.string(),
  user: Person,
  email: z.string(),
  role: Role,
  /** set on approval */
  permission_level: z.nullable(Level),
  state: z.enum(accessRequestStates),
  message: z.string(),
  /** reason of the rejection */
  reason: z.string(),
  created_at: Instant,
  decided_at: z.nullable(Instant),
})
export type AccessRequest = z.output<typeof AccessRequest>

const requestEvents = ['access.updated', 'project.updated', 'project.deleted', 'user.updated'] as const

export const listAccessRequests = endpoint({
  method: 'GET',
  path: '/api/project/:id/access/requests',
  access: 'project:ADMIN',
  summary: 'List the access requests of a project, the pending ones first',
  reply: z.array(AccessRequest),
  hears: [...requestEvents, 'team.updated'],
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/api/project/:id/access/requests',
  access: 'user',
  summary:
    'Request access to a project whose access code the caller looked up within a day, or to which they were invited',
  body: z.object({ role: Role, message: z.optional(TextField(1000)) }),
  reply: AccessRequest,
  status: 201,
  refuses: ['not_found', 'already_exists', 'wrong_state', 'too_many_requests'],
  tells: ['access.updated'],
  example: { body: { role: 'SUBCONTRACTOR' } },
})

export const approveAccessRequest = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/access/requests/:requestId/approve',
  access: 'project:ADMIN',
  summary: 'Approve an access request with a role and a permission level',
  body: z.object(standing),
  reply: AccessRequest,
  refuses: ['not_found', 'wrong_state'],
  tells: ['access.updated', 'member.added', 'notification.updated'],
  example: { body: { role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' } },
})

export const rejectAccessRequest = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/access/requests/:requestId/reject',
  access: 'project:ADMIN',
  summary: 'Reject an access request; it can be repeated after 24 hours',
  unpaid: 'allowed',
  body: z.optional(z.object({ reason: z.optional(TextField(500)) })),
  reply: AccessRequest,
  refuses: ['not_found', 'wrong_state'],
  tells: ['access.updated'],
})

export const cancelAccessRequest = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/access/requests/:requestId/cancel',
  access: 'user',
  summary: 'Cancel the caller’s own access request',
  reply: AccessRequest,
  refuses: ['not_found', 'wrong_state'],
  tells: ['access.updated'],
})

export const listMyAccessRequests = endpoint({
  method: 'GET',
  path: '/api/project/access/requests',
  access: 'user',
  summary:
    'List the caller’s own access requests of the last 30 days, and pending requests that the caller may decide',
  reply: z.array(AccessRequest),
  hears: [...requestEvents, ...memberEvents, 'team.updated', 'project.created'],
})

const AccessCode = z.object({
  /** formatted for display: K7QF-3M9D */
  code: z.string(),
  created_at: Instant,
  /** target of links and QR codes */
  url: z.string(),
})

export const getAccessCode = endpoint({
  method: 'GET',
  path: '/api/project/:id/access/code',
  access: 'project:ADMIN',
  secret: true,
  summary: 'Get the access code of a project, which only allows its holder to request access',
  reply: AccessCode,
  hears: ['access.updated'],
})

export const regenerateAccessCode = endpoint({
  method: 'POST',
  path: '/api/project/:id/access/code',
  access: 'project:ADMIN',
  secret: true,
  summary: 'Create a new access code; the old code and prints of it stop working at once',
  reply: AccessCode,
  status: 201,
  tells: ['access.updated'],
})

export const lookUpAccessCode = endpoint({
  method: 'GET',
  path: '/api/project/lookup/code/:code',
  access: 'user',
  summary: 'Look up the project of an access code; the caller may then request access for a day',
  params: z.object({ code: LineField(1, 40) }),
  reply: z.object({
    id: Id,
    name: z.string(),
    team_name: z.string(),
    already_member: z.boolean(),
    pending_request: z.nullable(AccessRequest),
  }),
  refuses: ['not_found', 'too_many_requests'],
})
