import { expect, test } from 'vitest'
import { formatMentions, restoreMentions } from './mentions.ts'

const ann = '@[Ann](user:0197a000-0000-7000-8000-000000000001)'
const annLee = '@[Ann Lee](user:0197a000-0000-7000-8000-000000000002)'
const odd = '@[J. (Site) $1](user:0197a000-0000-7000-8000-000000000003)'

test('A text that was not edited elsewhere comes back unchanged, mentions included', () => {
  const ours = `${annLee} and ${ann}, ask ${odd}`
  expect(formatMentions(ours)).toBe('@Ann Lee and @Ann, ask @J. (Site) $1')
  expect(restoreMentions(formatMentions(ours), ours)).toBe(ours)
})

test('An edited text keeps mentions of people whose names are still in it', () => {
  const ours = `${annLee}: seen by ${ann}? ${odd}`
  expect(restoreMentions('@Ann: seen. @Ann Lee @Annabel @J. (Site) $1', ours)).toBe(
    `${ann}: seen. ${annLee} @Annabel ${odd}`,
  )
  expect(restoreMentions('Nobody @Bo', ours)).toBe('Nobody @Bo')
  expect(restoreMentions('@Ann', 'Ann')).toBe('@Ann')
})

test('A text of a million characters that could all begin a mention is read once', () => {
  const text = '@['.repeat(500_000)
  expect(formatMentions(`${text}${ann}`)).toBe(`${text}@Ann`)
})
