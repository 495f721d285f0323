import { addMember, createInvite } from '@plumbline/contract/access/access'
import type { PermissionLevel, ProjectRole } from '@plumbline/contract/roles'
import { type ApiError, call } from '../api/client.ts'
import type { AddressOutcome } from '../users/AddressOutcomes.tsx'
import { type RefusedResult, sendInvitations } from '../users/send-invitations.ts'

export interface Invitee {
  email: string
  /** set for a known person, who is added directly instead of invited */
  user_id: string | null
  /** has a pending invitation: another one would change nothing and send no mail */
  is_invited: boolean
}

export type InviteResult = 'invited' | 'added' | 'pending' | RefusedResult

export type InviteOutcome = AddressOutcome<InviteResult>

export interface InviteTerms {
  role: ProjectRole
  permission_level: PermissionLevel
  message?: string
}

async function invite(
  projectId: string,
  { email, user_id, is_invited }: Invitee,
  standing: InviteTerms,
): Promise<Exclude<InviteResult, RefusedResult>> {
  const params = { id: projectId }
  const { message, ...member } = standing
  const options = { redirects: false }
  if (user_id) {
    await call(addMember, { params, body: { user_id, ...member } }, options)
    return 'added'
  }
  if (is_invited) return 'pending'
  await call(createInvite, { params, body: { email, ...member, ...(message ? { message } : {}) } }, options)
  return 'invited'
}

const PARALLEL = 4

/** Invites or adds people to a project, and returns the refusal that stopped it. */
export const invitePeople = (
  projectId: string,
  invitees: readonly Invitee[],
  terms: InviteTerms,
  onResult: (email: string, outcome: InviteOutcome) => void,
): Promise<ApiError | null> =>
  sendInvitations(invitees, PARALLEL, (invitee) => invite(projectId, invitee, terms), onResult)
