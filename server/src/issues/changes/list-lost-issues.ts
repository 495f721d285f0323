import type { FieldChange } from '@plumbline/contract/issues/timeline'
import type { ProjectCtx, ProjectMember } from '../../context.ts'
import { type IssueVisibilityFields, maySeeIssue } from '../../projects/issue-visibility.ts'
import type { EntryData } from '../log.ts'

interface IssueThen extends IssueVisibilityFields {
  watchers: ReadonlySet<string>
}

/** The fields that decide who sees the issue, as they were before a log entry. */
function undoEntry(issue: IssueThen, { changes = [], watching = [] }: EntryData): IssueThen {
  const fromOf = (field: string) => changes.find((change: FieldChange) => change.field === field)?.from
  const watchers = new Set(
    fromOf('watcher_ids') === undefined ? issue.watchers : (fromOf('watcher_ids') as string[]),
  )
  for (const id of watching) watchers.delete(id)
  const hasAssignee = changes.some(({ field }) => field === 'assignee_id')
  return {
    ...issue,
    visibility: (fromOf('visibility') as string | undefined) ?? issue.visibility,
    assignee_id: hasAssignee ? ((fromOf('assignee_id') as string | null) ?? null) : issue.assignee_id,
    watchers,
  }
}

function wasSeenBefore(member: ProjectMember, now: IssueThen, entries: readonly EntryData[]): boolean {
  let then = now
  return entries.some((entry) => {
    then = undoEntry(then, entry)
    return maySeeIssue(member, then, then.watchers.has(member.user_id))
  })
}

/**
 * Of the given issues, those that the caller could see at some moment after `seq` and can no longer: deleted, or hidden
 * since. Always hidden issues are not reported.
 */
export async function listLostIssues(ctx: ProjectCtx, ids: string[], seq: number): Promise<string[]> {
  if (ids.length === 0) return []
  const { tx, member } = ctx
  // past visible.ts: only ids are returned, and only of issues that the caller has seen
  const rows = await tx
    .selectFrom('issues')
    .select(['id', 'visibility', 'team_id', 'created_by', 'assignee_id'])
    .where('id', 'in', ids)
    .execute()
  const watches = await tx
    .selectFrom('issue_watchers')
    .select(['issue_id', 'user_id'])
    .where('issue_id', 'in', ids)
    .execute()
  const entries = await tx
    .selectFrom('issue_log')
    .select(['issue_id', 'data'])
    .where('project_id', '=', member.project_id)
    .where('issue_id', 'in', ids)
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.filter((id) => {
    const row = known.get(id)
    // purged: no longer visible
    if (!row) return true
    const watchers = new Set(watches.filter(({ issue_id }) => issue_id === id).map(({ user_id }) => user_id))
    const now = { ...row, watchers }
    const own = entries.filter(({ issue_id }) => issue_id === id).map(({ data }) => data as EntryData)
    return maySeeIssue(member, now, watchers.has(member.user_id)) || wasSeenBefore(member, now, own)
  })
}
