import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { linesOf } from './grid-lines.ts'

const rows = ['OPEN', 'OPEN', null, null, 'VOID'].map(
  (stage, index) => ({ id: `${index}`, stage }) as IssueRow,
)

test('a heading stands before the first of each value, and every row has its line', () => {
  const { lines, lineOf } = linesOf(rows, ({ stage }) => stage)
  const words = lines.map(({ index, heading }) => (heading ? `[${heading.key}]` : rows[index]?.id))
  expect(words).toEqual(['[OPEN]', '0', '1', '[null]', '2', '3', '[VOID]', '4'])
  expect(lineOf).toEqual([1, 2, 4, 5, 7])
  expect(lineOf.map((line) => lines[line]?.index)).toEqual([0, 1, 2, 3, 4])
})

test('without groups there are rows only', () => {
  expect(linesOf(rows, undefined).lines).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })))
})
