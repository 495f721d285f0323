import type { Box } from '@plumbline/bim/model'
import type { ClippingPlane } from '@plumbline/viewer/clipping'
import { expect, test } from 'vitest'
import { findSectionRoom } from './section-room.ts'

const box: Box = [0, 0, 0, 1, 1, 1]
const planes = (count: number): ClippingPlane[] =>
  Array.from({ length: count }, () => ({ location: [0, 0, 0], direction: [0, 0, 1] }))

test('A box is offered where its six planes still cut, and a plane where one more does', () => {
  expect(findSectionRoom({ box: null, planes: planes(10), plan: false })).toEqual({
    forPlane: true,
    forBox: true,
  })
  expect(findSectionRoom({ box: null, planes: planes(11), plan: false })).toEqual({
    forPlane: true,
    forBox: false,
  })
  expect(findSectionRoom({ box: null, planes: planes(16), plan: false })).toEqual({
    forPlane: false,
    forBox: false,
  })
  expect(findSectionRoom({ box, planes: planes(10), plan: false })).toEqual({ forPlane: false, forBox: true })
  expect(findSectionRoom({ box: null, planes: planes(16), plan: true })).toEqual({
    forPlane: true,
    forBox: true,
  })
})
