import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { advance, type History, undo } from './history.ts'
import {
  endsOf,
  growShape,
  isDrawn,
  moveEnd,
  moveShape,
  type ShapeKind,
  type Size,
  type Spot,
  type Style,
  shapeAt,
  startShape,
} from './shapes.ts'

export type Tool = 'SELECT' | ShapeKind
export const MOST_SHAPES = 200

/** What the current drag does to the selected shape. */
type Grip = { does: 'grow' } | { does: 'move'; last: Spot } | { does: 'end'; end: number }

/** State of the markup editor. */
export interface DrawingState {
  history: History
  tool: Tool
  style: Style
  /** index of the selected shape; -1 for none */
  selected: number
  grip: Grip | null
}
/** Size of the image in its own pixels, and the hit tolerance in the same unit. */
export interface Reach {
  size: Size
  reach_px: number
}

export const chosen = ({ history, selected }: DrawingState): MarkupShape | null =>
  history.shapes[selected] ?? null
const isFull = ({ history }: DrawingState) => history.shapes.length >= MOST_SHAPES

const put = (state: DrawingState, shapes: readonly MarkupShape[], same = false): DrawingState => ({
  ...state,
  history: advance(state.history, shapes, same),
})
export const replaceChosen = (state: DrawingState, next: MarkupShape, same = false) =>
  put(
    state,
    state.history.shapes.map((each, at) => (at === state.selected ? next : each)),
    same,
  )
function add(state: DrawingState, shape: MarkupShape): DrawingState {
  const { shapes } = state.history
  return { ...put(state, [...shapes, shape]), selected: shapes.length }
}

/** Starts dragging an end of the selected shape, or the shape under the pointer; deselects if there is none. */
function grab(state: DrawingState, spot: Spot, { size, reach_px }: Reach): DrawingState {
  const { shapes } = state.history
  const shape = chosen(state)
  const away = ([x, y]: Spot) => Math.hypot((x - spot[0]) * size.width, (y - spot[1]) * size.height)
  const end = shape ? endsOf(shape).findIndex((each) => away(each) <= reach_px) : -1
  const selected = end >= 0 ? state.selected : shapeAt(shapes, spot, size, reach_px)
  if (selected < 0) return { ...state, selected, grip: null }
  const grip: Grip = end >= 0 ? { does: 'end', end } : { does: 'move', last: spot }
  // the whole drag is one undo step
  return { ...put(state, [...shapes]), selected, grip }
}

/** Starts a stroke; the returned state has a grip if the stroke draws or drags something. */
export function beginStroke(state: DrawingState, spot: Spot, reach: Reach, newWords: string): DrawingState {
  if (state.tool === 'SELECT') return grab(state, spot, reach)
  if (isFull(state)) return state
  return { ...add(state, startShape(state.tool, spot, state.style, newWords)), grip: { does: 'grow' } }
}

export function goOn(state: DrawingState, spot: Spot): DrawingState {
  const { grip } = state
  const shape = chosen(state)
  if (!grip || !shape) return state
  if (grip.does === 'grow') return replaceChosen(state, growShape(shape, spot), true)
  if (grip.does === 'end') return replaceChosen(state, moveEnd(shape, grip.end, spot), true)
  const by: Spot = [spot[0] - grip.last[0], spot[1] - grip.last[1]]
  return { ...replaceChosen(state, moveShape(shape, by), true), grip: { does: 'move', last: spot } }
}

/** Discards the current stroke. */
export function cancelStroke(state: DrawingState): DrawingState {
  if (!state.grip) return state
  return { ...state, history: { ...undo(state.history), future: [] }, selected: -1, grip: null }
}

export function endStroke(state: DrawingState): DrawingState {
  const { grip, history } = state
  const shape = chosen(state)
  if (!grip || !shape) return { ...state, grip: null }
  if (grip.does === 'grow' && !isDrawn(shape)) return cancelStroke(state)
  const before = history.past.at(-1)
  // a click without movement adds no undo step
  if (grip.does !== 'grow' && before?.every((each, index) => each === history.shapes[index]))
    return { ...state, history: { ...undo(history), future: [] }, grip: null }
  // the text of the new shape is typed next
  return { ...state, grip: null, tool: shape.kind === 'TEXT' ? 'SELECT' : state.tool }
}

/** Adds a shape in the centre, for use by keyboard. */
export function placeShape(state: DrawingState, newWords: string): DrawingState {
  if (state.tool === 'SELECT' || isFull(state)) return state
  const shape = growShape(startShape(state.tool, [0.4, 0.45], state.style, newWords), [0.6, 0.55])
  return { ...add(state, shape), tool: 'SELECT' }
}

/** Moves the selected shape by keyboard, or its end point if `resizes`. */
export function nudge(state: DrawingState, by: Spot, resizes: boolean): DrawingState {
  const shape = chosen(state)
  if (!shape) return state
  const end = endsOf(shape)[1]
  const moved = resizes && end ? moveEnd(shape, 1, [end[0] + by[0], end[1] + by[1]]) : moveShape(shape, by)
  return replaceChosen(state, moved)
}

/** Sets the style of the selected shape and of the next ones. */
export function restyle(state: DrawingState, values: Partial<Style>): DrawingState {
  const shape = chosen(state)
  const styled = { ...state, style: { ...state.style, ...values } }
  return shape && shape.kind !== 'BLUR' ? replaceChosen(styled, { ...shape, ...values }) : styled
}

export function removeShape(state: DrawingState, index: number): DrawingState {
  const { shapes } = state.history
  if (!shapes[index]) return state
  return {
    ...put(
      state,
      shapes.filter((_, at) => at !== index),
    ),
    selected: -1,
  }
}
