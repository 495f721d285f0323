import type { BodyOf } from '@plumbline/contract/http'
import type { CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import { issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import type { Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { buildFields, listFields, readField } from '../../base/nested-fields.ts'

/** The fields that an update of an issue may set, without the accompanying comment. */
export type IssueChanges = Omit<BodyOf<typeof updateIssue>, 'comment'>
export type IssueField = keyof IssueChanges | CustomFieldKey

const editableFields: readonly IssueField[] = ['status', ...issueFieldNames, 'watcher_ids', 'custom_fields']
const isEditable = (field: string): field is IssueField =>
  editableFields.some((each) => field === each || field.startsWith(`${each}.`))
const listEditable = (values: object) => listFields(values).filter(isEditable)

/** Set-valued fields: concurrent changes are merged instead of conflicting. */
const setFields: readonly IssueField[] = ['labels', 'watcher_ids']

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value)
export const isSameValue = (a: unknown, b: unknown) =>
  JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null)

/** The current values of the fields that a change sets. */
export function getCurrentValues(issue: Issue, changes: IssueChanges): IssueChanges {
  return buildFields(
    listEditable(changes).map((field) => [field, readField(issue, field) ?? null]),
  ) as IssueChanges
}

/** The fields in which two states of an issue differ. */
export function listChangedIssueFields(old: Issue, now: Issue): IssueField[] {
  const fields = new Set([...listEditable(old), ...listEditable(now)])
  return [...fields].filter((field) => !isSameValue(readField(old, field), readField(now, field)))
}

function mergeSets(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const kept = theirs.filter((value) => mine.includes(value) || !base.includes(value))
  return [...kept, ...mine.filter((value) => !base.includes(value) && !theirs.includes(value))]
}

export interface MergeResult {
  /** changes that remain to be written; may be empty */
  changes: IssueChanges
  /** conflicting fields: others set them to a different value */
  overlap: IssueField[]
}

/**
 * Three-way merge: rebases a change made on `base` onto the current issue. Labels and watchers are merged as sets; other
 * fields that both sides changed are returned as overlap, for the user to decide.
 */
export function mergeChanges(base: IssueChanges, mine: IssueChanges, now: Issue): MergeResult {
  const changes: [IssueField, unknown][] = []
  const overlap: IssueField[] = []
  for (const field of listEditable(mine)) {
    const wanted = readField(mine, field)
    const theirs = readField(now, field)
    if (isSameValue(wanted, theirs)) continue
    if (setFields.includes(field)) {
      const lists = [readField(base, field), wanted, theirs] as string[][]
      const merged = mergeSets(lists[0] ?? [], lists[1] ?? [], lists[2] ?? [])
      if (!isSameValue(merged, theirs)) changes.push([field, merged])
      continue
    }
    changes.push([field, wanted])
    if (!isSameValue(readField(base, field), theirs)) overlap.push(field)
  }
  return { changes: buildFields(changes) as IssueChanges, overlap }
}
