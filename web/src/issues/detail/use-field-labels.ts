import type { CustomValue } from '@plumbline/contract/issues/custom-fields'
import { parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import { buildRecord, fieldsOf } from '@plumbline/contract/issues/issue-fields'
import type { IssueStatus } from '@plumbline/contract/issues/issues'
import { listLevels, listSections } from '@plumbline/contract/projects/projects'
import { useRead } from '../../api/query.ts'
import { useStatusNames } from '../../ui/status-names.ts'
import { longDate } from '../../users/dates.ts'
import { useCustomFieldsText } from '../custom-fields/text.ts'
import { useCustomFields, useCustomValueFormat } from '../custom-fields/use-custom-fields.ts'
import { formatWithUnit, useChoiceWords, useFieldNames } from '../field-names.ts'
import { usePeople } from '../use-people.ts'
import type { IssueField } from './conflict.ts'
import { useDetailText } from './text.ts'

/** Formatters for field names and values: ids of people, levels and sections become names. */
export function useFieldLabels(projectId: string) {
  const text = useDetailText()
  const names = useFieldNames()
  const choiceWords = useChoiceWords()
  const statusNames = useStatusNames()
  const own = useCustomFieldsText()
  const { byId } = useCustomFields(projectId)
  const formatOwn = useCustomValueFormat(projectId)
  const params = { id: projectId }
  const { nameOf, orElse } = usePeople(projectId)
  const { data: levels } = useRead(listLevels, { params }, { silent: true })
  const { data: sections } = useRead(listSections, { params }, { silent: true })
  const person = (id: unknown) => nameOf(String(id)) ?? orElse(text.formerMember)
  const named = (places: readonly { id: string; name: string }[] | undefined, id: unknown) =>
    places?.find((place) => place.id === id)?.name ?? '…'
  const formatters: Partial<Record<IssueField, (value: unknown) => string>> = {
    status: (value) => statusNames[value as IssueStatus] ?? String(value),
    ...buildRecord(
      fieldsOf('choice'),
      (field) => (value: unknown) => choiceWords[field][String(value)] ?? String(value),
    ),
    ...buildRecord(fieldsOf('decimal'), (field) => (value: unknown) => formatWithUnit(field, Number(value))),
    assignee_id: person,
    watcher_ids: (value) => (value as unknown[]).map(person).join(', '),
    labels: (value) => (value as string[]).join(', '),
    level_id: (id) => named(levels, id),
    section_id: (id) => named(sections, id),
    due_date: (day) => longDate(String(day)),
  }
  return {
    field: (name: string): string => {
      const id = parseCustomKey(name)
      return id === null
        ? (names[name as keyof typeof names]?.[1] ?? name)
        : (byId.get(id)?.name ?? own.unknown)
    },
    /** null if the value is empty */
    value: (field: string, value: unknown): string | null => {
      if (value === null || value === undefined || value === '') return null
      if (Array.isArray(value) && value.length === 0) return null
      const id = parseCustomKey(field)
      const ownField = id === null ? undefined : byId.get(id)
      if (ownField) return formatOwn(ownField, value as CustomValue)
      return (formatters[field as IssueField] ?? String)(value)
    },
  }
}
