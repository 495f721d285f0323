import type { PlacedMarker } from '@plumbline/contract/markers/markers'
import { expect, test } from 'vitest'
import { describeMarker } from './describe-marker.ts'
import type { PinnedRow } from './local-issues.ts'
import type { PinnedProject } from './pinned-store.ts'

const pinned = {
  project: { id: 'school', name: 'Harbour School' },
  files: [
    { id: 'model', type_of: 'MODEL' },
    { id: 'plan', type_of: 'DRAWING' },
  ],
} as PinnedProject

const marker = {
  id: 'marker',
  label: 'Stair',
  level_id: 'first',
  position: { x: 10, y: 0, z: 3 },
  anchor: { bim_file_header_id: 'model', ifc_guid: 'wall' },
} as PlacedMarker

const row = (number: number, values: object, file?: string, x = 0) =>
  ({
    id: `id-${number}`,
    number,
    name: `Issue ${number}`,
    status: 'OPEN',
    level_id: null,
    anchors: file ? [{ bim_file_header_id: file, point: { x, y: 0, z: 3 } }] : [],
    ...values,
  }) as PinnedRow

test('A pinned marker lists the open issues of its level, nearest first, then issues without a place in a model', () => {
  const rows = [
    row(1, {}),
    row(2, { level_id: 'first' }, 'model', 40),
    row(3, { status: 'CLOSED' }, 'model', 10),
    row(4, { level_id: 'roof' }, 'model', 10),
    row(5, { status: 'REOPENED' }, 'model', 11),
    row(6, {}, 'plan', 10),
  ]
  const { issues, project_name, anchor } = describeMarker(pinned, marker, rows)
  expect(project_name).toBe('Harbour School')
  expect(anchor).toEqual(marker.anchor)
  expect(issues.map(({ number, distance_m }) => [number, distance_m])).toEqual([
    [5, 1],
    [2, 30],
    [6, null],
    [1, null],
  ])
})

test('At most 20 issues are listed, on any level for a marker without one', () => {
  const rows = Array.from({ length: 25 }, (_, at) => row(at, { level_id: `level ${at}` }, 'model', at))
  const { issues } = describeMarker(pinned, { ...marker, level_id: null }, rows)
  expect(issues).toHaveLength(20)
  expect(issues[0]?.number).toBe(10)
})

test('A marker whose file was deleted has no anchor', () => {
  const anchor = { ...marker.anchor, bim_file_header_id: 'gone' } as PlacedMarker['anchor']
  expect(describeMarker(pinned, { ...marker, anchor }, []).anchor).toBeNull()
})
