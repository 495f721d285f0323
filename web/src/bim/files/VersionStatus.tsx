import { deleteVariant, restartVariant, stopVariant, type Variant } from '@plumbline/contract/bim/bim'
import { findEnding, isFirstStorey } from '@plumbline/contract/bim/bim.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { RotateCcw, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useUpdates } from '../../api/live.ts'
import { useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { useBimText } from '../text.ts'
import { FileButton } from './FileButton.tsx'
import { listUploadingVariantIds, startModelUpload, useModelUploads } from './model-uploads.ts'
import { NotShownDialog } from './NotShownDialog.tsx'
import { useFileNotes } from './use-file-notes.ts'

export type ProcessingStep = { stage: keyof ReturnType<typeof useBimText>['stages']; progress: number }

/** Processing progress by variant from live updates, newer than the cached state. */
export function useProcessingSteps() {
  const [steps, setSteps] = useState<ReadonlyMap<string, ProcessingStep>>(new Map())
  useUpdates(({ type, data }) => {
    if (type !== 'variant.progress') return
    const { variant_id, stage, progress } = data as unknown as ProcessingStep & { variant_id: string }
    setSteps((known) => new Map(known).set(variant_id, { stage, progress }))
  })
  return steps
}

interface DetailProps {
  project: Project
  variant: Variant
  mayEdit: boolean
  step: ProcessingStep | undefined
}

/** Status of a version: unfinished upload, processing, failure, or warnings. */
export function VersionStatus(props: DetailProps) {
  const { project, variant } = props
  if (variant.state === 'UPLOADING') return <UnfinishedUpload {...props} />
  if (variant.state === 'QUEUED' || variant.state === 'PROCESSING') return <Processing {...props} />
  if (variant.state === 'FAILED' || variant.state === 'STOPPED') return <FailedVersion {...props} />
  if (variant.warnings.length === 0 && variant.not_shown === 0) return null
  return <VersionNotes project={project} variant={variant} />
}

/** An upload that no tab of this browser is running: its uploader can resume it by choosing the same file again. */
function UnfinishedUpload({ project, variant, mayEdit }: DetailProps) {
  const text = useBimText()
  const me = useMe()
  const isUploadingHere = useModelUploads(project.id).some((upload) => upload.variant_id === variant.id)
  const [elsewhere, setElsewhere] = useState(true)
  const giveUp = useWrite(deleteVariant)
  useEffect(() => {
    // checked again after this tab has cancelled its own upload
    if (isUploadingHere) return
    let cancelled = false
    void listUploadingVariantIds().then((ids) => !cancelled && setElsewhere(ids.has(variant.id)))
    return () => {
      cancelled = true
    }
  }, [variant.id, isUploadingHere])
  if (isUploadingHere) return null
  const mayResume = variant.created_by === me.id && mayEdit && !elsewhere
  if (!mayResume) return <p className="basis-full text-13 text-text-muted">{text.sentElsewhere}</p>
  const params = { id: project.id, headerId: variant.header_id, variantId: variant.id }
  return (
    <div className="flex basis-full flex-wrap items-center gap-3">
      <p className="flex-1 basis-60 text-13">{text.unfinished(variant.file_name)}</p>
      <FileButton
        size="small"
        label={text.resumeUpload(variant.file_name)}
        accept={`.${findEnding(variant.file_name)}`}
        onFiles={([file]) => file && void startModelUpload(project.id, file, { go_on: variant })}
      />
      <Button size="small" loading={giveUp.pending} onClick={() => giveUp.run({ params })}>
        {text.cancelUpload}
      </Button>
    </div>
  )
}

function Processing({ project, variant, mayEdit, step }: DetailProps) {
  const text = useBimText()
  const stop = useWrite(stopVariant)
  const params = { id: project.id, headerId: variant.header_id, variantId: variant.id }
  const shown = variant.state === 'PROCESSING' ? (step ?? variant) : null
  return (
    <div className="basis-full">
      <Progress
        label={shown?.stage ? text.stages[shown.stage] : text.waiting}
        value={shown ? shown.progress : 'waiting'}
        action={
          <>
            {isFirstStorey(variant) && (
              <ButtonLink size="small" href={paths.viewer(project.id, { models: [variant.header_id] })}>
                {text.seeFirstStorey}
              </ButtonLink>
            )}
            {mayEdit && (
              <Button
                size="small"
                icon={<Square aria-hidden />}
                loading={stop.pending}
                onClick={() => stop.run({ params })}
              >
                {text.stop}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

function FailedVersion({ project, variant, mayEdit }: DetailProps) {
  const text = useBimText()
  const note = useFileNotes()
  const restart = useWrite(restartVariant)
  const params = { id: project.id, headerId: variant.header_id, variantId: variant.id }
  return (
    <div className="flex basis-full flex-wrap items-center gap-3">
      {variant.error && (
        <p className="flex-1 basis-60 text-13">
          <span className="text-danger">{note(variant.error).message}</span>{' '}
          <span className="text-text-muted">{note(variant.error).hint}</span>
        </p>
      )}
      {mayEdit && variant.error?.code !== 'WRONG_SUM' && (
        <Button
          size="small"
          icon={<RotateCcw aria-hidden />}
          loading={restart.pending}
          onClick={() => restart.run({ params, body: {} })}
        >
          {text.restart}
        </Button>
      )}
    </div>
  )
}

function VersionNotes({ project, variant }: { project: Project; variant: Variant }) {
  const text = useBimText()
  const note = useFileNotes()
  const [listing, setListing] = useState(false)
  return (
    <details className="basis-full text-13">
      <summary className="w-fit rounded-mark text-text-muted">{text.warnings}</summary>
      <ul className="mt-1 list-disc ps-5">
        {variant.not_shown > 0 && (
          <li>
            {text.notShown(variant.not_shown)}{' '}
            <Button size="small" look="ghost" onClick={() => setListing(true)}>
              {text.showList}
            </Button>
          </li>
        )}
        {variant.warnings.map((warning) => (
          <li key={warning.code + warning.message} className="[overflow-wrap:anywhere]">
            {note(warning).message}{' '}
            <span className="text-text-muted">{text.warningAbout(warning.count, warning.which ?? [])}</span>
          </li>
        ))}
      </ul>
      {listing && (
        <NotShownDialog projectId={project.id} variant={variant} onClose={() => setListing(false)} />
      )}
    </details>
  )
}
