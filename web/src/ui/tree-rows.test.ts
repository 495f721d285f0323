import { describe, expect, test } from 'vitest'
import { findByPrefix, listVisibleRows, type TreeSource } from './tree-rows.ts'

const children: Record<string, string[]> = {
  site: ['north', 'south'],
  north: ['level 1', 'level 2'],
  'level 1': ['wall', 'door'],
}
const tree: TreeSource<string> = {
  roots: ['site', 'yard'],
  children: (id) => children[id] ?? [],
  label: (id) => id,
}
const ids = (expanded: string[]) => listVisibleRows(tree, new Set(expanded)).map((row) => row.id)

describe('listVisibleRows', () => {
  test('lists the roots, and the children of expanded nodes below expanded parents', () => {
    expect(ids([])).toEqual(['site', 'yard'])
    expect(ids(['site', 'level 1'])).toEqual(['site', 'north', 'south', 'yard'])
    expect(ids(['site', 'north', 'level 1'])).toEqual([
      'site',
      'north',
      'level 1',
      'wall',
      'door',
      'level 2',
      'south',
      'yard',
    ])
  })
  test('gives each row its level and position for screen readers', () => {
    const rows = listVisibleRows(tree, new Set(['site', 'north']))
    expect(rows[3]).toEqual({ id: 'level 2', level: 3, position: 2, siblings: 2, parent: 1, expanded: null })
    expect(rows[0]).toMatchObject({ level: 1, parent: -1, expanded: true })
    expect(rows[2]).toMatchObject({ id: 'level 1', expanded: false })
  })
  test('ends on a tree that contains itself', () => {
    const loop: TreeSource<number> = { roots: [1], children: () => [1], label: String }
    const rows = listVisibleRows(loop, new Set([1]))
    expect(rows.length).toBe(64)
    expect(rows.at(-1)?.expanded).toBe(null)
  })
  test('stops at the maximum number of rows', () => {
    const wide = Array.from({ length: 600_000 }, (_, index) => index)
    const flat: TreeSource<number> = { roots: wide, children: () => [], label: String }
    expect(listVisibleRows(flat, new Set()).length).toBe(500_000)
  })
})

describe('findByPrefix', () => {
  const rows = listVisibleRows(tree, new Set(['site', 'north']))
  test('searches from a row onwards and wraps around, ignoring case', () => {
    expect(rows[findByPrefix(tree, rows, 'LEVEL', 3)]?.id).toBe('level 2')
    expect(rows[findByPrefix(tree, rows, 'level', 4)]?.id).toBe('level 1')
  })
  test('returns -1 when no label matches', () => {
    expect(findByPrefix(tree, rows, 'roof', 0)).toBe(-1)
    expect(findByPrefix(tree, [], 'roof', 0)).toBe(-1)
  })
})
