import { type CustomField, groupKinds } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'

/** Orders that menus offer beside the heads of columns. */
export const sorts = ['-number', '-updated_at', 'due_date', '-priority', 'name'] as const

/** The project's own fields by which a list can be grouped, and all of them to sort by. */
export function useOwnOrders(projectId: string) {
  const { offered } = useCustomFields(projectId)
  const toOption = ({ id, name }: CustomField) => ({ value: buildCustomKey(id), label: name })
  return {
    ownGroups: offered.filter(({ kind }) => groupKinds.includes(kind)).map(toOption),
    ownSorts: offered.map(toOption),
  }
}
