import type { Box, Georeference, Manifest } from '@plumbline/bim/model'
import { ModelFrame } from '@plumbline/viewer/frame'
import { expect, test } from 'vitest'
import {
  type AlignedModel,
  alignByPoints,
  computeCorrection,
  computePlacement,
  findAlignmentNotices,
} from './alignment.ts'

const map = (values: Partial<Georeference> = {}): Georeference => ({
  crs: 'EPSG:2056',
  eastings: 2_683_000,
  northings: 1_247_000,
  height: 400,
  x_axis_abscissa: 1,
  x_axis_ordinate: 0,
  scale: 1,
  ...values,
})
const file = (values: Partial<Manifest> = {}): Manifest => ({
  format: 1,
  converter: '',
  schema: 'IFC4',
  project_name: '',
  length_unit: { name: 'METRE', metres: 1 },
  origin: [0, 0, 0],
  box: [0, 0, 0, 30, 20, 10],
  georeference: null,
  true_north_deg: null,
  storeys: [],
  counts: { elements: 0, with_geometry: 0, spaces: 0, triangles: 0, entities: 0 },
  chunks: [],
  property_blocks: 0,
  ...values,
})
const notices = (models: Manifest[]) => {
  const placed = models.map(
    (manifest, at): AlignedModel => ({
      id: `${at}`,
      name: `Model ${at}`,
      manifest,
      setting: computePlacement(manifest, models[0] ?? null, undefined),
    }),
  )
  return findAlignmentNotices(placed)
}
const kinds = (models: Manifest[]) => notices(models).map(({ kind }) => kind)

test('Models with the same origin are not moved', () => {
  const one = file({ georeference: map() })
  expect(computePlacement(one, one, undefined)).toEqual({ turn_deg: 0, move: [0, 0, 0] })
  expect(computePlacement(file(), file(), undefined)).toEqual({ turn_deg: 0, move: [0, 0, 0] })
})

test('A model with another origin and direction is placed by its georeference', () => {
  const reference = file({ georeference: map({ x_axis_abscissa: 0.8, x_axis_ordinate: 0.6 }) })
  const own = file({ georeference: map({ eastings: 2_683_010, northings: 1_247_005, height: 401 }) })
  const frame = new ModelFrame([0, 0, 0], computePlacement(own, reference, undefined))
  const [x, y, z] = frame.point([2, 1, 0])
  // the point on the map: 12 m east, 6 m north and 1 m above the reference's origin
  expect(x).toBeCloseTo(12 * 0.8 + 6 * 0.6, 6)
  expect(y).toBeCloseTo(-12 * 0.6 + 6 * 0.8, 6)
  expect(z).toBeCloseTo(1, 6)
})

test('A manual correction is applied after the georeference, in the project’s coordinates', () => {
  const correction = { turn_deg: 90, east_m: 100, north_m: 0, height_m: -1 }
  const frame = new ModelFrame([0, 0, 0], computePlacement(file(), file(), correction))
  expect(frame.point([10, 0, 0]).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([100, 10, -1])
})

test('A georeference that puts a model too far away is ignored and reported', () => {
  const reference = file({ georeference: map() })
  const wrong = file({ georeference: map({ eastings: 600_000 }) })
  expect(computePlacement(wrong, reference, undefined).move).toEqual([0, 0, 0])
  const far = file({ georeference: map({ eastings: 2_684_000 }) })
  expect(kinds([reference, far])).toEqual(['apart'])
})

test('Models without a georeference are reported if others have one', () => {
  const named = (models: Manifest[]) => notices(models).find(({ kind }) => kind === 'origin')?.models
  const placed = file({ georeference: map() })
  expect(named([file(), placed, placed])).toEqual(['Model 0'])
  expect(named([placed, file(), placed])).toEqual(['Model 1'])
  expect(named([file(), file()])).toBe(undefined)
})

test('Differences in units, map system, north and position are reported', () => {
  const feet = { name: 'FOOT', metres: 0.3048 }
  expect(kinds([file(), file({ length_unit: feet })])).toEqual(['units'])
  expect(kinds([file({ georeference: map() }), file()])).toEqual(['origin'])
  expect(kinds([file({ georeference: map() }), file({ georeference: map({ crs: 'EPSG:25832' }) })])).toEqual([
    'system',
  ])
  expect(kinds([file({ true_north_deg: 0 }), file({ true_north_deg: 33 })])).toEqual(['north'])
  expect(kinds([file({ true_north_deg: 0.2 }), file({ true_north_deg: 359.9 })])).toEqual([])
  const away: Box = [9000, 0, 0, 9030, 20, 10]
  expect(kinds([file(), file({ box: away })])).toEqual(['apart'])
  expect(kinds([file(), file()])).toEqual([])
})

test('The scale of the map conversion is applied to the distance between models, not to their size', () => {
  const reference = file({ georeference: map({ scale: 0.9996 }) })
  const own = file({ georeference: map({ eastings: 2_684_000, scale: 0.9996 }) })
  const placed = computePlacement(own, reference, undefined)
  expect(placed.turn_deg).toBe(0)
  expect(placed.move[0]).toBeCloseTo(1000 / 0.9996, 6)
  // a model drawn far from its origin, in a system with another scale: exact in its centre
  const far = file({ georeference: map({ scale: 1 }), box: [9990, 0, 0, 10_010, 20, 10] })
  const { move } = computePlacement(far, reference, undefined)
  expect(10_000 + move[0]).toBeCloseTo(10_000 / 0.9996, 6)
})

test('Notices compare with the model that has a georeference and name the one without', () => {
  const [notice] = notices([file(), file({ georeference: map() }), file({ georeference: map() })])
  expect(notice?.kind).toBe('origin')
  expect(notice?.models).toEqual(['Model 0'])
})

test('Two points of a model are brought to two others by turning and moving it', () => {
  const placement = alignByPoints(
    [
      [1, 0, 0],
      [3, 0, 0],
    ],
    [
      [10, 10, 2],
      [10, 12, 2],
    ],
  )
  const frame = new ModelFrame([0, 0, 0], placement)
  expect(frame.point([1, 0, 0]).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([10, 10, 2])
  expect(frame.point([3, 0, 0]).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([10, 12, 2])
})

test('A model with map coordinates that is aligned by hand stands at the clicked points to the millimetre', () => {
  const saved = { turn_deg: 10, east_m: 5, north_m: -3, height_m: 1 }
  const manifest = file({ box: [5_000_000, 4_000_000, 0, 5_000_030, 4_000_020, 10] })
  const stands = new ModelFrame([0, 0, 0], computePlacement(manifest, null, saved))
  const from = [stands.point([5_000_000, 4_000_000, 0]), stands.point([5_000_030, 4_000_020, 0])] as const
  const to = [
    [12, 7, 3],
    [17.3, 42.6, 3],
  ] as const
  const placement = alignByPoints(from, [[...to[0]], [...to[1]]])
  const correction = computeCorrection(placement, saved, [...to[0]])
  const frame = new ModelFrame([0, 0, 0], computePlacement(manifest, null, correction))
  for (const [axis, value] of frame.point([5_000_000, 4_000_000, 0]).entries())
    expect(Math.abs(value - (to[0][axis] ?? 0))).toBeLessThan(0.001)
  // the second point lies in the clicked direction
  const [x, y] = frame.point([5_000_030, 4_000_020, 0])
  expect(Math.atan2(y - 7, x - 12)).toBeCloseTo(Math.atan2(35.6, 5.3), 4)
})
