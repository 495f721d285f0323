import type { IssueRow } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { layOutLines } from './grid-lines.ts'

const rows = ['OPEN', 'OPEN', null, null, 'VOID'].map(
  (stage, index) => ({ id: `${index}`, stage }) as IssueRow,
)

test('Each group starts with a heading, and every row maps to its line', () => {
  const { lines, lineOf } = layOutLines(rows, ({ stage }) => stage)
  const words = lines.map(({ index, heading }) => (heading ? `[${heading.key}]` : rows[index]?.id))
  expect(words).toEqual(['[OPEN]', '0', '1', '[null]', '2', '3', '[VOID]', '4'])
  expect(lineOf).toEqual([1, 2, 4, 5, 7])
  expect(lineOf.map((line) => lines[line]?.index)).toEqual([0, 1, 2, 3, 4])
})

test('A list without grouping has no group headings', () => {
  expect(layOutLines(rows, undefined).lines).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })))
})
