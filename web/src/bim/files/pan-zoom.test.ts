import { expect, test } from 'vitest'
import { fitView, panBy, zoomAt } from './pan-zoom.ts'

const sheet = { width: 2000, height: 1000 }
const box = { width: 800, height: 600 }

test('fitView centres the whole sheet', () => {
  const { scale, x, y } = fitView(sheet, box)
  expect(sheet.width * scale).toBeCloseTo(768)
  expect(x).toBeCloseTo(16)
  expect(y * 2 + sheet.height * scale).toBeCloseTo(600)
})

test('zoomAt keeps the point under the pointer in place', () => {
  const at = { x: 300, y: 250 }
  let view = fitView(sheet, box)
  const before = { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }
  for (const factor of [2, 1.3, 5, 0.5]) {
    view = zoomAt(view, factor, at, sheet, box)
    expect((at.x - view.x) / view.scale).toBeCloseTo(before.x)
    expect((at.y - view.y) / view.scale).toBeCloseTo(before.y)
  }
})

test('The zoom is limited, and panning never moves the sheet out of the frame', () => {
  const whole = fitView(sheet, box)
  const far = zoomAt(whole, 1e-9, { x: 0, y: 0 }, sheet, box)
  expect(far.scale).toBeCloseTo(whole.scale / 2)
  const near = zoomAt(whole, 1e9, { x: 400, y: 300 }, sheet, box)
  expect(near.scale).toBeCloseTo(whole.scale * 64)
  const moved = panBy(whole, { x: -1e6, y: 1e6 }, sheet, box)
  expect(moved.x + sheet.width * moved.scale).toBeGreaterThan(100)
  expect(moved.y).toBeLessThan(box.height - 100)
})
