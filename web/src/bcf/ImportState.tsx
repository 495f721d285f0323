import { type BcfImport, bcfOutcomes, cancelBcfImport, getBcfImport } from '@plumbline/contract/bcf/bcf'
import type { Project } from '@plumbline/contract/projects/projects'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { useFileNotes } from '../bim/files/use-file-notes.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportWarnings } from './ImportWarnings.tsx'
import { useBcfText } from './text.ts'

/** One import in its current state (reading, preview, applying, done, failed), updated live. */
export function ImportState(props: { project: Project; importId: string; onAnother: () => void }) {
  const { project, importId, onAnother } = props
  const text = useBcfText()
  const params = { id: project.id, importId }
  const { data, error, refetch } = useRead(getBcfImport, { params }, { redirects: false })
  const cancel = useWrite(cancelBcfImport)
  const another = <Button onClick={onAnother}>{text.another}</Button>
  const discard = (
    <Button loading={cancel.pending} onClick={() => cancel.run({ params })}>
      {text.discard}
    </Button>
  )
  if (error && !data)
    return (
      <>
        <div className="pb-5">
          <LoadFailed error={error} onRetry={() => void refetch()}>
            {text.loadFailed}
          </LoadFailed>
        </div>
        <DialogActions start={another} close={text.close} />
      </>
    )
  if (!data)
    return (
      <Skeleton>
        <SkeletonRows rows={6} />
      </Skeleton>
    )
  if (data.state === 'READY') return <ImportPreview project={project} read={data} discard={discard} />
  if (data.state === 'READING' || data.state === 'APPLYING')
    return (
      <>
        <div className="flex flex-col gap-2 pb-5">
          <Progress
            label={(data.state === 'READING' ? text.reading : text.applying)(data.file_name)}
            value={data.progress}
          />
          <p className="text-13 text-text-muted">{text.continuesWhenClosed}</p>
        </div>
        <DialogActions start={discard} close={text.close} />
      </>
    )
  return (
    <>
      <div className="flex flex-col gap-4 pb-5">
        <p className="truncate font-medium">{data.file_name}</p>
        {data.state === 'DONE' && <ImportResult done={data} />}
        {data.state === 'FAILED' && <ImportFailure failed={data} />}
        {data.state === 'CANCELLED' && <Banner>{text.cancelled}</Banner>}
      </div>
      <DialogActions start={another} close={text.close}>
        {data.state === 'DONE' && (
          <ButtonLink
            look="primary"
            href={paths.issues(project.id, data.numbers ? { number: data.numbers } : { source: 'BCF' })}
          >
            {data.numbers ? text.showTheseIssues : text.showIssues}
          </ButtonLink>
        )}
      </DialogActions>
    </>
  )
}

function ImportResult({ done }: { done: BcfImport }) {
  const text = useBcfText()
  const { NEW = 0, CHANGED = 0, CONFLICT = 0 } = done.outcomes
  const changes = NEW + CHANGED + CONFLICT
  return (
    <>
      <Banner tone="success">{changes > 0 ? text.doneTitle(changes) : text.doneNothing}</Banner>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {bcfOutcomes
          .filter((outcome) => (done.outcomes[outcome] ?? 0) > 0)
          .map((outcome) => (
            <li key={outcome} className="tabular-nums">
              {text.doneCounts(text.outcomes[outcome], done.outcomes[outcome] ?? 0)}
            </li>
          ))}
      </ul>
      <ImportWarnings warnings={done.warnings} />
    </>
  )
}

function ImportFailure({ failed }: { failed: BcfImport }) {
  const translateNote = useFileNotes()
  if (!failed.error) return null
  const { message, hint } = translateNote(failed.error)
  return (
    <Banner tone="danger">
      <p>{message}</p>
      {hint && <p className="text-13">{hint}</p>}
    </Banner>
  )
}
