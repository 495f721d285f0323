import { expect, test } from 'vitest'
import { formatReason } from '../reasons.ts'
import { findWayOut } from './bim.rules.ts'

test.each([
  ['Tower.RVT', 'File, Export, IFC'],
  ['plan.dwg', '.dxf'],
  ['house.ifcx', 'IFC4X3'],
  ['house.zip', '.ifczip'],
  ['house.json', 'JSON'],
])('%s is refused with a way to a format that is read', (name, words) => {
  const way = findWayOut(name)
  expect(way && formatReason(way)).toContain(words)
})

test('Accepted and unknown formats have no way out', () => {
  expect(['a.ifc', 'a.toString', 'a'].map(findWayOut)).toEqual([null, null, null])
})
