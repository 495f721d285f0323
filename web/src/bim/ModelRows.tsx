import {
  downloadVariant,
  type Header,
  restartVariant,
  stopVariant,
  type Variant,
} from '@plumbline/contract/bim'
import type { Project } from '@plumbline/contract/projects'
import { Box, Download, Ellipsis, RotateCcw, Square } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '../api/client.ts'
import { useUpdates } from '../api/live.ts'
import { useWrite } from '../api/query.ts'
import { shortDate } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Progress } from '../ui/Progress.tsx'
import { FileButton } from './FileButton.tsx'
import { showSize } from './sizes.ts'
import { useBimText } from './text.ts'
import { uploadModel } from './uploads.ts'

type Step = { stage: keyof ReturnType<typeof useBimText>['stages']; progress: number }

/** Progress by variant as the live updates tell it, ahead of what the last read said. */
function useProgress() {
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  useUpdates(({ type, data }) => {
    if (type !== 'variant.progress') return
    const { variant_id, stage, progress } = data as unknown as Step & { variant_id: string }
    setSteps((known) => new Map(known).set(variant_id, { stage, progress }))
  })
  return steps
}

/** One card a model: what it is, how far its newest version is, what one can do. */
export function ModelRows(props: { project: Project; headers: Header[]; mayEdit: boolean }) {
  const steps = useProgress()
  return (
    <ul className="flex flex-col gap-2">
      {props.headers.map((header) => (
        <li key={header.id} className="rounded-card border border-line bg-surface p-3 sm:p-4">
          <ModelRow {...props} header={header} step={steps.get(header.latest?.id ?? '')} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  project: Project
  header: Header
  mayEdit: boolean
  step: Step | undefined
}

function ModelRow({ project, header, mayEdit, step }: RowProps) {
  const text = useBimText()
  const { current, latest } = header
  if (!latest) return null
  const href = paths.viewer(project.id, { models: [header.id] })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          {current ? (
            <Link quiet href={href} className="truncate font-medium">
              {header.name}
            </Link>
          ) : (
            <span className="truncate font-medium">{header.name}</span>
          )}
          <VariantState variant={latest} />
        </p>
        <p className="truncate text-13 text-text-muted tabular-nums">
          {[
            text.versionNumber(latest.version),
            latest.ifc_schema,
            showSize(latest.size_bytes),
            latest.created_by_name,
            shortDate(latest.created_at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {current && (
        <ButtonLink size="small" href={href}>
          <Box aria-hidden />
          {text.open}
        </ButtonLink>
      )}
      <RowMenu project={project} header={header} mayEdit={mayEdit} />
      <VariantDetail project={project} variant={latest} mayEdit={mayEdit} step={step} />
    </div>
  )
}

function VariantState({ variant }: { variant: Variant }) {
  const text = useBimText()
  if (variant.state === 'FAILED') return <Badge tone="danger">{text.failed}</Badge>
  if (variant.state === 'STOPPED') return <Badge tone="warning">{text.stopped}</Badge>
  if (variant.state === 'COMPLETED') return <Badge tone="success">{text.ready}</Badge>
  return <Badge>{variant.state === 'UPLOADING' ? text.uploading : text.waiting}</Badge>
}

/** What the newest version is doing, what went wrong with it, or what it left out. */
function VariantDetail(props: {
  project: Project
  variant: Variant
  mayEdit: boolean
  step: Step | undefined
}) {
  const { project, variant, mayEdit, step } = props
  const text = useBimText()
  const params = { id: project.id, headerId: variant.header_id, variantId: variant.id }
  const stop = useWrite(stopVariant)
  const restart = useWrite(restartVariant)
  if (variant.state === 'QUEUED' || variant.state === 'PROCESSING') {
    const shown = variant.state === 'PROCESSING' ? (step ?? variant) : null
    return (
      <div className="basis-full">
        <Progress
          label={shown?.stage ? text.stages[shown.stage] : text.waiting}
          value={shown ? shown.progress : null}
          action={
            mayEdit && (
              <Button
                size="small"
                icon={<Square aria-hidden />}
                loading={stop.pending}
                onClick={() => stop.run({ params })}
              >
                {text.stop}
              </Button>
            )
          }
        />
      </div>
    )
  }
  if (variant.state === 'FAILED' || variant.state === 'STOPPED')
    return (
      <div className="flex basis-full flex-wrap items-center gap-3">
        {variant.error && (
          <p className="flex-1 basis-60 text-13">
            <span className="text-danger">{variant.error.message}</span>{' '}
            <span className="text-text-muted">{variant.error.hint}</span>
          </p>
        )}
        {mayEdit && (
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
  if (variant.warnings.length === 0 && variant.not_shown === 0) return null
  return (
    <details className="basis-full text-13">
      <summary className="w-fit rounded-mark text-text-muted">{text.warnings}</summary>
      <ul className="mt-1 list-disc ps-5">
        {variant.not_shown > 0 && <li>{text.notShown(variant.not_shown)}</li>}
        {variant.warnings.map((warning) => (
          <li key={warning.code + warning.message}>{warning.message}</li>
        ))}
      </ul>
    </details>
  )
}

function RowMenu({ project, header, mayEdit }: Omit<RowProps, 'step'>) {
  const text = useBimText()
  const { latest } = header
  const stored = latest && latest.state !== 'UPLOADING'
  return (
    <>
      {mayEdit && (
        <FileButton
          size="small"
          label={text.newVersion}
          accept=".ifc,.ifczip"
          onFiles={([file]) => file && void uploadModel(project.id, file, header.id)}
        />
      )}
      {stored && (
        <Menu
          align="end"
          trigger={<IconButton size="small" name={text.more(header.name)} icon={<Ellipsis />} />}
        >
          <MenuItem
            icon={<Download aria-hidden />}
            onSelect={() => {
              location.href = urlOf(downloadVariant, {
                params: { id: project.id, headerId: header.id, variantId: latest.id },
              })
            }}
          >
            {text.download}
          </MenuItem>
        </Menu>
      )}
    </>
  )
}
