import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { useRef, useState } from 'react'
import { pushState, redoStep, startHistory, undoStep } from './markup-history.ts'
import {
  addShapeAtCentre,
  cancelStroke,
  continueStroke,
  endStroke,
  getSelectedShape,
  type HitTolerance,
  MAX_SHAPES,
  type MarkupState,
  type MarkupTool,
  nudgeSelected,
  removeShape,
  replaceSelected,
  setStyle,
  startStroke,
} from './markup-state.ts'
import type { ImagePoint, InkStyle } from './shapes.ts'

/**
 * State of the markup editor and its actions. The state is also kept in a ref: pointer events arrive faster than
 * renders.
 */
export function useMarkup(
  initial: readonly MarkupShape[],
  style: InkStyle,
  newWords: string,
  /** drawn over the initial ones before */
  restored: readonly MarkupShape[] = initial,
) {
  const [state, setState] = useState<MarkupState>(() => ({
    history: pushState(startHistory(initial), restored),
    tool: 'PEN',
    style,
    selected: -1,
    grip: null,
  }))
  const latest = useRef(state)
  function set(change: (now: MarkupState) => MarkupState): MarkupState {
    latest.current = change(latest.current)
    setState(latest.current)
    return latest.current
  }
  const { history, tool, selected } = state
  const shape = getSelectedShape(state)
  return {
    shapes: history.shapes,
    shape,
    selected,
    tool,
    style: shape && shape.kind !== 'BLUR' ? { color: shape.color, width: shape.width } : state.style,
    /** whether a pointer is drawing or dragging the selected shape */
    held: state.grip !== null,
    isFull: history.shapes.length >= MAX_SHAPES,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** returns whether the stroke draws or drags something */
    begin: (spot: ImagePoint, reach: HitTolerance) =>
      set((now) => startStroke(now, spot, reach, newWords)).grip !== null,
    go: (spot: ImagePoint) => void set((now) => continueStroke(now, spot)),
    end: () => void set(endStroke),
    cancel: () => void set(cancelStroke),
    choose: (next: MarkupTool) => void set((now) => ({ ...now, tool: next, selected: -1 })),
    select: (index: number) => void set((now) => ({ ...now, tool: 'SELECT', selected: index })),
    restyle: (values: Partial<InkStyle>) => void set((now) => setStyle(now, values)),
    write: (text: string) =>
      void set((now) => {
        const words = getSelectedShape(now)
        return words?.kind === 'TEXT' ? replaceSelected(now, { ...words, text }, true) : now
      }),
    nudge: (by: ImagePoint, resizes: boolean) => void set((now) => nudgeSelected(now, by, resizes)),
    place: () => void set((now) => addShapeAtCentre(now, newWords)),
    remove: (index: number) => void set((now) => removeShape(now, index)),
    load: (shapes: readonly MarkupShape[]) =>
      void set((now) => ({ ...now, history: startHistory(shapes), selected: -1 })),
    undo: () => void set((now) => ({ ...now, history: undoStep(now.history), selected: -1 })),
    redo: () => void set((now) => ({ ...now, history: redoStep(now.history), selected: -1 })),
  }
}
export type MarkupControls = ReturnType<typeof useMarkup>
