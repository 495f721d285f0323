import { type Attachment, deleteAttachment } from '@plumbline/contract/issues/attachments'
import { Trash2 } from 'lucide-react'
import { useWrite } from '../../api/query.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Question } from '../../ui/use-question.ts'
import { useIssueParams, useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** Button that removes a file; disabled with the reason for files of other people. */
export function RemoveFileButton({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const text = useDetailText()
  const { mayContribute } = useOpenIssue()
  const explainRefusal = useIssueRefusal()
  if (!mayContribute) return null
  return (
    <IconButton
      name={text.removeFile(file.name)}
      icon={<Trash2 aria-hidden />}
      disabled={explainRefusal({ remove: file.created_by })}
      onClick={onRemove}
    />
  )
}

/** Confirmation before a file is removed: it cannot be restored. */
export function RemoveFileDialog({ question }: { question: Question<Attachment> }) {
  const text = useDetailText()
  const params = useIssueParams()
  const remove = useWrite(deleteAttachment)
  const { about: file, close, closeFor } = question
  return (
    <AlertDialog
      open={file !== null}
      onClose={close}
      title={text.removeFileQuestion(file?.name ?? '')}
      action={text.removeFile(file?.name ?? '')}
      onConfirm={() =>
        file &&
        remove
          .send({ params: { ...params, attachmentId: file.id } })
          .then(() => closeFor(file))
          .catch(() => undefined)
      }
    >
      {text.removeFileHint}
    </AlertDialog>
  )
}
