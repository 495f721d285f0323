import type * as api from '@plumbline/contract/markers/markers'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { visibleIssues } from '../issues/visible.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { getMarkerLabel, hasHeader, presentMarker } from './markers.ts'

const MAX_ISSUES = 20

/** The location of a scanned marker and the nearest open issues. @throws Refusal not_found, also for revoked markers */
export async function getMarker(ctx: UserCtx, { params }: Input<typeof api.getMarker>) {
  const row = await ctx.tx
    .selectFrom('markers')
    .selectAll()
    .where('id', '=', params.markerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const member = row && (await findProjectMember(ctx.tx, ctx.actor.user_id, row.project_id))
  if (!member) throw new Refusal('not_found')
  const names = await ctx.tx
    .selectFrom('projects')
    .leftJoin('levels', (join) => join.on('levels.id', '=', row.level_id))
    .leftJoin('sections', (join) => join.on('sections.id', '=', row.section_id))
    .where('projects.id', '=', row.project_id)
    .select(['projects.name as project_name', 'levels.name as level_name', 'sections.name as section_name'])
    .executeTakeFirstOrThrow()
  const { x, y, z } = row.position
  // anchors in drawings have sheet coordinates, so only anchors in models count
  const distance = sql<number | null>`(select min(sqrt(
    ((a.point->>'x')::float8 - ${x}::float8) ^ 2 + ((a.point->>'y')::float8 - ${y}::float8) ^ 2
    + ((a.point->>'z')::float8 - ${z}::float8) ^ 2)) from issue_anchors a
    join bim_file_headers h on h.id = a.bim_file_header_id and h.type_of = 'MODEL' where a.issue_id = issues.id)`
  const issues = await visibleIssues(ctx.tx, member)
    .where('issues.status', 'in', ['OPEN', 'IN_PROGRESS', 'REOPENED'])
    .$if(row.level_id !== null, (rows) =>
      rows.where((eb) =>
        eb.or([eb('issues.level_id', '=', row.level_id), eb('issues.level_id', 'is', null)]),
      ),
    )
    .select(['issues.id', 'issues.number', 'issues.name', 'issues.status', distance.as('distance_m')])
    .orderBy(sql`distance_m asc nulls last`)
    .orderBy('issues.number', 'desc')
    .limit(MAX_ISSUES)
    .execute()
  const marker = presentMarker(row)
  const headerId = marker.anchor?.bim_file_header_id
  // A new issue cannot be placed in a deleted file.
  const anchor = headerId && (await hasHeader(ctx.tx, row.project_id, headerId)) ? marker.anchor : null
  return { ...marker, ...names, anchor, label: getMarkerLabel({ ...row, ...names }), issues }
}
