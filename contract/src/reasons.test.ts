import { expect, test } from 'vitest'
import { fillSentence, sentences, translateSentence } from './reasons.ts'

const table = Object.fromEntries(sentences.map((sentence) => [sentence, `[${sentence}]`])) as Record<
  (typeof sentences)[number],
  string
>

test('A sentence is translated with and without values, including special characters', () => {
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

test('Text that is not a sentence has no translation', () => {
  expect(translateSentence(table, 'body: Send exactly one file')).toBeNull()
  expect(translateSentence(table, '')).toBeNull()
})

test('Every sentence is matched by its own pattern and no similar one', () => {
  for (const sentence of sentences) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', '7'])
    const values = Object.fromEntries(names) as Record<string, string>
    expect(translateSentence(table, fillSentence(sentence, values))).toBe(
      `[${fillSentence(sentence, values)}]`,
    )
  }
})
