import type { IssueFilterName } from './issue-query.ts'

/** Filter fields and the URL parameters that each of them uses. */
export const paramsByField = {
  status: ['status'],
  priority: ['priority'],
  assignee: ['assignee_id'],
  trade: ['trade'],
  level: ['level_id'],
  section: ['section_id'],
  type: ['type'],
  label: ['label'],
  due: ['due', 'due_from', 'due_to'],
  author: ['created_by'],
  watcher: ['watcher_id'],
  created: ['created_from', 'created_to'],
  updated: ['updated_from', 'updated_to'],
  closed: ['closed_from', 'closed_to'],
  model: ['bim_file_header_id'],
  source: ['source'],
  stage: ['stage'],
  number: ['number'],
} as const satisfies Record<string, readonly IssueFilterName[]>

export type FilterField = keyof typeof paramsByField
export const filterFieldNames = Object.keys(paramsByField) as FilterField[]

/** Filter fields with multiple choice, and their URL parameter. */
export const listFilterParams = {
  status: 'status',
  priority: 'priority',
  assignee: 'assignee_id',
  trade: 'trade',
  level: 'level_id',
  section: 'section_id',
  type: 'type',
  label: 'label',
  author: 'created_by',
  watcher: 'watcher_id',
  model: 'bim_file_header_id',
  source: 'source',
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
