import { expect, test } from 'vitest'
import { fillSentence, sentences, translateSentence } from './sentences.ts'

const table = Object.fromEntries(sentences.map((sentence) => [sentence, `[${sentence}]`])) as Record<
  (typeof sentences)[number],
  string
>

test('a sentence is found with and without values, whatever the values hold', () => {
  expect(translateSentence(table, 'Not valid')).toBe('[Not valid]')
  expect(translateSentence(table, fillSentence('All {count} seats are in use', { count: 5 }))).toBe(
    '[All 5 seats are in use]',
  )
  const email = 'a.(b)+{count}@x.example'
  expect(
    translateSentence(table, fillSentence('{email} is already a member of this project.', { email })),
  ).toBe(`[${email} is already a member of this project.]`)
  expect(
    translateSentence(
      table,
      fillSentence('An issue that is {from} cannot become {to} by you', { from: 'A', to: 'B' }),
    ),
  ).toBe('[An issue that is A cannot become B by you]')
})

test('words that are no sentence have no translation', () => {
  expect(translateSentence(table, 'body: Send exactly one file')).toBeNull()
  expect(translateSentence(table, '')).toBeNull()
})

test('every sentence is found as itself, not as another that looks alike', () => {
  for (const sentence of sentences) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', '7'])
    const values = Object.fromEntries(names) as Record<string, string>
    expect(translateSentence(table, fillSentence(sentence, values))).toBe(
      `[${fillSentence(sentence, values)}]`,
    )
  }
})
