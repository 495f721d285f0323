import { type CustomField, groupKinds } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'

/** Sort orders in menus, in addition to the column headers. */
export const sorts = ['-number', '-updated_at', 'due_date', '-priority', 'name'] as const

/** The project's custom fields for grouping a list, and all of them for sorting. */
export function useOwnOrders(projectId: string) {
  const { offered } = useCustomFields(projectId)
  const toOption = ({ id, name }: CustomField) => ({ value: buildCustomKey(id), label: name })
  return {
    ownGroups: offered.filter(({ kind }) => groupKinds.includes(kind)).map(toOption),
    ownSorts: offered.map(toOption),
  }
}
