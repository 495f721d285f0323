import { expect, test } from 'vitest'
import { fillSentence } from './fill-sentence.ts'
import { formatReason, reason, reasons } from './reasons.ts'

test('A reason carries its code and values, and its sentence is filled with them', () => {
  expect(reason('missing')).toEqual({ code: 'missing' })
  expect(reason('all_seats_in_use', { count: 5 })).toEqual({ code: 'all_seats_in_use', values: { count: 5 } })
  expect(formatReason(reason('all_seats_in_use', { count: 5 }))).toBe('All 5 seats are in use')
  const email = 'a.(b)+{count}$&@x.example'
  expect(formatReason(reason('email_already_in_project', { email }))).toBe(
    `${email} is already a member of this project.`,
  )
})

test('A status is shown in the words of the language, also an unknown one of a newer server', () => {
  const refused = reason('status_change_refused', { from: 'IN_PROGRESS', to: 'CLOSED' })
  expect(formatReason(refused)).toBe('You cannot change the status from In progress to Closed')
  const words = { status: { CLOSED: 'Geschlossen' } }
  expect(fillSentence('{from:status} → {to:status}', refused.values, words)).toBe('IN_PROGRESS → Geschlossen')
})

test('Missing, unknown and wrong values do not compile', () => {
  // @ts-expect-error a sentence with a placeholder needs its value
  reason('all_seats_in_use')
  // @ts-expect-error misspelled
  reason('all_seats_in_use', { counts: 5 })
  // @ts-expect-error a sentence without placeholders has no values
  reason('missing', { count: 5 })
  // @ts-expect-error not a reason
  expect(reason('no_such_reason')).toEqual({ code: 'no_such_reason' })
})

test('Codes are words in snake case, and no two have the same sentence', () => {
  for (const code of Object.keys(reasons)) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length)
})
