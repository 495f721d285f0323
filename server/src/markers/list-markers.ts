import type { ProjectCtx } from '../context.ts'
import { getMarkerLabel, MAX_MARKERS, presentMarker, selectActiveMarkers } from './markers.ts'

export async function listMarkers(ctx: ProjectCtx) {
  const rows = await selectActiveMarkers(ctx.tx, ctx.member.project_id)
    .innerJoin('projects', 'projects.id', 'markers.project_id')
    .leftJoin('levels', 'levels.id', 'markers.level_id')
    .leftJoin('sections', 'sections.id', 'markers.section_id')
    .select(['projects.name as project_name', 'levels.name as level_name', 'sections.name as section_name'])
    .orderBy('markers.created_at')
    .orderBy('markers.id')
    .limit(MAX_MARKERS)
    .execute()
  return rows.map((row) => ({ ...presentMarker(row), label: getMarkerLabel(row) }))
}
