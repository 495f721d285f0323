import type { DoubtfulPlace } from '@plumbline/contract/issues/following'
import { expect, test } from 'vitest'
import { computePlace, findMovedAlike } from './review-places.ts'

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

test('A place moves as far as its element, and is at its centre if that is not known', () => {
  const anchor = { point: { x: 1, y: 2, z: 3 } }
  expect(computePlace(anchor, candidate('a', [0.5, 0, -1]))).toEqual({ x: 1.5, y: 2, z: 2 })
  expect(computePlace(anchor, candidate('a'))).toEqual({ x: 9, y: 9, z: 9 })
})

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
