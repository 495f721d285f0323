import { Pause, Play } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { capitalise } from '../../ui/toast.ts'
import { useBimText } from '../text.ts'
import { formatSize } from './format-size.ts'
import { cancelModelUpload, type ModelUpload, pauseModelUpload, resumeModelUpload } from './model-uploads.ts'

/** Running uploads with their progress, and failed ones with the reason. */
export function UploadList({ uploads }: { uploads: readonly ModelUpload[] }) {
  const text = useBimText()
  if (uploads.length === 0) return null
  return (
    <ul aria-label={text.uploads} className="mb-4 flex flex-col gap-2">
      {uploads.map((upload) => (
        <li key={upload.id}>
          {upload.state === 'failed' ? (
            <Banner tone="danger" onDismiss={() => cancelModelUpload(upload.id)}>
              <strong className="font-semibold">{upload.file_name}</strong>{' '}
              {upload.other_file ? text.otherFile : capitalise(upload.problem ?? text.uploadFailed)}
            </Banner>
          ) : (
            <RunningUpload upload={upload} />
          )}
        </li>
      ))}
    </ul>
  )
}

function RunningUpload({ upload }: { upload: ModelUpload }) {
  const text = useBimText()
  const { id, state, file_name, done_bytes, total_bytes } = upload
  const waits = state === 'queued'
  const label = (waits ? text.waitingOf : state === 'checking' ? text.checkingOf : text.uploadOf)(file_name)
  const total = formatSize(total_bytes)
  return (
    <div className="rounded-card border border-line bg-surface p-3">
      <Progress
        label={label}
        value={waits ? 'waiting' : (done_bytes / Math.max(1, total_bytes)) * 100}
        detail={waits ? total : text.ofBytes(formatSize(done_bytes), total)}
        action={
          <>
            {(state === 'sending' || state === 'waiting') && (
              <Button
                size="small"
                icon={<Pause aria-hidden />}
                aria-label={`${text.pause}: ${file_name}`}
                onClick={() => pauseModelUpload(id)}
              >
                {text.pause}
              </Button>
            )}
            {state === 'paused' && (
              <Button
                size="small"
                icon={<Play aria-hidden />}
                aria-label={`${text.resume}: ${file_name}`}
                onClick={() => resumeModelUpload(id)}
              >
                {text.resume}
              </Button>
            )}
            <Button
              size="small"
              aria-label={`${text.cancel}: ${file_name}`}
              onClick={() => cancelModelUpload(id)}
            >
              {text.cancel}
            </Button>
          </>
        }
      />
      {state === 'waiting' && (
        <p className="mt-1 text-13 text-text-muted">
          {upload.is_refused ? text.uploadAfterMaintenance : text.uploadCut}
        </p>
      )}
      {state === 'paused' && <p className="mt-1 text-13 text-text-muted">{text.uploadPaused}</p>}
    </div>
  )
}
