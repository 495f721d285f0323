import { afterEach, expect, test, vi } from 'vitest'
import { type InviteOutcome, type InviteResult, invitePeople } from './invite-people.ts'

afterEach(() => vi.unstubAllGlobals())

function answer(status: number, error?: string) {
  return new Response(JSON.stringify(error ? { error, message: error } : {}), { status })
}

test('After the server refuses with a rate limit, the remaining invitations are not sent and count as later', async () => {
  const sent: string[] = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { email } = JSON.parse(body) as { email: string }
    sent.push(email)
    if (email.startsWith('known')) return answer(409, 'already_exists')
    return sent.length > 6 ? answer(429, 'too_many_requests') : answer(201)
  })
  const rest = Array.from({ length: 40 }, (_, index) => `x${index}`)
  const wanted = ['known', 'asked', 'a', 'b', 'c', 'd', 'e', ...rest]
  const outcomes = new Map<string, InviteOutcome>()
  await invitePeople(
    '0193f0a0-0000-7000-8000-000000000000',
    wanted.map((name) => ({ email: `${name}@site.example`, user_id: null, is_invited: name === 'asked' })),
    { role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' },
    (email, outcome) => outcomes.set(email, outcome),
  )
  const of = (outcome: InviteResult) =>
    [...outcomes.values()].filter(({ result }) => result === outcome).length
  expect(outcomes.get('known@site.example')).toEqual({ result: 'member' })
  expect(outcomes.get('asked@site.example')).toEqual({ result: 'pending' })
  expect(sent).not.toContain('asked@site.example')
  expect({ invited: of('invited'), later: of('later'), failed: of('failed') }).toEqual({
    invited: 5,
    later: 40,
    failed: 0,
  })
  expect(sent.length).toBeLessThan(12)
})
