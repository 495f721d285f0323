import type { MarkupShape } from '@plumbline/contract/issues/attachments'

/** Undo history of a markup. */
export interface MarkupHistory {
  past: readonly (readonly MarkupShape[])[]
  shapes: readonly MarkupShape[]
  future: readonly (readonly MarkupShape[])[]
}

const MAX_STEPS = 200

export const startHistory = (shapes: readonly MarkupShape[]): MarkupHistory => ({
  past: [],
  shapes,
  future: [],
})

/** Appends a state; with `same` it replaces the current one, as during a drag. */
export function pushState(
  history: MarkupHistory,
  shapes: readonly MarkupShape[],
  same = false,
): MarkupHistory {
  if (shapes === history.shapes) return history
  const past = same ? history.past : [...history.past, history.shapes].slice(-MAX_STEPS)
  return { past, shapes, future: [] }
}

export function undoStep({ past, shapes, future }: MarkupHistory): MarkupHistory {
  const last = past.at(-1)
  return last
    ? { past: past.slice(0, -1), shapes: last, future: [shapes, ...future] }
    : { past, shapes, future }
}

export function redoStep({ past, shapes, future }: MarkupHistory): MarkupHistory {
  const [next, ...rest] = future
  return next ? { past: [...past, shapes], shapes: next, future: rest } : { past, shapes, future }
}
