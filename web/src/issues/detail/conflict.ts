import type { BodyOf } from '@plumbline/contract/http'
import { issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import type { Issue, updateIssue } from '@plumbline/contract/issues/issues'

/** The fields that an update of an issue may set, without the accompanying comment. */
export type IssueChanges = Omit<BodyOf<typeof updateIssue>, 'comment'>
export type IssueField = keyof IssueChanges

const editableFields: readonly IssueField[] = ['status', ...issueFieldNames, 'watcher_ids']

/** Set-valued fields: concurrent changes are merged instead of conflicting. */
const setFields: readonly IssueField[] = ['labels', 'watcher_ids']

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value)
export const isSameValue = (a: unknown, b: unknown) =>
  JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null)

/** The current values of the fields that a change sets. */
export function getCurrentValues(issue: Issue, changes: IssueChanges): IssueChanges {
  const fields = editableFields.filter((field) => changes[field] !== undefined)
  return Object.fromEntries(fields.map((field) => [field, issue[field]])) as IssueChanges
}

/** The fields in which two states of an issue differ. */
export function listChangedIssueFields(old: Issue, now: Issue): IssueField[] {
  return editableFields.filter((field) => !isSameValue(old[field], now[field]))
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
  const changes: Record<string, unknown> = {}
  const overlap: IssueField[] = []
  for (const field of editableFields) {
    const wanted = mine[field]
    const theirs = now[field]
    if (wanted === undefined || isSameValue(wanted, theirs)) continue
    if (setFields.includes(field)) {
      const lists = [base[field], wanted, theirs] as string[][]
      const merged = mergeSets(lists[0] ?? [], lists[1] ?? [], lists[2] ?? [])
      if (!isSameValue(merged, theirs)) changes[field] = merged
      continue
    }
    changes[field] = wanted
    if (!isSameValue(base[field], theirs)) overlap.push(field)
  }
  return { changes: changes as IssueChanges, overlap }
}

/** A change without the given fields. */
export function omitFields(changes: IssueChanges, fields: readonly IssueField[]): IssueChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => !fields.includes(field as IssueField)),
  ) as IssueChanges
}
