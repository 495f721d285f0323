import type { CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import { getDecimalFilter } from '@plumbline/contract/issues/filter'
import {
  buildRecord,
  type FieldAlias,
  fieldsIn,
  type IssueFieldName,
  putFirst,
} from '@plumbline/contract/issues/issue-fields'
import type { IssueFilterName } from './issue-query.ts'

const choices = buildRecord(fieldsIn('filter', 'choice'), (field) => field)

/** Filter fields and their URL parameters. */
export const paramsByField = {
  status: ['status'],
  assignee: ['assignee_id'],
  level: ['level_id'],
  section: ['section_id'],
  label: ['label'],
  due: ['due', 'due_from', 'due_to'],
  author: ['created_by'],
  watcher: ['watcher_id'],
  created: ['created_from', 'created_to'],
  updated: ['updated_from', 'updated_to'],
  closed: ['closed_from', 'closed_to'],
  model: ['bim_file_header_id'],
  source: ['source'],
  ...buildRecord(fieldsIn('filter', 'choice', 'line'), (field) => [field] as const),
  ...buildRecord(fieldsIn('filter', 'decimal'), getDecimalFilter),
  number: ['number'],
} as const satisfies Record<string, readonly IssueFilterName[]>

export type FilterField = keyof typeof paramsByField
/** A filter field, or one of the project's custom fields by its key. */
export type AnyFilterField = FilterField | CustomFieldKey
export const isBuiltIn = (field: AnyFilterField): field is FilterField => Object.hasOwn(paramsByField, field)
/** Filter fields that are not a field of an issue, or have another name. */
export type OtherFilterField = Exclude<FilterField, FieldAlias<IssueFieldName> | 'status'>
export const filterFieldNames = putFirst(Object.keys(paramsByField) as FilterField[], [
  'status',
  'priority',
  'assignee',
  'trade',
  'level',
  'section',
  'type',
  'label',
  'due',
])

/** Filter fields with multiple choice, and their URL parameter. */
export const listFilterParams = {
  status: 'status',
  assignee: 'assignee_id',
  level: 'level_id',
  section: 'section_id',
  label: 'label',
  author: 'created_by',
  watcher: 'watcher_id',
  model: 'bim_file_header_id',
  source: 'source',
  ...choices,
} as const satisfies Partial<Record<FilterField, IssueFilterName>>
export type ListFilterField = keyof typeof listFilterParams
export const isListField = (field: FilterField): field is ListFilterField => field in listFilterParams

/** Filter fields with a date range, and the URL parameters of its start and end. */
export const dayFilterParams = {
  due: ['due_from', 'due_to'],
  created: ['created_from', 'created_to'],
  updated: ['updated_from', 'updated_to'],
  closed: ['closed_from', 'closed_to'],
} as const
export type DayFilterField = keyof typeof dayFilterParams
export const isDayField = (field: FilterField): field is DayFilterField => field in dayFilterParams
