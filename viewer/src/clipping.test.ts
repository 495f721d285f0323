import type { Box, Vec3 } from '@plumbline/bim/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipRay, isBoxClipped, isBoxCut, isKept, toPlanes } from './clipping.ts'
import {
  type BoxSide,
  closestOnLine,
  findBox,
  findSide,
  moveSide,
  pushSide,
  thickenBox,
  toBoxPlanes,
} from './section-box.ts'
import { addScaled, normalize } from './vec.ts'

// Whole millimetres, so that failing cases shrink quickly.
const coordinate = fc.integer({ min: -100_000, max: 100_000 }).map((mm) => mm / 1000)
const point = fc.tuple(coordinate, coordinate, coordinate) as fc.Arbitrary<Vec3>
const direction = point.filter((each) => Math.hypot(...each) > 1).map((each) => normalize(each))
const plane = fc.record({ location: point, direction })
const box = fc
  .tuple(
    point,
    fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 500, max: 90_000 }).map((mm) => mm / 1000))),
  )
  .map(([low, size]) => [...low, low[0] + size[0]!, low[1] + size[1]!, low[2] + size[2]!] as Box)

describe('clipping planes', () => {
  it('cut away the half-space that their direction points into', () => {
    const planes = toPlanes([{ location: [0, 0, 3], direction: [0, 0, 2] }])
    expect(isKept(planes, [5, 5, 2.9])).toBe(true)
    expect(isKept(planes, [5, 5, 3.1])).toBe(false)
    expect(isKept(planes, [5, 5, 3])).toBe(true)
  })

  it('clip a ray to exactly the kept interval', () => {
    fc.assert(
      fc.property(
        fc.array(plane, { maxLength: 5 }),
        point,
        direction,
        fc.integer({ min: 0, max: 300_000 }).map((mm) => mm / 1000),
        (cuts, origin, way, t) => {
          const planes = toPlanes(cuts)
          const { from, to } = clipRay(planes, { origin, direction: way }, 0, 300)
          const margin = Math.min(Math.abs(t - from), Math.abs(t - to))
          if (margin > 1e-6) expect(t > from && t < to).toBe(isKept(planes, addScaled(origin, way, t)))
        },
      ),
    )
  })

  it('drop a box only when none of its corners is kept, and cut it when not all are', () => {
    fc.assert(
      fc.property(plane, box, (cut, around) => {
        const planes = toPlanes([cut])
        const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
          (at): Vec3 => [around[at & 1 ? 3 : 0]!, around[at & 2 ? 4 : 1]!, around[at & 4 ? 5 : 2]!],
        )
        expect(isBoxClipped(planes, around, 0, [0, 0, 0])).toBe(
          !corners.some((corner) => isKept(planes, corner)),
        )
        expect(isBoxCut(planes, around)).toBe(!corners.every((corner) => isKept(planes, corner)))
      }),
    )
  })

  it('are ignored when they have no direction or location', () => {
    expect(toPlanes([{ location: [0, 0, 0], direction: [0, 0, 0] }])).toEqual([])
    expect(toPlanes([{ location: [Number.NaN, 0, 0], direction: [0, 0, 1] }])).toEqual([])
  })
})

describe('the section box', () => {
  it('is recognised among its own clipping planes', () => {
    fc.assert(
      fc.property(
        box,
        fc.array(
          plane.filter((each) => each.direction.every((value) => Math.abs(value) < 0.9)),
          { maxLength: 3 },
        ),
        (around, others) => {
          const read = findBox([...others, ...toBoxPlanes(around)])
          expect(read.box).toEqual(around)
          expect(read.others).toEqual(others)
        },
      ),
    )
  })

  it('has room between its sides around a flat element', () => {
    const flat = thickenBox([0, 0, 3, 4, 5, 3])
    expect(flat).toEqual([0, 0, 2.975, 4, 5, 3.025])
    expect(findBox(toBoxPlanes(flat)).box).toEqual(flat)
    expect(thickenBox([0, 0, 0, 1, 1, 1])).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('is not recognised while a side is missing', () => {
    const five = toBoxPlanes([0, 0, 0, 1, 1, 1]).slice(0, 5)
    expect(findBox(five)).toEqual({ box: null, turn_deg: 0, others: five })
  })

  it('is recognised when rotated, and a side is pushed without moving the others', () => {
    fc.assert(
      fc.property(
        box,
        fc.integer({ min: -44, max: 44 }),
        fc.constantFrom<BoxSide>(0, 1, 2, 3, 4, 5),
        (around, turn, side) => {
          const read = findBox(toBoxPlanes(around, turn))
          expect(read.turn_deg).toBe(turn)
          for (const [at, value] of (read.box ?? []).entries()) expect(value).toBeCloseTo(around[at]!, 4)
          const across = ((side + 3) % 6) as BoxSide
          const before = findSide(around, turn, across)
          const after = findSide(pushSide(around, turn, side, 2), turn, across)
          // the opposite side stays in its plane
          const gap = after.point.map((value, at) => value - before.point[at]!)
          expect(
            Math.abs(gap.reduce((sum, value, at) => sum + value * before.direction[at]!, 0)),
          ).toBeLessThan(1e-4)
        },
      ),
    )
  })

  it('keeps opposite sides apart however far one is dragged', () => {
    fc.assert(
      fc.property(box, fc.constantFrom<BoxSide>(0, 1, 2, 3, 4, 5), coordinate, (around, side, to) => {
        const moved = moveSide(around, side, to)
        for (let axis = 0; axis < 3; axis++)
          expect(moved[axis + 3]! - moved[axis]!).toBeGreaterThanOrEqual(0.0499)
      }),
    )
  })
})

describe('a handle on a line', () => {
  it('follows the pointer ray', () => {
    fc.assert(
      fc.property(
        point,
        direction,
        point,
        fc.integer({ min: -50_000, max: 50_000 }).map((mm) => mm / 1000),
        (start, way, eye, metres) => {
          const target = addScaled(start, way, metres)
          const sight = normalize([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]])
          const found = closestOnLine(start, way, { origin: eye, direction: sight })
          if (found !== null && Math.hypot(eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]) > 1)
            expect(found).toBeCloseTo(metres, 3)
        },
      ),
    )
  })

  it('does not move when the line is viewed end-on', () => {
    expect(closestOnLine([0, 0, 0], [0, 0, 1], { origin: [0, 0, 9], direction: [0, 0, -1] })).toBeNull()
  })
})
