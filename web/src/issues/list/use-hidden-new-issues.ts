import type { IssueRow } from '@plumbline/contract/issues/issues'
import { useCallback, useMemo, useState } from 'react'
import { useUpdates } from '../../api/live.ts'

/**
 * Hides issues that others create while the list is open behind a "Show" button, so that rows do not move. The first issues
 * of an empty list are shown immediately, and so are imported ones: their importer expects them, and their authors are those
 * named in the file.
 */
export function useHiddenNewIssues(projectId: string, rows: readonly IssueRow[] | null, myId: string) {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  useUpdates(({ type, project_id, data }) => {
    if (type !== 'issue.created' || project_id !== projectId || data.many || !rows?.length) return
    setNewIds((before) => new Set([...before, String(data.issue_id)]))
  })
  const shown = useMemo(() => {
    if (!rows || newIds.size === 0) return rows
    return rows.filter(({ id, created_by }) => created_by === myId || !newIds.has(id))
  }, [rows, newIds, myId])
  return {
    shown,
    waiting: (rows?.length ?? 0) - (shown?.length ?? 0),
    show: useCallback(() => setNewIds(new Set()), []),
  }
}
