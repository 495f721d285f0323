import type { Header } from '@plumbline/contract/bim/bim'
import { expect, test } from 'vitest'
import { type FileGroup, takeDrawnGroups } from './file-groups.ts'

const group = (key: string, count: number): FileGroup => ({
  ...{ key, label: key, color: null },
  headers: Array.from({ length: count }, (_, at) => ({ id: `${key}${at}` }) as Header),
})

test('Of many files the first ones are drawn, group by group, without empty groups', () => {
  const groups = [group('a', 2), group('b', 0), group('c', 3), group('d', 1)]
  const take = (count: number) =>
    takeDrawnGroups(groups, count).map(({ key, drawn, headers }) => [key, drawn.length, headers.length])
  expect(take(3)).toEqual([
    ['a', 2, 2],
    ['c', 1, 3],
  ])
  expect(take(100)).toEqual([
    ['a', 2, 2],
    ['c', 3, 3],
    ['d', 1, 1],
  ])
})
