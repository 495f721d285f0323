import type { Vec3 } from '@plumbline/bim/model'
import { expect, it } from 'vitest'
import type { Ray } from './camera.ts'
import { computeHeading, computeReaderPose, computeSheetNormal } from './sheet-pose.ts'

it('A sheet hangs on upright faces only', () => {
  expect(computeSheetNormal([0, 0, 1])).toBeNull()
  expect(computeSheetNormal([0.6, 0, -0.8])).toBeNull()
  expect(computeSheetNormal([0, -1, 0])).toEqual([0, -1, 0])
  const [x, y, z] = computeSheetNormal([0.9, 0, 0.436]) ?? []
  expect([x, y, z]).toEqual([1, 0, 0])
})

it('The heading is where the reader looks, clockwise from north', () => {
  const headings = [
    [0, -1, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ].map((normal) => computeHeading(normal as Vec3))
  expect(headings).toEqual([0, 90, 180, 270])
  expect(computeHeading([1e-7, -1, 0])).toBe(0)
})

const cast = (behind: number | null, floor: number | null) => (ray: Ray, limit: number) => {
  const distance = ray.direction[2] === -1 ? floor : behind
  return distance !== null && distance < limit ? { distance } : null
}

it('The reader stands in front of the sheet at eye height and looks at it', () => {
  const pose = computeReaderPose([5, 0, 4.5], [0, -1, 0], cast(null, 1.5))
  expect(pose.eye.map((value) => Number(value.toFixed(3)))).toEqual([5, -3, 4.65])
  const at = pose.eye.map((value, axis) => value + (pose.forward[axis] as number) * pose.focus_m)
  expect(at.map((value) => Number(value.toFixed(3)))).toEqual([5, 0, 4.5])
})

it('The reader stands nearer in a narrow corridor, and at the height of the sheet without a floor', () => {
  expect(computeReaderPose([5, 0, 4.5], [0, -1, 0], cast(1.4, 1.5)).eye[1]).toBeCloseTo(-1.2, 3)
  expect(computeReaderPose([5, 0, 4.5], [0, -1, 0], cast(0.3, null)).eye).toEqual([5, -0.6, 4.5])
})

it('The eye height counts from the storey where it lies below the sheet', () => {
  const eyeAt = (elevation: number) =>
    computeReaderPose([5, 0, 4.5], [0, -1, 0], cast(null, 1.5), elevation).eye[2]
  expect(eyeAt(2.9)).toBeCloseTo(4.55, 3)
  for (const elsewhere of [6, 0]) expect(eyeAt(elsewhere)).toBeCloseTo(4.65, 3)
})
