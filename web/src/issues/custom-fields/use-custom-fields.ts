import {
  type CustomField,
  type CustomValue,
  listCustomFields,
} from '@plumbline/contract/issues/custom-fields'
import { useRead } from '../../api/query.ts'
import { longDate } from '../../users/dates.ts'
import { formatDecimal } from '../field-names.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useCustomFieldsText } from './text.ts'

const noFields: readonly CustomField[] = []

/** The project's custom fields: those offered in forms and lists, and all of them by id. */
export function useCustomFields(projectId: string) {
  const read = useRead(
    listCustomFields,
    { params: { id: projectId } },
    { silent: true, enabled: projectId !== '' },
  )
  const all = read.data ?? noFields
  return {
    read,
    offered: all.filter(({ archived }) => !archived),
    byId: new Map(all.map((field) => [field.id, field])),
  }
}

/** Returns a function that formats values as people read them; null for none. */
export function useCustomValueFormat(projectId: string) {
  const text = useCustomFieldsText()
  const { formerMember } = useIssueText()
  const { nameOf, orElse } = usePeople(projectId)
  return ({ kind, choices }: CustomField, value: CustomValue | null | undefined): string | null => {
    if (value === null || value === undefined || value === '') return null
    switch (kind) {
      case 'NUMBER':
        return formatDecimal(Number(value))
      case 'DATE':
        return longDate(String(value))
      case 'CHOICE':
        return choices.find(({ id }) => id === value)?.name ?? '…'
      case 'PERSON':
        return nameOf(String(value)) ?? orElse(formerMember)
      case 'CHECKBOX':
        return value ? text.yes : null
      case 'TEXT':
        return String(value)
    }
  }
}
