import { expect, test } from 'vitest'
import { fill, sentences, translated } from './sentences.ts'

const table = Object.fromEntries(sentences.map((sentence) => [sentence, `[${sentence}]`])) as Record<
  (typeof sentences)[number],
  string
>

test('A sentence is found with and without values of any content', () => {
  expect(translated(table, 'Not valid')).toBe('[Not valid]')
  expect(translated(table, fill('All {count} seats are in use', { count: 5 }))).toBe(
    '[All 5 seats are in use]',
  )
  const email = 'a.(b)+{count}@x.example'
  expect(translated(table, fill('{email} is already a member of this project.', { email }))).toBe(
    `[${email} is already a member of this project.]`,
  )
  expect(
    translated(table, fill('An issue that is {from} cannot become {to} by you', { from: 'A', to: 'B' })),
  ).toBe('[An issue that is A cannot become B by you]')
})

test('Text outside of the list has no translation', () => {
  expect(translated(table, 'body: Send exactly one file')).toBeNull()
  expect(translated(table, '')).toBeNull()
})

test('Every sentence is found as itself, not as a similar one', () => {
  for (const sentence of sentences) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', '7'])
    const values = Object.fromEntries(names) as Record<string, string>
    expect(translated(table, fill(sentence, values))).toBe(`[${fill(sentence, values)}]`)
  }
})
