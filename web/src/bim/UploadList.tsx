import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Progress } from '../ui/Progress.tsx'
import { capitalised } from '../ui/toast.ts'
import { showSize } from './sizes.ts'
import { useBimText } from './text.ts'
import { dismissUpload, type Upload } from './uploads.ts'

/** Uploads under way, with what was sent; refused ones with the reason. */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  const text = useBimText()
  if (uploads.length === 0) return null
  return (
    <ul aria-label={text.uploading} className="mb-4 flex flex-col gap-3">
      {uploads.map((upload) => (
        <li key={upload.id}>
          {upload.state === 'failed' ? (
            <Banner tone="danger" onDismiss={() => dismissUpload(upload.id)}>
              <strong className="font-semibold">{upload.file_name}</strong>{' '}
              {capitalised(upload.problem ?? text.uploadFailed)}
            </Banner>
          ) : (
            <div className="rounded-card border border-line bg-surface p-3">
              <Progress
                label={text.uploadOf(upload.file_name)}
                value={(upload.sent_bytes / Math.max(1, upload.total_bytes)) * 100}
                detail={text.ofBytes(showSize(upload.sent_bytes), showSize(upload.total_bytes))}
                action={
                  <Button size="small" onClick={() => dismissUpload(upload.id)}>
                    {text.cancel}
                  </Button>
                }
              />
              {upload.state === 'waiting' && <p className="mt-1 text-13 text-text-muted">{text.uploadCut}</p>}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
