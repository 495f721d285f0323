import type { FieldChange } from '@plumbline/contract/issues/timeline'
import type { DetailText } from './text.ts'
import { listDifference } from './timeline.ts'

interface ChangeWords {
  field: (name: string) => string
  value: (field: string, value: unknown) => string | null
}

const listFields = ['labels', 'watcher_ids']

/** Describes one field change as a predicate; the sentence starts with the person's name. */
export function describeChange(
  { field, from, to }: FieldChange,
  text: DetailText,
  words: ChangeWords,
): string {
  const name = words.field(field)
  if (listFields.includes(field)) {
    const { added, removed } = listDifference(from, to)
    const told = (values: string[]) => words.value(field, values) ?? ''
    return [
      added.length > 0 ? text.listAdded(name, told(added)) : '',
      removed.length > 0 ? text.listRemoved(name, told(removed)) : '',
    ]
      .filter(Boolean)
      .join('; ')
  }
  if (field === 'bcf') return text.rewrote(text.bcfData)
  if (field === 'description') return text.rewrote(name)
  const [was, is] = [words.value(field, from), words.value(field, to)]
  if (was === null) return text.setTo(name, is ?? text.none)
  return is === null ? text.cleared(name, was) : text.changedFrom(name, was, is)
}
