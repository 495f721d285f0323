import type { Box, Vec3 } from '@plumbline/bim/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildProjectionMatrix,
  buildViewMatrix,
  buildViewRay,
  computeDepthRange,
  computeFocus,
  computeMetresPerPixel,
  computePixelRect,
  computeRight,
  fit,
  fitHomePose,
  interpolatePose,
  isInView,
  orbit,
  orthonormalize,
  type Pose,
  pan,
  projectPoint,
  turnTowards,
  withProjection,
  zoom,
} from './camera.ts'
import { addScaled, boxCorners, distance, dot, length, subtract } from './vec.ts'

const coordinate = fc.double({ min: -500, max: 500, noNaN: true })
const point = fc.tuple(coordinate, coordinate, coordinate) as fc.Arbitrary<Vec3>
const unit = fc
  .tuple(fc.double({ min: 0, max: 6.28, noNaN: true }), fc.double({ min: -1.5, max: 1.5, noNaN: true }))
  .map(
    ([turn, rise]): Vec3 => [
      Math.cos(turn) * Math.cos(rise),
      Math.sin(turn) * Math.cos(rise),
      Math.sin(rise),
    ],
  )
const pose: fc.Arbitrary<Pose> = fc
  .record({
    eye: point,
    forward: unit,
    up: fc.constant<Vec3>([0, 0, 1]),
    projection: fc.constantFrom('perspective' as const, 'orthographic' as const),
    fov_deg: fc.double({ min: 20, max: 90, noNaN: true }),
    focus_m: fc.double({ min: 0.5, max: 300, noNaN: true }),
  })
  .map(orthonormalize)
const box: fc.Arbitrary<Box> = fc
  .tuple(point, fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.1, max: 200, noNaN: true }))))
  .map(([low, size]) => [...low, low[0] + size[0]!, low[1] + size[1]!, low[2] + size[2]!] as Box)

function closeTo(a: Vec3, b: Vec3, within = 1e-6): void {
  expect(distance(a, b)).toBeLessThan(within)
}

