import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { uploadAttachments, useAttachmentUploads } from './attachment-uploads.ts'
import { FileButtons } from './FileButtons.tsx'
import { useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'
import { UploadRows } from './UploadRows.tsx'
import { nameResolveDraft, useKeptWords } from './use-kept-words.ts'

/** Asks for proof that the work is done: a comment, sent with the status change, or a photo. */
export function ResolveDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const text = useDetailText()
  const { project, issue, save } = useOpenIssue()
  const uploads = useAttachmentUploads(issue.id)
  const { words: comment, write, send } = useKeptWords(nameResolveDraft(issue.id))
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [photos, setPhotos] = useState<readonly string[]>([])
  const failed = new Set(uploads.flatMap(({ id, state }) => (state === 'FAILED' ? id : [])))
  // photos being uploaded reach the server before the status; photos from before the work prove nothing
  const hasProof = issue.has_proof || photos.some((id) => !failed.has(id))
  async function submit() {
    const words = comment.trim()
    setMissing(words === '' && !hasProof)
    if (words === '' && !hasProof) return
    // closed first: a conflict dialog may follow
    props.onOpenChange(false)
    const isSent = await send(save({ status: 'RESOLVED' }, words ? { comment: words } : {}))
    if (!isSent) props.onOpenChange(true)
  }
  return (
    <Dialog
      open={props.open}
      onClose={() => {
        write('')
        props.onOpenChange(false)
      }}
      title={text.resolve}
      description={text.resolveHint}
      dirty={comment.trim() !== ''}
    >
      <form
        ref={form}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      >
        <Field label={text.resolveWhat} error={missing ? text.resolveNeeds : undefined}>
          <Textarea autoFocus maxLength={10_000} value={comment} onChange={write} />
        </Field>
        <FileButtons
          photos
          onFiles={(files) =>
            setPhotos([
              ...photos,
              ...uploadAttachments(project.id, issue, files, { proof: { shows_fix: 'true' } }),
            ])
          }
        />
        {photos.length > 0 && <UploadRows issueId={issue.id} />}
        <DialogActions>
          <Button look="primary" type="submit">
            {text.resolve}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
