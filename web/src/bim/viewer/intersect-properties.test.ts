import type { PropertySet } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { intersectProperties } from './intersect-properties.ts'

const wall = (fire: string, area: number, extra: PropertySet[] = []): PropertySet[] => [
  {
    name: 'Pset_WallCommon',
    of: 'element',
    properties: [
      { name: 'FireRating', value: fire },
      { name: 'IsExternal', value: 'Yes' },
    ],
  },
  {
    name: 'Qto_WallBaseQuantities',
    of: 'quantities',
    properties: [{ name: 'NetSideArea', value: String(area), number: area, unit: 'm²' }],
  },
  ...extra,
]

test('intersectProperties returns common values, the number of different ones, and sums of quantities', () => {
  const note = { name: 'Notes', of: 'element' as const, properties: [{ name: 'Remark', value: 'x' }] }
  const [common, quantities, ...others] = intersectProperties([wall('EI30', 12.5), wall('EI60', 7.5, [note])])
  expect(common?.properties).toEqual([
    { name: 'FireRating', value: null, unit: undefined, different: 2, sum: null },
    { name: 'IsExternal', value: 'Yes', unit: undefined, different: 1, sum: null },
  ])
  expect(quantities?.properties).toEqual([
    { name: 'NetSideArea', value: null, unit: 'm²', different: 2, sum: 20 },
  ])
  // a set of only one of the elements is left out
  expect(others).toEqual([])
})

test('A sum counts each element once and does not add different units', () => {
  const same = wall('EI30', 3)
  expect(intersectProperties([[...same, ...same], same])[1]?.properties[0]?.sum).toBe(6)
  const feet = wall('EI30', 3).map((set) => ({
    ...set,
    properties: set.properties.map((property) => ({ ...property, ...(property.unit && { unit: 'ft²' }) })),
  }))
  expect(intersectProperties([same, feet])[1]?.properties[0]?.sum).toBeNull()
})
