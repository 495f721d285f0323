import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { useRef, useState } from 'react'
import {
  beginStroke,
  cancelStroke,
  chosen,
  type DrawingState,
  endStroke,
  goOn,
  MOST_SHAPES,
  nudge,
  placeShape,
  type Reach,
  removeShape,
  replaceChosen,
  restyle,
  type Tool,
} from './drawing.ts'
import { begin, redo, undo } from './history.ts'
import type { Spot, Style } from './shapes.ts'

/**
 * State of the markup editor and its actions. The state is also kept in a ref: pointer events arrive faster than
 * renders.
 */
export function useDrawing(initial: readonly MarkupShape[], style: Style, newWords: string) {
  const [state, setState] = useState<DrawingState>(() => ({
    history: begin(initial),
    tool: 'PEN',
    style,
    selected: -1,
    grip: null,
  }))
  const latest = useRef(state)
  function set(change: (now: DrawingState) => DrawingState): DrawingState {
    latest.current = change(latest.current)
    setState(latest.current)
    return latest.current
  }
  const { history, tool, selected } = state
  const shape = chosen(state)
  return {
    shapes: history.shapes,
    shape,
    selected,
    tool,
    style: shape && shape.kind !== 'BLUR' ? { color: shape.color, width: shape.width } : state.style,
    /** whether a pointer is drawing or dragging the selected shape */
    held: state.grip !== null,
    isFull: history.shapes.length >= MOST_SHAPES,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** returns whether the stroke draws or drags something */
    begin: (spot: Spot, reach: Reach) => set((now) => beginStroke(now, spot, reach, newWords)).grip !== null,
    go: (spot: Spot) => void set((now) => goOn(now, spot)),
    end: () => void set(endStroke),
    cancel: () => void set(cancelStroke),
    choose: (next: Tool) => void set((now) => ({ ...now, tool: next, selected: -1 })),
    select: (index: number) => void set((now) => ({ ...now, tool: 'SELECT', selected: index })),
    restyle: (values: Partial<Style>) => void set((now) => restyle(now, values)),
    write: (text: string) =>
      void set((now) => {
        const words = chosen(now)
        return words?.kind === 'TEXT' ? replaceChosen(now, { ...words, text }, true) : now
      }),
    nudge: (by: Spot, resizes: boolean) => void set((now) => nudge(now, by, resizes)),
    place: () => void set((now) => placeShape(now, newWords)),
    remove: (index: number) => void set((now) => removeShape(now, index)),
    load: (shapes: readonly MarkupShape[]) =>
      void set((now) => ({ ...now, history: begin(shapes), selected: -1 })),
    undo: () => void set((now) => ({ ...now, history: undo(now.history), selected: -1 })),
    redo: () => void set((now) => ({ ...now, history: redo(now.history), selected: -1 })),
  }
}
export type Drawing = ReturnType<typeof useDrawing>
