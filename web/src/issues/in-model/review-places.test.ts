import type { DoubtfulPlace } from '@plumbline/contract/issues/following'
import { expect, test } from 'vitest'
import { findMovedAlike } from './review-places.ts'

type Vector = [number, number, number]

const candidate = (guid: string, move?: Vector) => ({
  ...{ guid, name: '', class: 'IfcDoor', score: 60, centre: [9, 9, 9] as Vector },
  ...(move && { move }),
})

const place = (id: string, moves: Vector[], file = 'tower') =>
  ({
    number: 1,
    anchor: {
      ...{ id, ifc_guid: `old ${id}`, bim_file_header_id: file, point: { x: 1, y: 2, z: 3 } },
      candidates: moves.map((move, index) => candidate(`${id} ${index}`, move)),
    },
  }) as unknown as DoubtfulPlace

test('Places of the same file with a proposal that moved the same way are found, each with that proposal', () => {
  const first = place('first', [[2, 0, 0]])
  const second = place('second', [
    [0, 4, 0],
    [2.01, 0, 0],
  ])
  const elsewhere = place('elsewhere', [[2, 0, 0]], 'annex')
  const further = place('further', [[3, 0, 0]])
  const [chosen] = first.anchor.candidates
  if (!chosen) throw new Error('There is a proposal')
  const alike = findMovedAlike([first, second, elsewhere, further], first, chosen)
  expect(alike.map(({ place: other, candidate: found }) => [other.anchor.id, found.guid])).toEqual([
    ['second', 'second 1'],
  ])
})
