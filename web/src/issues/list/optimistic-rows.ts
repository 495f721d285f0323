import type { BodyOf } from '@plumbline/contract/http'
import type { updateIssue } from '@plumbline/contract/issues/issues'
import { mergeFields } from '../../base/nested-fields.ts'

export type RowChanges = Partial<
  Pick<
    BodyOf<typeof updateIssue>,
    | 'status'
    | 'priority'
    | 'assignee_id'
    | 'labels'
    | 'due_date'
    | 'trade'
    | 'level_id'
    | 'section_id'
    | 'type'
    | 'comment'
  >
>

/** The changes of issues that are shown before the server has them, by issue id, the later ones over the earlier ones. */
export function createOptimisticRows() {
  let pending: ReadonlyMap<string, readonly RowChanges[]> = new Map()
  let shown: ReadonlyMap<string, RowChanges> = new Map()
  const listeners = new Set<() => void>()
  function setPending(id: string, changes: readonly RowChanges[]) {
    const next = new Map(pending)
    if (changes.length > 0) next.set(id, changes)
    else next.delete(id)
    pending = next
    shown = new Map([...next].map(([each, made]) => [each, mergeFields({}, ...made)]))
    for (const listener of listeners) listener()
  }
  return {
    read: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns a function that takes this change back; the same fields in other changes stay. */
    add(id: string, made: RowChanges): () => void {
      const changes = { ...made }
      setPending(id, [...(pending.get(id) ?? []), changes])
      return () =>
        setPending(
          id,
          (pending.get(id) ?? []).filter((each) => each !== changes),
        )
    },
  }
}
