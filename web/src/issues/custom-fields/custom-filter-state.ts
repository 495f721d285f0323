import {
  type CustomCondition,
  type CustomTest,
  formatCustomFilter,
  parseCustomFilter,
} from '@plumbline/contract/issues/custom-filter'
import { buildCustomKey, type CustomFieldKey } from '@plumbline/contract/issues/custom-keys'

/** The filter by the project's custom fields in the URL, one field at a time. */

export type Conditions = Partial<Record<CustomTest, string[]>>

/** The fields that the filter names, by their keys. */
export const listFilteredFields = (filter: string): CustomFieldKey[] => [
  ...new Set(parseCustomFilter(filter).map(({ field }) => buildCustomKey(field))),
]

export const getConditions = (filter: string, id: string): Conditions =>
  Object.fromEntries(
    parseCustomFilter(filter)
      .filter(({ field }) => field === id)
      .map(({ test, values }) => [test, values]),
  )

/** Replaces the conditions of a field in the filter; empty conditions remove the field. */
export function setConditions(filter: string, id: string, conditions: Conditions): string {
  const others = parseCustomFilter(filter).filter(({ field }) => field !== id)
  const own = Object.entries(conditions).map(
    ([test, values]): CustomCondition => ({ field: id, test: test as CustomTest, values }),
  )
  return formatCustomFilter([...others, ...own])
}
