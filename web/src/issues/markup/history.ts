import type { MarkupShape } from '@plumbline/contract/issues/attachments'

/** Undo history of a markup. */
export interface History {
  past: readonly (readonly MarkupShape[])[]
  shapes: readonly MarkupShape[]
  future: readonly (readonly MarkupShape[])[]
}

const MOST = 200

export const begin = (shapes: readonly MarkupShape[]): History => ({ past: [], shapes, future: [] })

/** Appends a state; with `same` it replaces the current one, as during a drag. */
export function advance(history: History, shapes: readonly MarkupShape[], same = false): History {
  if (shapes === history.shapes) return history
  const past = same ? history.past : [...history.past, history.shapes].slice(-MOST)
  return { past, shapes, future: [] }
}

export function undo({ past, shapes, future }: History): History {
  const last = past.at(-1)
  return last
    ? { past: past.slice(0, -1), shapes: last, future: [shapes, ...future] }
    : { past, shapes, future }
}

export function redo({ past, shapes, future }: History): History {
  const [next, ...rest] = future
  return next ? { past: [...past, shapes], shapes: next, future: rest } : { past, shapes, future }
}