describe('the camera', () => {
  it('orbiting keeps the distance to the pivot and the horizon level', () => {
    fc.assert(
      fc.property(
        pose,
        point,
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (from, pivot, yaw, pitch) => {
          const to = orbit(from, pivot, yaw, pitch)
          expect(distance(to.eye, pivot)).toBeCloseTo(distance(from.eye, pivot), 6)
          expect(Math.abs(computeRight(to)[2])).toBeLessThan(1e-6)
          expect(to.up[2]).toBeGreaterThanOrEqual(0)
          expect(length(to.forward)).toBeCloseTo(1, 9)
          expect(dot(to.forward, to.up)).toBeCloseTo(0, 9)
        },
      ),
    )
  })

  it('orbiting keeps the pivot under the same pixel', () => {
    fc.assert(
      fc.property(
        pose,
        fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        (from, yaw, x) => {
          const ray = buildViewRay(from, x, 0.2, 1.5)
          const pivot = addScaled(ray.origin, ray.direction, from.focus_m)
          const before = projectPoint(from, pivot, 1.5)
          const after = projectPoint(orbit(from, pivot, yaw, 0), pivot, 1.5)
          expect(after.x).toBeCloseTo(before.x, 6)
          expect(after.y).toBeCloseTo(before.y, 6)
        },
      ),
    )
  })

  it('orbiting stops short of the pole instead of flipping over', () => {
    const start = fitHomePose([0, 0, 0, 10, 10, 10], 1.5)
    const top = orbit(start, [5, 5, 5], 0, -9)
    expect(top.forward[2]).toBeLessThan(-0.999)
    expect(top.up[2]).toBeGreaterThanOrEqual(0)
  })

  it('zooming keeps the point under the cursor in place', () => {
    fc.assert(
      fc.property(
        pose,
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        fc.double({ min: 0.4, max: 2.5, noNaN: true }),
        (from, x, factor) => {
          const ray = buildViewRay(from, x, -0.3, 1.4)
          const anchor = addScaled(ray.origin, ray.direction, from.focus_m * 1.3)
          const to = zoom(from, anchor, factor)
          expect(projectPoint(to, anchor, 1.4).x).toBeCloseTo(x, 5)
          if (from.projection === 'perspective')
            expect(distance(to.eye, anchor)).toBeCloseTo(distance(from.eye, anchor) * factor, 5)
        },
      ),
    )
  })

  it('zooming close to a wall passes through it', () => {
    const from = orthonormalize({
      ...fitHomePose([0, 0, 0, 1, 1, 1], 1),
      eye: [0, 0, 0],
      forward: [0, 1, 0],
      up: [0, 0, 1],
    })
    expect(zoom(from, [0, 0.01, 0], 0.9, 0.05).eye[1]).toBeCloseTo(0.05)
  })

  it('panning moves by the metres that the pixels cover', () => {
    fc.assert(
      fc.property(pose, (from) => {
        const ahead = computeFocus(from)
        const metres = computeMetresPerPixel(from, from.focus_m, 800)
        const to = pan(from, metres * 40, 0)
        expect(projectPoint(to, ahead, 2).x).toBeCloseTo(-40 / 800, 6)
      }),
    )
  })

  it('fits a box into the view at the largest possible size', () => {
    fc.assert(
      fc.property(pose, box, fc.double({ min: 0.4, max: 2.4, noNaN: true }), (from, around, aspect) => {
        const to = fit(from, around, aspect, 1)
        const places = boxCorners(around).map((corner) => projectPoint(to, corner, aspect))
        const most = Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))
        expect(most).toBeLessThan(1 + 1e-6)
        if (to.focus_m > 0.5) expect(most).toBeGreaterThan(1 - 1e-6)
        for (const place of places) expect(place.depth).toBeGreaterThan(-1e-6)
      }),
    )
  })

  it('fits a box into an area of the view at the largest possible size', () => {
    const share = fc.double({ min: 0.3, max: 1, noNaN: true })
    fc.assert(
      fc.property(pose, box, share, share, share, share, (from, around, left, right, bottom, top) => {
        const area = {
          left: left * 0.9 - 1,
          right: 1 - right * 0.9,
          bottom: bottom * 0.9 - 1,
          top: 1 - top * 0.9,
        }
        const to = fit(from, around, 1.4, 1, area)
        const places = boxCorners(around).map((corner) => projectPoint(to, corner, 1.4))
        const beyond = places.flatMap(({ x, y }) => [
          area.left - x,
          x - area.right,
          area.bottom - y,
          y - area.top,
        ])
        expect(Math.max(...beyond)).toBeLessThan(1e-6)
        if (to.focus_m > 0.5) expect(Math.max(...beyond)).toBeGreaterThan(-1e-6)
      }),
    )
  })

  it('the home view looks from the south-east, from above', () => {
    const home = fitHomePose([0, 0, 0, 20, 10, 8], 1.6)
    expect(home.eye[0]).toBeGreaterThan(20)
    expect(home.eye[1]).toBeLessThan(0)
    expect(home.eye[2]).toBeGreaterThan(8)
  })

  it('the top view has north at the top', () => {
    const top = fit(turnTowards(fitHomePose([0, 0, 0, 4, 4, 4], 1), 'top'), [0, 0, 0, 4, 4, 4], 1)
    expect(projectPoint(top, [2, 4, 2], 1).y).toBeGreaterThan(projectPoint(top, [2, 0, 2], 1).y)
    expect(projectPoint(top, [4, 2, 2], 1).x).toBeGreaterThan(projectPoint(top, [0, 2, 2], 1).x)
  })

  it('switching the projection keeps the size of objects at the focus distance', () => {
    fc.assert(
      fc.property(pose, (from) => {
        const other = withProjection(from, from.projection === 'perspective' ? 'orthographic' : 'perspective')
        const beside = addScaled(computeFocus(from), computeRight(from), from.focus_m * 0.1)
        expect(projectPoint(other, beside, 1.3).x).toBeCloseTo(projectPoint(from, beside, 1.3).x, 6)
      }),
    )
  })

  it('an animation between two poses does not roll the camera', () => {
    fc.assert(
      fc.property(pose, pose, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, t) => {
        const way = interpolatePose(from, to, t)
        expect(length(way.forward)).toBeCloseTo(1, 6)
        expect(dot(way.forward, way.up)).toBeCloseTo(0, 6)
        closeTo(interpolatePose(from, to, 1).eye, to.eye)
        closeTo(interpolatePose(from, to, 0).forward, from.forward, 1e-4)
        closeTo(computeFocus(interpolatePose(from, to, 0)), computeFocus(from), 1e-3)
        closeTo(interpolatePose(from, to, 0.999999).forward, to.forward, 1e-2)
      }),
    )
  })

  it('a box is in view when any of its corners is', () => {
    fc.assert(
      fc.property(pose, box, (from, around) => {
        const seen = boxCorners(around).some((corner) => {
          const { x, y, depth } = projectPoint(from, corner, 1.5)
          return Math.abs(x) < 1 && Math.abs(y) < 1 && (depth > 0 || from.projection === 'orthographic')
        })
        if (seen) expect(isInView(from, around, 1.5)).toBe(true)
      }),
    )
  })

  it('a box next to or behind the view is not in view', () => {
    const from = orthonormalize({ ...fitHomePose([0, 0, 0, 1, 1, 1], 1), eye: [0, 0, 0], forward: [0, 1, 0] })
    expect(isInView(from, [-1, 5, -1, 1, 6, 1], 1)).toBe(true)
    expect(isInView(from, [-1, -6, -1, 1, -5, 1], 1)).toBe(false)
    expect(isInView(from, [9, 5, -1, 10, 6, 1], 1)).toBe(false)
    expect(isInView(from, [-1, 5, 8, 1, 6, 9], 1)).toBe(false)
  })

  it('computes the image rectangle that a box covers', () => {
    fc.assert(
      fc.property(pose, box, (from, around) => {
        const [x, y, width, height] = computePixelRect(from, around, 900, 600, 0)
        for (const corner of boxCorners(around)) {
          const place = projectPoint(from, corner, 1.5)
          if (!(Math.abs(place.x) <= 1 && Math.abs(place.y) <= 1)) continue
          const px = ((place.x + 1) / 2) * 900
          const py = ((place.y + 1) / 2) * 600
          expect(px >= x - 0.01 && px <= x + width + 0.01).toBe(true)
          expect(py >= y - 0.01 && py <= y + height + 0.01).toBe(true)
        }
        expect(x >= 0 && y >= 0 && x + width <= 900 && y + height <= 600).toBe(true)
      }),
    )
    const ahead = orthonormalize({
      ...fitHomePose([0, 0, 0, 1, 1, 1], 1),
      eye: [0, 0, 0],
      forward: [0, 1, 0],
      up: [0, 0, 1],
      fov_deg: 90,
    })
    expect(computePixelRect(ahead, [-1.05, 10, -1.05, 0.05, 10, 0.05], 200, 200, 2)).toEqual([87, 87, 16, 16])
  })

  it('the depth range includes everything of a box ahead of the camera', () => {
    fc.assert(
      fc.property(pose, box, (from, around) => {
        const { near, far } = computeDepthRange(from, around)
        expect(near).toBeLessThan(far)
        if (from.projection === 'perspective') expect(near).toBeGreaterThan(0)
        for (const corner of boxCorners(around)) {
          const depth = dot(subtract(corner, from.eye), from.forward)
          expect(depth).toBeLessThan(far)
          if (depth > 0.3 || from.projection === 'orthographic') expect(depth).toBeGreaterThan(near - 1e-6)
        }
      }),
    )
  })

  it('the projection matrices agree with the projection formulas', () => {
    fc.assert(
      fc.property(
        pose,
        fc.double({ min: -0.9, max: 0.9, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (from, x, share) => {
          const ray = buildViewRay(from, x, 0.4, 1.7)
          const seen = addScaled(ray.origin, ray.direction, from.focus_m * share)
          const times = (m: number[], v: number[]) =>
            [0, 1, 2, 3].map((row) => v.reduce((sum, value, column) => sum + m[column * 4 + row]! * value, 0))
          const clip = times(
            buildProjectionMatrix(from, 1.7, 0.01, 5000),
            times(buildViewMatrix(from), [...seen, 1]),
          )
          expect(clip[0]! / clip[3]!).toBeCloseTo(x, 6)
          expect(clip[1]! / clip[3]!).toBeCloseTo(0.4, 6)
        },
      ),
    )
  })
})
