import { computeHeading } from '@plumbline/viewer/sheet-pose'
import { expect, test } from 'vitest'
import type { SheetPlace } from '../bim/viewer/session-sheets.ts'
import { buildPlacement, computeNormalOfHeading, hasPlace, suggestLabel } from './sheet-placement.ts'

const place: SheetPlace = {
  point: [1, 2, 4.7],
  normal: [0, -1, 0],
  heading_deg: 0,
  storey: '01 First floor',
  axes: 'C/3',
  room: 'Office 1.03',
  element: {
    ref: { model: 'file', element: 7 },
    guid: '0123456789ABCDEFGHIJKL',
    name: '',
    class: 'IfcWall',
    type: null,
    tag: '',
    storey: '01 First floor',
    systems: [],
    axes: null,
    header_id: 'file',
    header_name: 'Architecture',
    version: 3,
  },
}

test('A placement has the level of its storey, the point, the normal and the element', () => {
  const levels = [
    { id: 'ground', name: '00 Ground floor' },
    { id: 'first', name: '01 First floor' },
  ]
  expect(buildPlacement(place, levels)).toEqual({
    level_id: 'first',
    position: { x: 1, y: 2, z: 4.7 },
    normal: { x: 0, y: -1, z: 0 },
    heading_deg: 0,
    anchor: {
      bim_file_header_id: 'file',
      variant_version_at_creation: 3,
      ifc_guid: '0123456789ABCDEFGHIJKL',
      ifc_class: 'IfcWall',
      element_name: null,
      axes: 'C/3',
    },
  })
  expect(buildPlacement({ ...place, storey: 'Attic' }, levels).level_id).toBeNull()
})

test('The suggested label is the room with its axes, otherwise the element', () => {
  expect(suggestLabel(place)).toBe('Office 1.03, C/3')
  expect(suggestLabel({ ...place, room: null })).toBe('C/3')
  const { element } = place
  expect(suggestLabel({ room: null, axes: null, element: { ...element, name: 'W 12' } })).toBe('W 12')
  expect(suggestLabel({ room: null, axes: null, element })).toBe('Wall')
  expect(suggestLabel({ ...place, room: 'x'.repeat(300) })).toHaveLength(120)
})

test('Automatic markers have a place in the model only after they were placed there', () => {
  const { anchor } = buildPlacement(place, [])
  expect(hasPlace({ automatic: true, anchor: null })).toBe(false)
  expect(hasPlace({ automatic: true, anchor })).toBe(true)
  expect(hasPlace({ automatic: false, anchor: null })).toBe(true)
})

test('The normal of a typed heading points to the reader, who looks in that direction', () => {
  const { x, y, z } = computeNormalOfHeading(90)
  expect([x, y, z].map((value) => Math.round(value) + 0)).toEqual([-1, 0, 0])
  for (const heading of [0, 37.5, 180, 271.25]) {
    const normal = computeNormalOfHeading(heading)
    expect(computeHeading([normal.x, normal.y, normal.z])).toBe(heading)
  }
})
