import { useUndoKey } from '../detail/use-issue-edit.ts'
import { undoRowEdit } from './row-edits.ts'

/** Ctrl Z takes one's last change of a row or card back; beside an open issue the key is that issue's. */
export function UndoKey() {
  useUndoKey(undoRowEdit)
  return null
}
