import { deleteHeader, type Header, restoreHeader, type Variant } from '@plumbline/contract/bim/bim'
import { endingsOfType, findDisplayKind } from '@plumbline/contract/bim/bim.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import {
  Box,
  CloudDownload,
  Download,
  Ellipsis,
  Eye,
  FileText,
  History,
  Pencil,
  ScanLine,
  Shapes,
  Trash2,
} from 'lucide-react'
import { type ReactNode, startTransition, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { startsOffline } from '../../base/starts-offline.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { TickBox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { shortDate } from '../../users/dates.ts'
import { useBimText } from '../text.ts'
import { downloadVersion } from './download-version.ts'
import { EditFileDialog } from './EditFileDialog.tsx'
import { FileButton } from './FileButton.tsx'
import { formatSize } from './format-size.ts'
import { startModelUpload } from './model-uploads.ts'
import type { usePlacementOptions } from './use-placement-options.ts'
import { type ProcessingStep, VersionStatus } from './VersionStatus.tsx'

const OfflineDialog = lazyPart(() => import('../../projects/OfflineDialog.tsx'), { placeless: true })

export interface FileRowProps {
  project: Project
  header: Header
  mayEdit: boolean
  step: ProcessingStep | undefined
  places: ReturnType<typeof usePlacementOptions>
  selected: boolean
  onSelect: (selected: boolean) => void
  onVersions: () => void
}

const typeIcons: Record<Header['type_of'], ReactNode> = {
  MODEL: <Box aria-hidden />,
  DRAWING: <FileText aria-hidden />,
  POINT_CLOUD: <ScanLine aria-hidden />,
  REFERENCE: <Shapes aria-hidden />,
}

/** URL of the page that shows a file; null if no version is ready or it can only be downloaded. */
function buildFileViewUrl(projectId: string, header: Header): string | null {
  if (!header.current) return null
  const shown = findDisplayKind(header.current.file_name)
  if (shown === 'MODEL') return paths.viewer(projectId, { models: [header.id] })
  return shown && paths.file(projectId, header.id)
}

/** Row of one file: metadata, processing state of its newest version, and actions. */
export function FileRow(props: FileRowProps) {
  const { project, header, mayEdit, step, places } = props
  const text = useBimText()
  const { current, latest } = header
  const href = buildFileViewUrl(project.id, header)
  const place = [
    places.tradeName(header.trade),
    places.levels.find((level) => level.id === header.level_id)?.name,
    places.sections.find((section) => section.id === header.section_id)?.name,
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-4">
      <span className="size-4">
        {header.type_of === 'MODEL' && (
          <TickBox
            aria-label={text.select(header.name)}
            checked={props.selected}
            disabled={!current}
            onChange={props.onSelect}
          />
        )}
      </span>
      <span className="text-text-muted" title={text.types[header.type_of]}>
        {typeIcons[header.type_of]}
        <span className="sr-only">{text.types[header.type_of]}</span>
      </span>
      <div className="min-w-0 flex-1 basis-50">
        <p className="flex flex-wrap items-center gap-2">
          {href ? (
            <Link quiet href={href} className="truncate font-medium">
              {header.name}
            </Link>
          ) : (
            <span className="truncate font-medium">{header.name}</span>
          )}
          {latest && <VersionBadge variant={latest} />}
          {header.open_issues > 0 && <Badge>{text.openIssues(header.open_issues)}</Badge>}
        </p>
        <p className="text-13 text-text-muted [overflow-wrap:anywhere]">
          {place.filter(Boolean).join(' · ')}
        </p>
        {latest ? (
          <p className="text-13 text-text-muted tabular-nums [overflow-wrap:anywhere]">
            {[
              text.versionNumber(latest.version),
              latest.ifc_schema,
              formatSize(latest.size_bytes),
              latest.created_by_name,
              shortDate(latest.created_at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : (
          <p className="text-13 text-text-muted">{text.noVersions}</p>
        )}
        {current && latest && current.id !== latest.id && (
          <p className="text-13 text-text-muted">{text.currentIs(current.version)}</p>
        )}
      </div>
      {href && (
        <ButtonLink size="small" href={href} aria-label={`${text.open}: ${header.name}`}>
          {header.type_of === 'MODEL' ? <Box aria-hidden /> : <Eye aria-hidden />}
          {text.open}
        </ButtonLink>
      )}
      <RowActions {...props} />
      {latest && <VersionStatus project={project} variant={latest} mayEdit={mayEdit} step={step} />}
    </div>
  )
}

export function VersionBadge({ variant }: { variant: Variant }) {
  const text = useBimText()
  if (variant.state === 'FAILED') return <Badge tone="danger">{text.failed}</Badge>
  if (variant.state === 'STOPPED') return <Badge tone="warning">{text.stopped}</Badge>
  if (variant.state === 'COMPLETED') return <Badge tone="success">{text.ready}</Badge>
  if (variant.state === 'PROCESSING') return <Badge tone="info">{text.processing}</Badge>
  return <Badge>{variant.state === 'UPLOADING' ? text.uploading : text.waiting}</Badge>
}

/** Deletes a file and offers an undo. */
function useDeleteFile(project: Project, header: Header) {
  const text = useBimText()
  const params = { id: project.id, headerId: header.id }
  const restore = useWrite(restoreHeader)
  const remove = useWrite(deleteHeader, {
    onDone: () =>
      toast.success({
        text: text.deleted(header.name),
        ...(header.versions > 0 ? { action: { label: text.undo, run: () => restore.run({ params }) } } : {}),
      }),
  })
  return () => remove.run({ params })
}

function RowActions({ project, header, mayEdit, onVersions }: FileRowProps) {
  const text = useBimText()
  const [open, setOpen] = useState<'edit' | 'offline' | null>(null)
  const close = () => setOpen(null)
  const remove = useDeleteFile(project, header)
  const { latest } = header
  const stored = latest !== null && latest.state !== 'UPLOADING'
  return (
    <>
      {mayEdit && (
        <FileButton
          size="small"
          label={text.newVersion}
          name={`${text.newVersion}: ${header.name}`}
          accept={endingsOfType(header.type_of)
            .map((ending) => `.${ending}`)
            .join(',')}
          onFiles={([file]) => file && void startModelUpload(project.id, file, { header_id: header.id })}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton size="small" name={text.more(header.name)} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<History aria-hidden />} onSelect={onVersions}>
          {text.versions(header.versions)}
        </MenuItem>
        {stored && (
          <MenuItem icon={<Download aria-hidden />} onSelect={() => downloadVersion(project.id, latest)}>
            {text.download}
          </MenuItem>
        )}
        {header.current && startsOffline() && (
          <MenuItem
            icon={<CloudDownload aria-hidden />}
            onSelect={() => startTransition(() => setOpen('offline'))}
          >
            {text.availableOffline}
          </MenuItem>
        )}
        {mayEdit && (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpen('edit')}>
              {text.editFile}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={remove}>
              {text.deleteFile}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'edit' && <EditFileDialog projectId={project.id} header={header} onClose={close} />}
      {open === 'offline' && <OfflineDialog project={project} fileId={header.id} onClose={close} />}
    </>
  )
}
