import type { ReplyOf } from '@plumbline/contract/http'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import type { getMarker, PlacedMarker } from '@plumbline/contract/markers/markers'
import type { PinnedRow } from './local-issues.ts'
import type { PinnedProject } from './pinned-store.ts'

const MAX_ISSUES = 20

/** A scanned marker of a pinned project with the nearest open issues, by the rules of the server. */
export function describeMarker(
  { project, files }: Pick<PinnedProject, 'project' | 'files'>,
  marker: PlacedMarker,
  rows: readonly PinnedRow[],
): ReplyOf<typeof getMarker> {
  const models = new Set(files.filter(({ type_of }) => type_of === 'MODEL').map(({ id }) => id))
  const { position, anchor, level_id } = marker
  const measure = ({ anchors }: PinnedRow) => {
    const distances = anchors
      .filter(({ bim_file_header_id }) => models.has(bim_file_header_id))
      .map(({ point }) => Math.hypot(point.x - position.x, point.y - position.y, point.z - position.z))
    return distances.length > 0 ? Math.min(...distances) : null
  }
  const issues = rows
    .filter(({ status }) => openStatuses.includes(status))
    .filter((row) => level_id === null || row.level_id === null || row.level_id === level_id)
    .map((row) => ({
      id: row.id,
      number: row.number,
      name: row.name,
      status: row.status,
      distance_m: measure(row),
    }))
    .sort((a, b) => (a.distance_m ?? Infinity) - (b.distance_m ?? Infinity) || b.number - a.number)
    .slice(0, MAX_ISSUES)
  const isFileKept = files.some(({ id }) => id === anchor?.bim_file_header_id)
  return {
    ...marker,
    anchor: isFileKept ? anchor : null,
    project_id: project.id,
    project_name: project.name,
    issues,
  }
}
