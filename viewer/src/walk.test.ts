import type { Box } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { fitHomePose, turnTowards } from './camera.ts'
import { computeStandingPose } from './features/walk.ts'

const house: Box = [0, 0, -1, 20, 10, 8]

test('walking from a distance starts in front of the model, on its ground, looking horizontally', () => {
  const { eye, forward, up } = computeStandingPose(fitHomePose(house, 1.5), house, 0)
  // the home view looks from the south-east
  expect(eye[0]).toBeGreaterThan(10)
  expect(eye[1]).toBeLessThan(0)
  expect(eye[2]).toBeCloseTo(1.65)
  expect(forward[2]).toBe(0)
  expect(up).toEqual([0, 0, 1])
  const toMiddle = [10 - eye[0], 5 - eye[1]] as const
  expect(toMiddle[0] * forward[1] - toMiddle[1] * forward[0]).toBeCloseTo(0)
  expect(Math.hypot(...toMiddle)).toBeLessThan(20)
})

test("from straight above, walking looks in the direction of the camera's up vector", () => {
  const { eye, forward } = computeStandingPose(turnTowards(fitHomePose(house, 1.5), 'top'), house, 0)
  expect(forward).toEqual([0, 1, 0])
  expect(eye).toEqual([10, -6, 1.65])
})
