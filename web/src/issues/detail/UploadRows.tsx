import { maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issues/attachments'
import { discardOperations, retryOperations } from '../../api/keep-write.ts'
import { Button } from '../../ui/Button.tsx'
import { formatFileSize } from '../../ui/file-rules.ts'
import { Progress } from '../../ui/Progress.tsx'
import { useUiText } from '../../ui/text.tsx'
import {
  type AttachmentUpload,
  removeRejectedFile,
  retryRejectedFile,
  useAttachmentUploads,
} from './attachment-uploads.ts'
import { FilePreview } from './FilePreview.tsx'
import { useDetailText } from './text.ts'

function useFailureReason({ problem }: AttachmentUpload): string {
  const ui = useUiText()
  const text = useDetailText()
  if (problem === null || problem === '') return ui.serverError
  if (typeof problem === 'string') return problem
  if (problem.reason === 'no_room') return text.noRoom
  if (problem.reason === 'empty') return ui.fileEmpty
  if (problem.reason === 'too_many') return text.tooMany(maxAttachments)
  return ui.fileTooLarge(formatFileSize(maxAttachmentBytes, ui.locale))
}

/** Running and failed uploads of an issue. */
export function UploadRows({ issueId }: { issueId: string }) {
  const uploads = useAttachmentUploads(issueId)
  if (uploads.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

function UploadRow({ upload }: { upload: AttachmentUpload }) {
  const text = useDetailText()
  const reason = useFailureReason(upload)
  const { file, state } = upload
  const { problem } = upload
  const isRejected = typeof problem === 'object' && problem !== null
  return (
    <li className="flex items-center gap-3">
      <FilePreview file={upload.file} />
      {state === 'FAILED' ? (
        <div role="alert" className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-13">
          <p className="min-w-40 flex-1">
            <span className="text-danger">{text.uploadFailed(file.name)}</span>{' '}
            <span className="text-text-muted">{reason}</span>
          </p>
          {(!isRejected || problem.reason === 'no_room') && (
            <Button
              size="small"
              onClick={() => (isRejected ? retryRejectedFile(upload.id) : void retryOperations([upload.id]))}
            >
              {text.retry}
            </Button>
          )}
          <Button
            size="small"
            look="ghost"
            onClick={() => (isRejected ? removeRejectedFile(upload.id) : void discardOperations([upload.id]))}
          >
            {text.discard}
          </Button>
        </div>
      ) : (
        <div className="min-w-0 flex-1">
          <Progress label={file.name} value={state === 'WAITING' ? 0 : upload.progress} />
        </div>
      )}
    </li>
  )
}
