import { ApiError, isUnreachable } from '../api/client.ts'
import type { AddressOutcome } from './AddressOutcomes.tsx'

/** `later`: over the rate limit; `unsent`: not tried after a refusal that every address would meet */
export type RefusedResult = 'member' | 'later' | 'unsent' | 'failed'

/** The end of the session, of the plan or of the rights, and a server that is away, concern all addresses. */
const concernsAll = (error: ApiError) => [401, 402, 403, 429].includes(error.status) || isUnreachable(error)

function describeRefusal(error: unknown): AddressOutcome<RefusedResult> {
  if (!(error instanceof ApiError)) return { result: 'failed' }
  if (error.code === 'already_exists') return { result: 'member' }
  if (error.code === 'too_many_requests') return { result: 'later' }
  return { result: 'failed', reason: Object.values(error.fields)[0] ?? error.message }
}

/**
 * Sends invitations, `parallel` of them at a time, and reports each result as it arrives. Stops at a refusal that concerns
 * all of them and returns it, so that the caller stores the results before `redirectForError`: `send` must not redirect.
 */
export async function sendInvitations<Invitee extends { email: string }, Result extends string>(
  invitees: readonly Invitee[],
  parallel: number,
  send: (invitee: Invitee) => Promise<Result>,
  onResult: (email: string, outcome: AddressOutcome<Result | RefusedResult>) => void,
): Promise<ApiError | null> {
  const waiting = [...invitees]
  let refusal: ApiError | null = null
  async function sendNext() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        onResult(next.email, { result: await send(next) })
      } catch (error) {
        onResult(next.email, describeRefusal(error))
        if (!(error instanceof ApiError) || !concernsAll(error)) continue
        refusal ??= error
        const result = error.status === 429 ? 'later' : 'unsent'
        for (const { email } of waiting.splice(0)) onResult(email, { result })
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, sendNext))
  return refusal
}
