import { expect, test } from 'vitest'
import { computePlace } from './decide-place.ts'

type Vector = [number, number, number]

const candidate = (guid: string, move?: Vector) => ({
  ...{ guid, name: '', class: 'IfcDoor', score: 60, centre: [9, 9, 9] as Vector },
  ...(move && { move }),
})

test('A place moves as far as its element, and is at its centre if that is not known', () => {
  const anchor = { point: { x: 1, y: 2, z: 3 } }
  expect(computePlace(anchor, candidate('a', [0.5, 0, -1]))).toEqual({ x: 1.5, y: 2, z: 2 })
  expect(computePlace(anchor, candidate('a'))).toEqual({ x: 9, y: 9, z: 9 })
})
