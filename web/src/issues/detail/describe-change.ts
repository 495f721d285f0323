import type { FieldChange } from '@plumbline/contract/issues/timeline'
import type { DetailText } from './text.ts'
import { diffLists } from './timeline.ts'

interface ChangeLabels {
  field: (name: string) => string
  value: (field: string, value: unknown) => string | null
}

const listFields = ['labels', 'watcher_ids']

/** Describes one field change as a predicate; the sentence starts with the person's name. */
export function describeChange(
  { field, from, to }: FieldChange,
  text: DetailText,
  labels: ChangeLabels,
): string {
  const name = labels.field(field)
  if (listFields.includes(field)) {
    const { added, removed } = diffLists(from, to)
    const format = (values: string[]) => labels.value(field, values) ?? ''
    return [
      added.length > 0 ? text.listAdded(name, format(added)) : '',
      removed.length > 0 ? text.listRemoved(name, format(removed)) : '',
    ]
      .filter(Boolean)
      .join('; ')
  }
  if (field === 'bcf') return text.rewrote(text.bcfData)
  if (field === 'description') return text.rewrote(name)
  const before = labels.value(field, from)
  const after = labels.value(field, to)
  if (before === null) return text.setTo(name, after ?? text.none)
  return after === null ? text.cleared(name, before) : text.changedFrom(name, before, after)
}
