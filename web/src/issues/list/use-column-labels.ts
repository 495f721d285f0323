import { useProject } from '../../projects/use-project.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { useListedFieldLabels } from '../field-names.ts'
import { type BuiltInColumnId, type ColumnId, getOwnField } from './columns.ts'
import { useListText } from './text.ts'

/** The heads of the columns that every project has. */
export function useColumnLabels(): Record<BuiltInColumnId, string> {
  return { ...useListedFieldLabels(), ...useListText().columns }
}

/** Returns the head of any column of the issue list. */
export function useColumnLabel(): (id: ColumnId) => string {
  const labels = useColumnLabels()
  const { byId } = useCustomFields(useProject().id)
  return (id) => {
    const field = getOwnField(id)
    return field === null ? labels[id as BuiltInColumnId] : (byId.get(field)?.name ?? '')
  }
}
