import type { IssueFieldName } from './issue-fields.ts'

/** The name of each field of an issue: on its own, as in a form or a table, and within a sentence. */
export type FieldNames = Record<
  IssueFieldName | 'status' | 'watcher_ids',
  readonly [label: string, inSentence: string]
>

export const englishFieldNames: FieldNames = {
  name: ['Title', 'title'],
  description: ['Description', 'description'],
  status: ['Status', 'status'],
  type: ['Type', 'type'],
  priority: ['Priority', 'priority'],
  trade: ['Trade', 'trade'],
  level_id: ['Level', 'level'],
  section_id: ['Section', 'section'],
  assignee_id: ['Assignee', 'assignee'],
  due_date: ['Due', 'due date'],
  labels: ['Labels', 'labels'],
  stage: ['Stage', 'stage'],
  estimate_hours: ['Estimate (h)', 'estimate'],
  visibility: ['Visible to', 'visibility'],
  watcher_ids: ['Watchers', 'watchers'],
}
