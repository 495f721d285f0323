import { expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { sendInvitations } from './send-invitations.ts'

const people = ['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@site.example` }))

/** Sends to four people; the second is refused. */
async function inviteAll(refusal: ApiError) {
  const sent: string[] = []
  const results: string[] = []
  const stoppedBy = await sendInvitations(
    people,
    1,
    async ({ email }) => {
      sent.push(email)
      if (sent.length === 2) throw refusal
      return 'invited'
    },
    (_email, { result }) => results.push(result),
  )
  return { sent: sent.length, results, stoppedBy }
}

test.each([
  [429, 'too_many_requests', 'later', 'later'],
  [402, 'payment_required', 'failed', 'unsent'],
  [401, 'unauthenticated', 'failed', 'unsent'],
  [403, 'forbidden', 'failed', 'unsent'],
  [0, 'offline', 'failed', 'unsent'],
])(
  'A list of invitations stops at status %i, and the rest is not sent',
  async (status, error, second, rest) => {
    const refusal = new ApiError(status, { error, message: error })
    expect(await inviteAll(refusal)).toEqual({
      sent: 2,
      results: ['invited', second, rest, rest],
      stoppedBy: refusal,
    })
  },
)

test('A list of invitations continues after an address that is refused for itself', async () => {
  const refusal = new ApiError(409, { error: 'already_exists', message: 'already a member' })
  expect(await inviteAll(refusal)).toEqual({
    sent: 4,
    results: ['invited', 'member', 'invited', 'invited'],
    stoppedBy: null,
  })
})
