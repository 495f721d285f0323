import { Markup, type MarkupShape } from '@plumbline/contract/issues/attachments'
import { expect, test } from 'vitest'
import {
  computeShapeBox,
  extendShape,
  filterShapesToSave,
  findShapeAt,
  type ImagePoint,
  isIntentionalShape,
  moveEnd,
  moveShape,
  startShape,
} from './shapes.ts'

const style = { color: 'RED', width: 0.01 } as const
const size = { width: 400, height: 200 }
const box = (from: ImagePoint, to: ImagePoint): MarkupShape => ({ kind: 'BOX', from, to, ...style })
const accepted = (shapes: MarkupShape[]) => Markup.safeParse({ shapes }).success

test('Points far outside the image are clamped to the limits that the server accepts', () => {
  for (const kind of ['PEN', 'ARROW', 'BOX', 'CLOUD', 'TEXT', 'BLUR'] as const) {
    let shape = startShape(kind, [-9, 0.5], style, 'Leak')
    for (let step = 0; step < 5000; step++) shape = extendShape(shape, [step / 100 - 9, 0.5])
    expect(accepted([shape])).toBe(true)
    expect(accepted([moveShape(shape, [5, -5])])).toBe(true)
    expect(accepted([moveEnd(shape, 1, [9, 9])])).toBe(true)
  }
})

test('A pen stroke keeps its path and drops points closer than the minimum distance', () => {
  let pen = startShape('PEN', [0.1, 0.1], style, '')
  expect(isIntentionalShape(pen)).toBe(false)
  for (const at of [0.1001, 0.2, 0.2001, 0.3]) pen = extendShape(pen, [at, 0.1])
  expect(pen).toMatchObject({
    points: [
      [0.1, 0.1],
      [0.2, 0.1],
      [0.3, 0.1],
    ],
  })
  expect(isIntentionalShape(pen)).toBe(true)
})

test('A shape moved to the edge keeps its form', () => {
  const moved = moveShape(box([1, 0.2], [1.4, 0.4]), [0.5, 0.1])
  expect(moved).toMatchObject({ from: [1.1, expect.closeTo(0.3)], to: [1.5, 0.5] })
})

test('findShapeAt prefers a line near the point to a box around it', () => {
  const inner = box([0.3, 0.3], [0.5, 0.5])
  const outer = box([0.1, 0.1], [0.9, 0.9])
  expect(findShapeAt([inner, outer], [0.3, 0.4], size, 5)).toBe(0)
  expect(findShapeAt([inner, outer], [0.4, 0.4], size, 5)).toBe(1)
  expect(findShapeAt([inner, outer], [0.95, 0.95], size, 5)).toBe(-1)
  const arrow: MarkupShape = { kind: 'ARROW', from: [0, 0], to: [1, 1], ...style }
  expect(findShapeAt([arrow], [0.5, 0.52], size, 5)).toBe(0)
  expect(findShapeAt([arrow], [0.8, 0.2], size, 5)).toBe(-1)
})

test('The bounding box of a text grows with its number of letters', () => {
  const words: MarkupShape = { kind: 'TEXT', at: [0.5, 0.5], text: 'Leak', ...style }
  expect(computeShapeBox(words, size)).toMatchObject({ x: 200, y: 100, height: expect.closeTo(28.8) })
  expect(findShapeAt([words], [0.55, 0.55], size, 2)).toBe(0)
})

test('Tiny shapes and empty texts are not saved', () => {
  const words = (text: string): MarkupShape => ({ kind: 'TEXT', at: [0, 0], text, ...style })
  const kept = filterShapesToSave([box([0.2, 0.2], [0.2, 0.2]), words(' '), words('Leak')])
  expect(kept).toEqual([words('Leak')])
})
