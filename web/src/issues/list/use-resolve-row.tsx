import { getIssue, type IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toastError } from '../../api/query.ts'
import type { RowChanges } from './optimistic-rows.ts'
import { ResolveRowDialog } from './ResolveRowDialog.tsx'

/** Resolves an issue immediately if it has proof of the work, otherwise after asking for a comment. */
export function useResolveRow(
  project: Project,
  edit: (row: IssueRow, changes: RowChanges) => Promise<boolean>,
) {
  const [asking, setAsking] = useState<IssueRow | null>(null)
  async function resolve(row: IssueRow) {
    try {
      const issue = await call(
        getIssue,
        { params: { id: project.id, issueId: row.id } },
        { redirects: false },
      )
      if (issue.has_proof) await edit(row, { status: 'RESOLVED' })
      else setAsking(row)
    } catch (error) {
      toastError(error)
    }
  }
  const dialog = asking && (
    <ResolveRowDialog
      row={asking}
      onClose={() => setAsking((now) => (now === asking ? null : now))}
      onResolve={(comment) => edit(asking, { status: 'RESOLVED', comment })}
    />
  )
  return { resolve: (row: IssueRow) => void resolve(row), dialog }
}
