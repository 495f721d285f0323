import { getIssue, type IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { toastError } from '../../api/query.ts'
import type { RowChanges } from './optimistic-rows.ts'
import { ResolveRowDialog } from './ResolveRowDialog.tsx'

interface Question {
  row: IssueRow
  answer: (isResolved: boolean) => void
}

/**
 * Resolves an issue immediately if it has proof of the work, otherwise after asking for a comment. `resolve` returns whether
 * the issue was resolved, once the question is closed.
 */
export function useResolveRow(
  project: Project,
  edit: (row: IssueRow, changes: RowChanges) => Promise<boolean>,
) {
  const [asking, setAsking] = useState<Question | null>(null)
  async function resolve(row: IssueRow): Promise<boolean> {
    try {
      const issue = await call(
        getIssue,
        { params: { id: project.id, issueId: row.id } },
        { redirects: false },
      )
      if (issue.has_proof) return await edit(row, { status: 'RESOLVED' })
      return await new Promise((answer) => setAsking({ row, answer }))
    } catch (error) {
      toastError(error)
      return false
    }
  }
  const dialog = asking && (
    <ResolveRowDialog
      row={asking.row}
      onClose={() => {
        asking.answer(false)
        setAsking((now) => (now === asking ? null : now))
      }}
      onResolve={async (comment) => {
        const isResolved = await edit(asking.row, { status: 'RESOLVED', comment })
        if (isResolved) asking.answer(true)
        return isResolved
      }}
    />
  )
  return { resolve, dialog }
}
