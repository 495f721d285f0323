import type { IssueStatus } from '@plumbline/contract/issues/issues'

/** The columns to write when a locked issue changes to another status. */
export function buildStatusColumns(
  by: string,
  at: string,
  issue: { status: IssueStatus; round: number },
  status: IssueStatus,
) {
  if (status === 'RESOLVED') return { status, resolved_by: by, resolved_at: at }
  if (status === 'CLOSED') return { status, closed_by: by, closed_at: at }
  // a new round starts: earlier comments and photos no longer count as proof
  const opened = status === 'OPEN' || status === 'REOPENED' ? { round: issue.round + 1 } : {}
  const wasDone = issue.status === 'RESOLVED' || issue.status === 'CLOSED'
  return wasDone
    ? { status, ...opened, resolved_by: null, resolved_at: null, closed_by: null, closed_at: null }
    : { status, ...opened }
}
