import type { Vec3 } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { computeOutlineCenter, extendEdge, findFlatFace, type Triangle } from './outlines.ts'

describe('whole edges', () => {
  it('are joined from the segments that adjacent geometry split them into', () => {
    const pieces: [Vec3, Vec3][] = [
      [
        [4, 0, 0],
        [2, 0, 0],
      ],
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
      [
        [4, 0, 0],
        [5.5, 0, 0],
      ],
      [
        [4, 0, 0],
        [4, 3, 0],
      ],
      [
        [7, 0, 0],
        [9, 0, 0],
      ],
    ]
    const [start, end] = extendEdge(pieces[0] as [Vec3, Vec3], pieces)
    expect([start[0], end[0]].sort()).toEqual([0, 5.5])
  })
})

/** The front of a wall, 6 by 3 metres, with a window of 2 by 1, triangulated around the opening. */
function wall({ split = true } = {}): Triangle[] {
  const p = (x: number, z: number): Vec3 => [x, 0, z]
  const rectangles: [number, number, number, number][] = [
    [0, 0, 2, 3],
    [4, 0, 6, 3],
    [2, 0, 4, 1],
    [2, 2, 4, 3],
  ]
  // Neighbouring triangles share corners, or else one has a side that its neighbours split, as where openings are cut.
  return rectangles.flatMap(([x0, z0, x1, z1]): Triangle[] => {
    const cuts = split && (x0 === 0 || x0 === 4) ? [0, 1, 2, 3] : [z0, z1]
    return cuts.slice(1).flatMap((top, at): Triangle[] => {
      const low = cuts[at] as number
      return [
        [p(x0, low), p(x1, low), p(x1, top)],
        [p(x0, low), p(x1, top), p(x0, top)],
      ]
    })
  })
}

describe('flat faces', () => {
  it('have area and outline without their openings', () => {
    const face = findFlatFace([1, 0, 1], [0, -1, 0], wall())
    expect(face?.area_m2).toBeCloseTo(16, 6)
    expect(face?.perimeter_m).toBeCloseTo(24, 6)
    expect(computeOutlineCenter(face?.outline ?? [])[0]).toBeCloseTo(3, 6)
  })

  it('have no lines in their outline where triangles split the sides of others', () => {
    const face = findFlatFace([1, 0, 1], [0, -1, 0], wall({ split: false }))
    expect(face?.area_m2).toBeCloseTo(16, 6)
    expect(face?.perimeter_m).toBeCloseTo(24, 6)
    // a millimetre of a sheet is a face with two long sides all the same
    const edge: Triangle[] = [
      [
        [0, 0, 0],
        [5, 0, 0],
        [5, 0, 0.001],
      ],
      [
        [0, 0, 0],
        [5, 0, 0.001],
        [0, 0, 0.001],
      ],
    ]
    expect(findFlatFace([2, 0, 0.0003], [0, -1, 0], edge)?.perimeter_m).toBeCloseTo(10.002, 6)
  })

  it('are measured once where the file has them for each of their sides', () => {
    const back = wall().map(([a, b, c]): Triangle => [[...c], [...b], [...a]])
    const face = findFlatFace([1, 0, 1], [0, -1, 0], [...wall(), ...back])
    expect(face?.area_m2).toBeCloseTo(16, 6)
    expect(face?.perimeter_m).toBeCloseTo(24, 6)
  })

  it('end where the plane ends and where triangles are not connected', () => {
    const floor: Triangle = [
      [0, 0, 0],
      [6, 0, 0],
      [6, -5, 0],
    ]
    const beside: Triangle[] = wall().map((each) => each.map(([x, y, z]) => [x + 20, y, z]) as Triangle)
    expect(findFlatFace([1, 0, 1], [0, -1, 0], [...wall(), floor, ...beside])?.area_m2).toBeCloseTo(16, 6)
    expect(findFlatFace([3, 0, 1.5], [0, -1, 0], wall())).toBeNull()
  })
})
