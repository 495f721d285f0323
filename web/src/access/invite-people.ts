import { addMember, createInvite } from '@plumbline/contract/access/access'
import type { ErrorCode } from '@plumbline/contract/errors'
import type { PermissionLevel, ProjectRole } from '@plumbline/contract/roles'
import { ApiError, call } from '../api/client.ts'

export interface Invitee {
  email: string
  /** set for a known person, who is added directly instead of invited */
  user_id: string | null
  /** an invitation waits: another one would change nothing and send no mail */
  is_invited: boolean
}

/** `later`: refused by the rate limit, or not sent because of it */
export type InviteResult = 'invited' | 'added' | 'member' | 'pending' | 'later' | 'failed'

export interface InviteTerms {
  role: ProjectRole
  permission_level: PermissionLevel
  message?: string
}

async function invite(
  projectId: string,
  { email, user_id, is_invited }: Invitee,
  standing: InviteTerms,
): Promise<InviteResult> {
  const params = { id: projectId }
  const { message, ...member } = standing
  try {
    if (user_id) {
      await call(addMember, { params, body: { user_id, ...member } })
      return 'added'
    }
    if (is_invited) return 'pending'
    await call(createInvite, { params, body: { email, ...member, ...(message ? { message } : {}) } })
    return 'invited'
  } catch (error) {
    const code: ErrorCode | 'offline' | null = error instanceof ApiError ? error.code : null
    if (code === 'already_exists') return 'member'
    return code === 'too_many_requests' ? 'later' : 'failed'
  }
}

const PARALLEL = 4

/** Invites all people, PARALLEL of them at a time, and stops at the rate limit. Reports the result of each as it arrives. */
export async function invitePeople(
  projectId: string,
  invitees: readonly Invitee[],
  terms: InviteTerms,
  onResult: (email: string, outcome: InviteResult) => void,
): Promise<void> {
  const waiting = [...invitees]
  async function inviteNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await invite(projectId, next, terms)
      onResult(next.email, outcome)
      if (outcome === 'later') for (const { email } of waiting.splice(0)) onResult(email, outcome)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, inviteNext))
}
