import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { type MarkupHistory, pushState, undoStep } from './markup-history.ts'
import {
  extendShape,
  findShapeAt,
  getEndPoints,
  type ImagePoint,
  type ImageSize,
  type InkStyle,
  isIntentionalShape,
  type MarkupShapeKind,
  moveEnd,
  moveShape,
  startShape,
} from './shapes.ts'

export type MarkupTool = 'SELECT' | MarkupShapeKind
export const MAX_SHAPES = 200

/** The effect of the current drag on the selected shape. */
type DragAction = { does: 'grow' } | { does: 'move'; last: ImagePoint } | { does: 'end'; end: number }

/** State of the markup editor. */
export interface MarkupState {
  history: MarkupHistory
  tool: MarkupTool
  style: InkStyle
  /** index of the selected shape; -1 for none */
  selected: number
  grip: DragAction | null
}
/** Size of the image in its own pixels, and the hit tolerance in the same unit. */
export interface HitTolerance {
  size: ImageSize
  reach_px: number
}

export const getSelectedShape = ({ history, selected }: MarkupState): MarkupShape | null =>
  history.shapes[selected] ?? null
const isFull = ({ history }: MarkupState) => history.shapes.length >= MAX_SHAPES

const setShapes = (state: MarkupState, shapes: readonly MarkupShape[], same = false): MarkupState => ({
  ...state,
  history: pushState(state.history, shapes, same),
})
export const replaceSelected = (state: MarkupState, next: MarkupShape, same = false) =>
  setShapes(
    state,
    state.history.shapes.map((each, at) => (at === state.selected ? next : each)),
    same,
  )
function add(state: MarkupState, shape: MarkupShape): MarkupState {
  const { shapes } = state.history
  return { ...setShapes(state, [...shapes, shape]), selected: shapes.length }
}

/** Starts dragging an end of the selected shape, or the shape under the pointer; deselects if there is none. */
function startDrag(state: MarkupState, spot: ImagePoint, { size, reach_px }: HitTolerance): MarkupState {
  const { shapes } = state.history
  const shape = getSelectedShape(state)
  const away = ([x, y]: ImagePoint) => Math.hypot((x - spot[0]) * size.width, (y - spot[1]) * size.height)
  const end = shape ? getEndPoints(shape).findIndex((each) => away(each) <= reach_px) : -1
  const selected = end >= 0 ? state.selected : findShapeAt(shapes, spot, size, reach_px)
  if (selected < 0) return { ...state, selected, grip: null }
  const grip: DragAction = end >= 0 ? { does: 'end', end } : { does: 'move', last: spot }
  // the whole drag is one undo step
  return { ...setShapes(state, [...shapes]), selected, grip }
}

/** Starts a stroke; the returned state has a grip if the stroke draws or drags something. */
export function startStroke(
  state: MarkupState,
  spot: ImagePoint,
  reach: HitTolerance,
  newWords: string,
): MarkupState {
  if (state.tool === 'SELECT') return startDrag(state, spot, reach)
  if (isFull(state)) return state
  return { ...add(state, startShape(state.tool, spot, state.style, newWords)), grip: { does: 'grow' } }
}

export function continueStroke(state: MarkupState, spot: ImagePoint): MarkupState {
  const { grip } = state
  const shape = getSelectedShape(state)
  if (!grip || !shape) return state
  if (grip.does === 'grow') return replaceSelected(state, extendShape(shape, spot), true)
  if (grip.does === 'end') return replaceSelected(state, moveEnd(shape, grip.end, spot), true)
  const by: ImagePoint = [spot[0] - grip.last[0], spot[1] - grip.last[1]]
  return { ...replaceSelected(state, moveShape(shape, by), true), grip: { does: 'move', last: spot } }
}

/** Discards the current stroke. */
export function cancelStroke(state: MarkupState): MarkupState {
  if (!state.grip) return state
  return { ...state, history: { ...undoStep(state.history), future: [] }, selected: -1, grip: null }
}

export function endStroke(state: MarkupState): MarkupState {
  const { grip, history } = state
  const shape = getSelectedShape(state)
  if (!grip || !shape) return { ...state, grip: null }
  if (grip.does === 'grow' && !isIntentionalShape(shape)) return cancelStroke(state)
  const before = history.past.at(-1)
  // a click without movement adds no undo step
  if (grip.does !== 'grow' && before?.every((each, index) => each === history.shapes[index]))
    return { ...state, history: { ...undoStep(history), future: [] }, grip: null }
  // the text of the new shape is typed next
  return { ...state, grip: null, tool: shape.kind === 'TEXT' ? 'SELECT' : state.tool }
}

/** Adds a shape in the centre, for use by keyboard. */
export function addShapeAtCentre(state: MarkupState, newWords: string): MarkupState {
  if (state.tool === 'SELECT' || isFull(state)) return state
  const shape = extendShape(startShape(state.tool, [0.4, 0.45], state.style, newWords), [0.6, 0.55])
  return { ...add(state, shape), tool: 'SELECT' }
}

/** Moves the selected shape by keyboard, or its end point if `resizes`. */
export function nudgeSelected(state: MarkupState, by: ImagePoint, resizes: boolean): MarkupState {
  const shape = getSelectedShape(state)
  if (!shape) return state
  const end = getEndPoints(shape)[1]
  const moved = resizes && end ? moveEnd(shape, 1, [end[0] + by[0], end[1] + by[1]]) : moveShape(shape, by)
  return replaceSelected(state, moved)
}

/** Sets the style of the selected shape and of the next ones. */
export function setStyle(state: MarkupState, values: Partial<InkStyle>): MarkupState {
  const shape = getSelectedShape(state)
  const styled = { ...state, style: { ...state.style, ...values } }
  return shape && shape.kind !== 'BLUR' ? replaceSelected(styled, { ...shape, ...values }) : styled
}

export function removeShape(state: MarkupState, index: number): MarkupState {
  const { shapes } = state.history
  if (!shapes[index]) return state
  return {
    ...setShapes(
      state,
      shapes.filter((_, at) => at !== index),
    ),
    selected: -1,
  }
}
