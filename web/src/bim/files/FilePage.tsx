import { type Header, listHeaders, listVariants, type Variant } from '@plumbline/contract/bim/bim'
import { findDisplayKind } from '@plumbline/contract/bim/bim.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { Download, History } from 'lucide-react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { Redirect, useNavigate, useParams, useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { useDrawingIssues } from '../../issues/in-model/DrawingIssues.tsx'
import { useProject } from '../../projects/use-project.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { useBimText } from '../text.ts'
import { DrawingPdf, DrawingPicture } from './DrawingView.tsx'
import { buildVersionUrl, downloadVersion } from './download-version.ts'
import { MeshPreview } from './MeshPreview.tsx'
import { usePlacementOptions } from './use-placement-options.ts'

/** A drawing or mesh in its current version or the version in the URL. Models are redirected to the viewer. */
export function FilePage() {
  const text = useBimText()
  const project = useProject()
  const { header: headerId = '' } = useParams()
  const [{ version }] = useSearch()
  const { data, error, refetch } = useRead(listHeaders, { params: { id: project.id } })
  const headers = (data ?? []) as Header[]
  const header = headers.find((each) => each.id === headerId)
  useTitle('page', header?.name)
  const older = useRead(
    listVariants,
    { params: { id: project.id, headerId } },
    { enabled: version !== undefined && header !== undefined },
  )
  const variant = version
    ? older.data?.find((each) => String(each.version) === version && each.state === 'COMPLETED')
    : header?.current
  if (!data || (header && version && !older.data))
    return (
      <LoadingState
        error={error ?? older.error}
        onRetry={() => void Promise.all([data ? older.refetch() : refetch()])}
        failed={text.loadFailed}
        rows={3}
        className="p-4"
      />
    )
  if (!header || !variant)
    return (
      <EmptyState drawing="search" title={header ? text.noneReady : text.noSuchFile}>
        <ButtonLink href={paths.models(project.id)}>{text.models}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <FileHead project={project} header={header} headers={headers} variant={variant} />
      <FileContent project={project} header={header} variant={variant} />
    </div>
  )
}

function FileHead(props: { project: Project; header: Header; headers: Header[]; variant: Variant }) {
  const { project, header, variant } = props
  const text = useBimText()
  const navigate = useNavigate()
  const { levels } = usePlacementOptions(project.id)
  const level = levels.find((each) => each.id === header.level_id)
  const others = props.headers.filter(
    ({ type_of, level_id, current }) =>
      type_of === header.type_of &&
      level_id === header.level_id &&
      current &&
      findDisplayKind(current.file_name),
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2">
      <div className="me-auto min-w-0 max-sm:basis-full">
        <p className="text-12 text-text-muted">
          <Link quiet href={paths.models(project.id)}>
            {text.models}
          </Link>{' '}
          · {level?.name ?? text.wholeBuilding}
        </p>
        <h1 className="flex flex-wrap items-center gap-2 font-semibold text-16 [overflow-wrap:anywhere]">
          {header.name}
          <Badge>{text.versionNumber(variant.version)}</Badge>
          {!variant.is_current && <Badge tone="warning">{text.notCurrent}</Badge>}
        </h1>
      </div>
      {others.length > 1 && (
        <OptionPicker
          aria-label={text.othersHere(level?.name ?? text.wholeBuilding)}
          className="max-w-60 max-sm:min-w-0 max-sm:flex-1"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={header.id}
          onChange={(id) => id && navigate(paths.file(project.id, id))}
        />
      )}
      <ButtonLink href={`${paths.models(project.id)}?file=${header.id}`}>
        <History aria-hidden />
        <span className="max-sm:sr-only">{text.versions(header.versions)}</span>
      </ButtonLink>
      <Button icon={<Download aria-hidden />} onClick={() => downloadVersion(project.id, variant)}>
        <span className="max-sm:sr-only">{text.download}</span>
      </Button>
    </div>
  )
}

function FileContent({ project, header, variant }: { project: Project; header: Header; variant: Variant }) {
  const text = useBimText()
  const props = {
    url: buildVersionUrl(project.id, variant),
    name: header.name,
    header,
    variant,
    project,
    useIssues: useDrawingIssues,
  }
  switch (findDisplayKind(variant.file_name)) {
    case 'PDF':
      return <DrawingPdf key={variant.id} {...props} />
    case 'PICTURE':
      return <DrawingPicture key={variant.id} {...props} />
    case 'MESH':
      return <MeshPreview key={variant.id} url={props.url} name={props.name} variant={variant} />
    case 'MODEL':
      return <Redirect to={paths.viewer(project.id, { models: [header.id] })} />
    default:
      return <EmptyState drawing="model" title={text.onlyDownload} />
  }
}
