import * as z from 'zod/mini'
import {
  atLeastOneOf,
  Country,
  Email,
  Id,
  Instant,
  LineField,
  PictureQuery,
  pictureUpload,
} from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { teamRoles } from '../roles.ts'
import { Person } from '../users/users.ts'

/** Companies with their members, invitations, seats and settings. */

const CompanyName = LineField(2, 120)
/** Roles that can be assigned; OWNER is only transferred. */
const GivenRole = z.enum(['MEMBER', 'ADMIN'])

export const Team = z.object({
  id: Id,
  name: z.string(),
  country: z.nullable(z.string()),
  picture_id: z.nullable(Id),
  /** true: a MEMBER may create projects */
  members_may_create_projects: z.boolean(),
  /** null: unlimited */
  max_team_size: z.nullable(z.number()),
  my_role: z.enum(teamRoles),
  created_at: Instant,
})
export type Team = z.output<typeof Team>

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v2/team',
  access: 'user',
  summary: 'Create a company; the caller becomes its OWNER',
  body: z.object({ name: CompanyName, country: z.optional(Country) }),
  reply: Team,
  status: 201,
  tells: ['team.updated'],
  example: { body: { name: 'Okafor Bau', country: 'DE' } },
})

export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/api/team/:id',
  access: 'team:ADMIN',
  summary: 'Update a company’s name, country and permission to create projects',
  body: atLeastOneOf({
    name: CompanyName,
    country: z.nullable(Country),
    members_may_create_projects: z.boolean(),
  }),
  reply: Team,
  tells: ['team.updated'],
  example: { body: { country: 'NO' } },
})

export const renameTeam = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/company_name',
  access: 'team:ADMIN',
  summary: 'Rename a company',
  body: z.object({ company_name: CompanyName }),
  reply: Team,
  tells: ['team.updated'],
  example: { body: { company_name: 'Okafor & Sons' } },
})

export const resizeTeam = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/max_team_size',
  access: 'team:ADMIN',
  summary: 'Set the maximum number of members plus pending invitations; null for unlimited',
  body: z.object({ max_team_size: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))) }),
  reply: Team,
  refuses: ['wrong_state', 'payment_required'],
  tells: ['team.updated'],
  example: { body: { max_team_size: 50 } },
})

export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/team/:id',
  access: 'team:OWNER',
  summary: 'Delete a company: its members lose access and its projects go to the trash for 30 days',
  reply: null,
  tells: ['team.updated', 'project.deleted', 'notification.updated'],
})
export const getTeamPicture = endpoint({
  method: 'GET',
  path: '/api/team/:id/picture',
  access: 'team:MEMBER',
  summary: 'Get a company’s logo, within 256 by 256 pixels',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const setTeamPicture = endpoint({
  method: 'POST',
  path: '/api/team/:id/picture',
  access: 'team:ADMIN',
  summary: 'Set a company’s logo',
  upload: pictureUpload,
  reply: Team,
  refuses: ['too_large', 'unsupported_type', 'too_many_requests'],
  tells: ['team.updated'],
})

export const removeTeamPicture = endpoint({
  method: 'DELETE',
  path: '/api/team/:id/picture',
  access: 'team:ADMIN',
  summary: 'Remove a company’s logo',
  reply: Team,
  tells: ['team.updated'],
})

export const TeamMember = z.object({
  user_id: Id,
  user: Person,
  email: z.string(),
  role: z.enum(teamRoles),
  created_at: Instant,
  /** last activity; null: never */
  last_seen_at: z.nullable(Instant),
})
export type TeamMember = z.output<typeof TeamMember>

export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/api/team/:id/member',
  access: 'team:MEMBER',
  summary: 'List the members of a company',
  reply: z.array(TeamMember),
  hears: ['team.updated', 'user.updated'],
})

export const updateTeamMember = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/member/:userId',
  access: 'team:ADMIN',
  summary: 'Update a member’s role. Only the OWNER can transfer the role OWNER, and becomes ADMIN',
  body: z.object({ role: z.enum(teamRoles) }),
  reply: TeamMember,
  refuses: ['forbidden', 'not_found', 'wrong_state'],
  tells: ['team.updated', 'issue.updated'],
  example: { body: { role: 'ADMIN' } },
})

export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/api/team/:id/member/:userId',
  access: 'team:MEMBER',
  summary:
    'Remove a member (OWNER and ADMIN) or leave the company (anyone but the OWNER). Ends the project memberships held for this company',
  reply: null,
  refuses: ['forbidden', 'not_found', 'wrong_state'],
  tells: ['team.updated', 'invite.updated', 'member.removed', 'issue.updated', 'notification.updated'],
})

export const inviteStates = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED'] as const

export const TeamInvite = z.object({
  id: Id,
  team_id: Id,
  team_name: z.string(),
  email: z.string(),
  role: GivenRole,
  state: z.enum(inviteStates),
  invited_by: z.nullable(Person),
  created_at: Instant,
  expires_at: Instant,
})
export type TeamInvite = z.output<typeof TeamInvite>

export const listTeamInvites = endpoint({
  method: 'GET',
  path: '/api/team/:id/invite',
  access: 'team:ADMIN',
  summary: 'List the pending invitations to a company',
  reply: z.array(TeamInvite),
  hears: ['team.updated', 'invite.updated'],
})

export const inviteToTeam = endpoint({
  method: 'POST',
  path: '/api/team/:id/invite',
  access: 'team:ADMIN',
  summary:
    'Invite an address to a company; a pending invitation of that address is returned instead of a new one',
  body: z.object({ email: Email, role: z._default(GivenRole, 'MEMBER') }),
  reply: TeamInvite,
  status: 201,
  refuses: ['already_exists', 'no_seats', 'payment_required', 'too_many_requests'],
  tells: ['invite.updated'],
  example: { body: { email: 'jan@example.com', role: 'MEMBER' } },
})

export const cancelTeamInvite = endpoint({
  method: 'DELETE',
  path: '/api/team/:id/invite/:inviteId',
  access: 'team:ADMIN',
  summary: 'Cancel an invitation to a company',
  reply: null,
  refuses: ['not_found', 'wrong_state'],
  tells: ['invite.updated'],
})

export const listMyTeamInvites = endpoint({
  method: 'GET',
  path: '/api/team/invite',
  access: 'user',
  summary: 'List the pending company invitations addressed to the caller',
  reply: z.array(TeamInvite),
  hears: ['invite.updated', 'team.updated', 'user.updated'],
})

export const acceptTeamInvite = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/invite/:inviteId/approve',
  access: 'user',
  summary: 'Accept a company invitation addressed to the caller',
  reply: TeamInvite,
  refuses: ['not_found', 'wrong_state', 'no_seats'],
  tells: ['invite.updated', 'team.updated'],
})

export const declineTeamInvite = endpoint({
  method: 'PATCH',
  path: '/api/team/:id/invite/:inviteId/reject',
  access: 'user',
  summary: 'Decline a company invitation addressed to the caller',
  reply: TeamInvite,
  refuses: ['not_found', 'wrong_state'],
  tells: ['invite.updated'],
})
