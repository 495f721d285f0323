import { useUndoKey } from '../detail/use-issue-edit.ts'
import { undoRowEdit } from './row-edits.ts'

/**
 * Ctrl+Z undoes the last change made in the list or board. Not rendered while an issue is open, which handles the key
 * itself.
 */
export function UndoRowEditKey({ projectId }: { projectId: string }) {
  useUndoKey(() => undoRowEdit(projectId))
  return null
}
