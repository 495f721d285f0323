import type { BodyOf } from '@plumbline/contract/http'
import type { Issue, updateIssue } from '@plumbline/contract/issues/issues'

/** What a change of an issue may name, without the comment that goes along. */
export type IssueChanges = Omit<BodyOf<typeof updateIssue>, 'comment'>
export type IssueField = keyof IssueChanges

export const issueFieldNames = [
  'name',
  'description',
  'status',
  'type',
  'priority',
  'assignee_id',
  'due_date',
  'trade',
  'level_id',
  'section_id',
  'stage',
  'labels',
  'visibility',
  'watcher_ids',
] as const satisfies readonly IssueField[]

/** Lists in which each value stands for itself: two changes of one go together. */
const sets: readonly IssueField[] = ['labels', 'watcher_ids']

const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value)
export const isSame = (a: unknown, b: unknown) =>
  JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null)

/** The values that a change replaces. */
export function before(issue: Issue, changes: IssueChanges): IssueChanges {
  const fields = issueFieldNames.filter((field) => changes[field] !== undefined)
  return Object.fromEntries(fields.map((field) => [field, issue[field]])) as IssueChanges
}

/** Fields in which two states differ. */
export function changedFields(old: Issue, now: Issue): IssueField[] {
  return issueFieldNames.filter((field) => !isSame(old[field], now[field]))
}

function mergeSets(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const kept = theirs.filter((value) => mine.includes(value) || !base.includes(value))
  return [...kept, ...mine.filter((value) => !base.includes(value) && !theirs.includes(value))]
}

export interface Merge {
  /** what is still to be written; may be empty */
  changes: IssueChanges
  /** fields that others changed as well, to something else */
  overlap: IssueField[]
}

/**
 * A change made when the issue was `base`, on the issue as it is now. What others changed elsewhere goes together with
 * it, so do labels and watchers; what they changed in the same fields is for a person to decide.
 */
export function merge(base: IssueChanges, mine: IssueChanges, now: Issue): Merge {
  const changes: Record<string, unknown> = {}
  const overlap: IssueField[] = []
  for (const field of issueFieldNames) {
    const wanted = mine[field]
    const theirs = now[field]
    if (wanted === undefined || isSame(wanted, theirs)) continue
    if (sets.includes(field)) {
      const lists = [base[field], wanted, theirs] as string[][]
      const merged = mergeSets(lists[0] ?? [], lists[1] ?? [], lists[2] ?? [])
      if (!isSame(merged, theirs)) changes[field] = merged
      continue
    }
    changes[field] = wanted
    if (!isSame(base[field], theirs)) overlap.push(field)
  }
  return { changes: changes as IssueChanges, overlap }
}

/** The change without those fields in which theirs is kept. */
export function without(changes: IssueChanges, fields: readonly IssueField[]): IssueChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => !fields.includes(field as IssueField)),
  ) as IssueChanges
}
