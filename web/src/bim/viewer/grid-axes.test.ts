import type { Vec3 } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { describeGridPlace, type GridAxis, listLineNames } from './grid-axes.ts'

const axis = (name: string, ...points: Vec3[]): GridAxis => ({ name, points })
/** Letters 8 m apart along X, numbers 6 m apart along Y. */
const AXES = [
  axis('A', [0, 0, 0], [0, 20, 0]),
  axis('B', [8, 0, 0], [8, 20, 0]),
  axis('C', [16, 0, 0], [16, 20, 0]),
  axis('1', [0, 0, 0], [16, 0, 0]),
  axis('2', [0, 6, 0], [16, 6, 0]),
]

test('A place is named by its nearest axes of two directions, letters first', () => {
  expect(describeGridPlace(AXES, [9, 5, 30])).toBe('B/2')
  expect(describeGridPlace(AXES, [15, 0.1, 0])).toBe('C/1')
})

test('Axes go on beyond their ends, but not without limit', () => {
  expect(describeGridPlace(AXES, [17, -12, 0])).toBe('C/1')
  expect(describeGridPlace(AXES, [500, 500, 0])).toBeNull()
  expect(describeGridPlace([], [0, 0, 0])).toBeNull()
})

test('One direction alone names a place, and parallel axes do not make a crossing', () => {
  expect(describeGridPlace(AXES.slice(0, 3), [9, 5, 0])).toBe('B')
})

test('Turned and curved axes are compared where they are nearest', () => {
  const arc = Array.from(
    { length: 19 },
    (_, at): Vec3 => [20 * Math.cos((at * Math.PI) / 18), 20 * Math.sin((at * Math.PI) / 18), 0],
  )
  const ray = axis('R2', [0, 0, 0], [0, 30, 0])
  expect(describeGridPlace([axis('1', ...arc), ray, axis('R1', [0, 0, 0], [30, 0, 0])], [0.5, 19, 0])).toBe(
    'R2/1',
  )
})

test('Names of axes and stations are listed by element, each once', () => {
  const line = (element: number, name: string) => ({ element, kind: 'grid' as const, name, points: [] })
  const names = listLineNames({
    lines: [line(3, 'A'), line(3, 'B'), line(3, 'A'), line(4, '')],
    texts: [{ element: 5, text: '0+100', at: [0, 0, 0] }],
  })
  expect([...names]).toEqual([
    [3, 'A, B'],
    [5, '0+100'],
  ])
})
