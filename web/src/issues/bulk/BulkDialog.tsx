import { type BulkReply, bulkChangeIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { toast } from '../../ui/toast.ts'
import type { IssueFilterParams } from '../filters/issue-query.ts'
import { buildSelectionBody, countSelected, type IssueSelection } from '../list/selection.ts'
import { useListText } from '../list/text.ts'
import { BulkResultView } from './BulkResultView.tsx'
import { BulkValue, useBulkValue } from './BulkValue.tsx'
import type { BulkChange } from './bulk-change.ts'

const EmptyForm = z.object({})

interface BulkProps {
  project: Project
  filter: IssueFilterParams
  selection: IssueSelection
  deleting: boolean
  /** called with true if the issues were deleted */
  onClose: (deleted: boolean) => void
}

/** Undoes a bulk change and reports the number of issues reverted. */
function useUndoBulk(project: Project) {
  const text = useListText()
  const undo = useWrite(undoBulk, {
    onDone: ({ changed }) => toast.success({ title: text.undoneFor(changed) }),
  })
  return {
    undo: (bulkId: string) => undo.send({ params: { id: project.id, bulkId } }).catch(() => null),
    undoing: undo.pending,
  }
}

/** The bulk edit dialog: choose a value, preview its effect on each issue, apply it, undo it. */
export function BulkDialog(props: BulkProps) {
  const { project, deleting } = props
  const text = useListText()
  // the selection is frozen: changed issues may drop out of the filtered list
  const [chosen] = useState(() => buildSelectionBody(props.selection, props.filter))
  const [count] = useState(() => countSelected(props.selection))
  const value = useBulkValue(project)
  const [preview, setPreview] = useState<BulkReply | null>(null)
  const [result, setResult] = useState<BulkReply | null>(null)
  const { undo, undoing } = useUndoBulk(project)
  const write = useWrite(bulkChangeIssues)
  const change: BulkChange | null = deleting ? { deleted: true } : value.change
  const params = { id: project.id }
  async function loadPreview() {
    if (!change) return false
    const reply = await write.send({ params, body: { ...chosen, change, preview: true } }).catch(() => null)
    if (reply) setPreview(reply)
    // nothing is sent yet
    return false
  }
  async function applyChange() {
    if (!change || !preview) return false
    // excludes issues that match the filter only since the preview, because the user did not agree to them
    const ids = preview.results.map(({ issue_id }) => issue_id)
    const reply = await write.send({ params, body: { ids, change } }).catch(() => null)
    if (!reply) return false
    setResult(reply)
    const { bulk_id } = reply
    if (bulk_id && reply.changed > 0)
      toast.success({
        title: text.didChange(reply.changed),
        action: { label: text.undo, run: () => void undo(bulk_id) },
      })
    return true
  }
  async function undoAndClose(bulkId: string) {
    if (await undo(bulkId)) props.onClose(false)
  }
  const areDeleted = deleting && (result?.changed ?? 0) > 0
  return (
    <Dialog
      open
      onClose={() => props.onClose(areDeleted)}
      title={deleting ? text.bulkDelete(count) : text.bulkTitle(count)}
      description={deleting ? text.bulkDeleteHint : undefined}
      width="normal"
    >
      <Form
        schema={EmptyForm}
        draft={deleting ? undefined : `bulk.${project.id}`}
        className="gap-3"
        onSubmit={() => {
          if (result) props.onClose(areDeleted)
          else return preview ? applyChange() : loadPreview()
        }}
      >
        {!deleting && (
          // stays mounted behind the preview: its controls restore their draft when they mount
          <div hidden={preview !== null} className="flex flex-col gap-3 [[hidden]]:hidden">
            <BulkValue project={project} state={value} />
          </div>
        )}
        {(result ?? preview) && <BulkResultView project={project} reply={(result ?? preview) as BulkReply} />}
        <BulkActions
          deleting={deleting}
          preview={preview}
          result={result}
          ready={change !== null}
          busy={write.pending}
          undoing={undoing}
          onBack={() => setPreview(null)}
          onUndo={undoAndClose}
          onDone={() => props.onClose(areDeleted)}
        />
      </Form>
    </Dialog>
  )
}

function BulkActions(props: {
  deleting: boolean
  preview: BulkReply | null
  result: BulkReply | null
  ready: boolean
  busy: boolean
  undoing: boolean
  onBack: () => void
  onUndo: (bulkId: string) => void
  onDone: () => void
}) {
  const { preview, result } = props
  const text = useListText()
  if (result) {
    const { bulk_id } = result
    return (
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        {bulk_id && result.changed > 0 && (
          <Button loading={props.undoing} onClick={() => props.onUndo(bulk_id)}>
            {text.undoAll}
          </Button>
        )}
        <Button look="primary" onClick={props.onDone}>
          {text.done}
        </Button>
      </div>
    )
  }
  if (!preview)
    return (
      <DialogActions>
        <Button look="primary" type="submit" loading={props.busy} disabled={!props.ready}>
          {text.preview}
        </Button>
      </DialogActions>
    )
  return (
    <DialogActions start={!props.deleting && <Button onClick={props.onBack}>{text.backToValues}</Button>}>
      <Button
        look={props.deleting ? 'danger' : 'primary'}
        type="submit"
        loading={props.busy}
        disabled={preview.changed === 0}
      >
        {props.deleting ? text.deleteThem(preview.changed) : text.changeThem(preview.changed)}
      </Button>
    </DialogActions>
  )
}
