import { expect, test } from 'vitest'
import { redoStep, startHistory, undoStep } from './markup-history.ts'
import {
  addShapeAtCentre,
  cancelStroke,
  continueStroke,
  endStroke,
  getSelectedShape,
  MAX_SHAPES,
  type MarkupState,
  type MarkupTool,
  nudgeSelected,
  removeShape,
  setStyle,
  startStroke,
} from './markup-state.ts'
import type { ImagePoint } from './shapes.ts'

const reach = { size: { width: 1000, height: 500 }, reach_px: 10 }
const start = (tool: MarkupTool): MarkupState => ({
  history: startHistory([]),
  tool,
  style: { color: 'RED', width: 0.01 },
  selected: -1,
  grip: null,
})
const drag = (state: MarkupState, from: ImagePoint, ...to: ImagePoint[]) =>
  endStroke(to.reduce(continueStroke, startStroke(state, from, reach, 'Text')))
const drawn = (state: MarkupState) => state.history.shapes

test('A drag draws one shape as one undo step', () => {
  const state = drag(start('BOX'), [0.1, 0.1], [0.2, 0.2], [0.4, 0.3])
  expect(drawn(state)).toMatchObject([{ kind: 'BOX', from: [0.1, 0.1], to: [0.4, 0.3], color: 'RED' }])
  const back = undoStep(state.history)
  expect(back.shapes).toEqual([])
  expect(redoStep(back).shapes).toEqual(drawn(state))
})

test('A drag below the minimum size and a cancelled stroke add no shape', () => {
  expect(drawn(drag(start('ARROW'), [0.1, 0.1], [0.1001, 0.1]))).toEqual([])
  const begun = continueStroke(startStroke(start('PEN'), [0.1, 0.1], reach, ''), [0.5, 0.5])
  const cancelled = cancelStroke(begun)
  expect([drawn(cancelled), cancelled.history.past, cancelled.history.future]).toEqual([[], [], []])
})

test('Dragging moves a shape or its end, and a click alone changes nothing', () => {
  const one = { ...drag(start('BOX'), [0.1, 0.1], [0.4, 0.4]), tool: 'SELECT' as const }
  const moved = drag(one, [0.1, 0.2], [0.2, 0.2])
  expect(drawn(moved)).toMatchObject([{ from: [0.2, 0.1], to: [0.5, 0.4] }])
  const sized = drag(moved, [0.5, 0.4], [0.7, 0.6])
  expect(drawn(sized)).toMatchObject([{ from: [0.2, 0.1], to: [0.7, 0.6] }])
  const pressed = drag(sized, [0.2, 0.2])
  expect(pressed.history.past.length).toBe(sized.history.past.length)
  expect(drag(sized, [0.95, 0.95]).selected).toBe(-1)
})

test('A click places a text and switches to the select tool', () => {
  const state = drag(start('TEXT'), [0.3, 0.3])
  expect(getSelectedShape(state)).toMatchObject({ kind: 'TEXT', at: [0.3, 0.3], text: 'Text' })
  expect(state.tool).toBe('SELECT')
})

test('A shape can be placed, moved, resized, coloured and removed without a pointer', () => {
  const placed = addShapeAtCentre(start('CLOUD'), '')
  const changed = setStyle(nudgeSelected(nudgeSelected(placed, [0.1, 0], false), [0, 0.1], true), {
    color: 'BLUE',
  })
  expect(drawn(changed)).toMatchObject([
    { kind: 'CLOUD', from: [0.5, 0.45], to: [0.7, expect.closeTo(0.65)], color: 'BLUE' },
  ])
  expect(drawn(removeShape(changed, 0))).toEqual([])
  expect(undoStep(removeShape(changed, 0).history).shapes).toHaveLength(1)
})

test('A markup cannot exceed the maximum number of shapes', () => {
  let state = start('BOX')
  for (let shape = 0; shape < MAX_SHAPES + 5; shape++) state = addShapeAtCentre({ ...state, tool: 'BOX' }, '')
  expect(drawn(state)).toHaveLength(MAX_SHAPES)
  expect(drawn(drag({ ...state, tool: 'BOX' }, [0, 0], [1, 1]))).toHaveLength(MAX_SHAPES)
})
