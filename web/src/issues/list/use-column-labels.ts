import { useListedFieldLabels } from '../field-names.ts'
import type { ColumnId } from './columns.ts'
import { useListText } from './text.ts'

/** The heads of the columns of the issue list. */
export function useColumnLabels(): Record<ColumnId, string> {
  return { ...useListedFieldLabels(), ...useListText().columns }
}
