import type { Vec3 } from '@plumbline/bim/model'
import type { ReplyOf } from '@plumbline/contract/http'
import { getMarker } from '@plumbline/contract/markers/markers'
import { getProject } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Pose } from '@plumbline/viewer/camera'
import { Box, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isMissing } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { Redirect, useParams, useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { EMPTY_VIEW, formatViewParams } from '../bim/viewer/view-url.ts'
import { LazyNewIssueDialog } from '../issues/LazyNewIssueDialog.tsx'
import { VocabularyProvider } from '../projects/vocabulary.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useUiText } from '../ui/text.tsx'
import { useMarkerText } from './text.ts'

type Scanned = ReplyOf<typeof getMarker>

/** assumed distance between the printed sheet and the person scanning it */
const READER_DISTANCE_M = 2

/** URL parameters of the viewer: the marker's level and, if its position was set, a camera in front of the sheet. */
function buildMarkerView({ automatic, position, heading_deg, level_name }: Scanned) {
  const heading = (heading_deg / 180) * Math.PI
  const forward: Vec3 = [Math.sin(heading), Math.cos(heading), 0]
  const eye: Vec3 = [
    position.x - forward[0] * READER_DISTANCE_M,
    position.y - forward[1] * READER_DISTANCE_M,
    position.z,
  ]
  const pose: Pose = {
    eye,
    forward,
    up: [0, 0, 1],
    focus_m: READER_DISTANCE_M,
    fov_deg: 45,
    projection: 'perspective',
  }
  return formatViewParams({ ...EMPTY_VIEW, storey: level_name, pose: automatic ? null : pose })
}

/** Page opened by scanning a QR marker: its location, the nearest open issues, and a button for a new issue. */
export function MarkerPage() {
  const text = useMarkerText()
  const { locale } = useUiText()
  const { marker: markerId = '' } = useParams()
  const [{ issues }] = useSearch()
  const { data: marker, error, refetch } = useRead(getMarker, { params: { markerId } })
  useTitle('page', marker?.label)
  const { data: project, ...read } = useRead(
    getProject,
    { params: { id: marker?.project_id ?? '' } },
    { enabled: marker !== undefined },
  )
  const [open, setOpen] = useState(false)
  if (error && isMissing(error))
    return (
      <EmptyState
        whole
        drawing="search"
        title={text.unknown}
        action={
          <>
            <ButtonLink look="primary" href={paths.projects}>
              {text.toProjects}
            </ButtonLink>
            <ButtonLink href={paths.client()}>{text.join}</ButtonLink>
          </>
        }
      >
        {text.unknownHint}
      </EmptyState>
    )
  // A sheet that was placed in the model opens there, unless the link asks for its issues.
  if (marker?.anchor && issues === undefined)
    return <Redirect to={paths.viewer(marker.project_id, { sheet: marker.id })} />
  if (!marker || !project)
    return (
      <LoadingState
        error={marker ? read.error : error}
        onRetry={() => void (marker ? read : { refetch }).refetch()}
        rows={5}
        className="p-6"
      />
    )
  const place = [marker.project_name, marker.level_name, marker.section_name].filter(
    (name, index, all) => name && name !== marker.label && all.indexOf(name) === index,
  )
  const metres = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (
    <VocabularyProvider project={project}>
      <div className="mx-auto flex max-w-160 flex-col gap-4 p-4 sm:p-6">
        <div>
          <h1 className="font-semibold text-26 [overflow-wrap:anywhere]">{marker.label}</h1>
          <p className="text-text-muted">{place.join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isLevelAtLeast(project.my_permission_level, 'CONTRIBUTOR') && (
            <Button
              look="primary"
              className="max-sm:flex-auto"
              icon={<Plus aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {text.newIssue}
            </Button>
          )}
          <ButtonLink
            className="max-sm:flex-auto"
            href={paths.viewer(
              marker.project_id,
              marker.anchor ? { sheet: marker.id } : { view: buildMarkerView(marker) },
            )}
          >
            <Box aria-hidden /> {text.openIn3d}
          </ButtonLink>
        </div>
        <h2 className="font-semibold text-16">{text.nearest}</h2>
        {marker.issues.length === 0 && (
          <EmptyState drawing="list" title={text.none}>
            {text.noneHint}
          </EmptyState>
        )}
        {marker.issues.length > 0 && (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {marker.issues.map((issue) => (
              <li key={issue.id} className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken">
                <div className="min-w-0 flex-1">
                  <Link
                    quiet
                    href={paths.issue(marker.project_id, issue.number)}
                    className="block truncate font-medium after:absolute after:inset-0"
                  >
                    #{issue.number} {issue.name}
                  </Link>
                  <p className="text-13 text-text-muted">
                    {issue.distance_m === null
                      ? text.withoutPlace
                      : text.metres(metres.format(issue.distance_m))}
                  </p>
                </div>
                <StatusBadge status={issue.status} className="max-w-2/5" />
              </li>
            ))}
          </ul>
        )}
        <Suspense>
          {open && (
            <LazyNewIssueDialog
              project={project}
              place={marker}
              {...(marker.anchor ? { anchors: [{ ...marker.anchor, point: marker.position }] } : {})}
              source="FIELD"
              onClose={() => setOpen(false)}
            />
          )}
        </Suspense>
      </div>
    </VocabularyProvider>
  )
}
