import type { Vec3 } from '@plumbline/bim/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAngle, computeArea, computeMeasurement } from './measurement.ts'
import { add, rotate } from './vec.ts'

const angle = fc.double({ min: 0, max: 6, noNaN: true })
const place = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1e6, max: 1e6, noNaN: true })))

describe('measurements', () => {
  it('of a distance include its components along the axes', () => {
    expect(
      computeMeasurement('m', 'distance', [
        [1, 2, 3],
        [4, 6, 3],
      ]),
    ).toEqual({
      id: 'm',
      kind: 'distance',
      points: [
        [1, 2, 3],
        [4, 6, 3],
      ],
      length_m: 5,
      delta_m: [3, 4, 0],
    })
  })

  it('require the minimum number of points', () => {
    expect(computeMeasurement('m', 'distance', [[1, 2, 3]])).toBeNull()
    expect(
      computeMeasurement('m', 'area', [
        [0, 0, 0],
        [1, 0, 0],
      ]),
    ).toBeNull()
  })

  it('of an angle use the middle point as vertex', () => {
    expect(computeAngle([1, 0, 0], [0, 0, 0], [0, 5, 0])).toBeCloseTo(90, 9)
    expect(computeAngle([1, 0, 0], [0, 0, 0], [-3, 0, 0])).toBeCloseTo(180, 9)
    expect(computeAngle([1, 0, 0], [0, 0, 0], [1, 1e-7, 0])).toBeCloseTo(5.7e-6, 7)
  })

  it('of an area do not depend on rotation and position', () => {
    const shape: Vec3[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 3, 0],
      [2, 3, 0],
      [2, 1, 0],
      [0, 1, 0],
    ]
    fc.assert(
      fc.property(angle, angle, place, (turn, rise, to) => {
        const moved = shape.map((point) =>
          add(rotate(rotate(point, [1, 0, 0], turn), [0, 0, 1], rise), to as Vec3),
        )
        expect(computeArea(moved)).toBeCloseTo(8, 5)
      }),
    )
  })
})
