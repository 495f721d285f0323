import type * as api from '@plumbline/contract/issues/following'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { visibleIssues } from '../visible.ts'

const MAX_PLACES = 500

async function listDoubtfulVersions({ tx, member }: ProjectCtx, headerId: string | undefined) {
  const { rows } = await sql<{
    header_id: string
    header_name: string
    variant_id: string
    version: number
    share: number
  }>`
    select h.id as header_id, h.name as header_name, v.id as variant_id, v.version, r.share
    from bim_revisions r join bim_file_headers h on h.id = r.header_id and h.anchored_variant_id = r.from_variant_id
    join bim_file_variants v on v.id = r.to_variant_id and v.deleted_at is null
    where r.project_id = ${member.project_id} and r.state = 'DOUBTFUL' and h.deleted_at is null
      and (${headerId ?? null}::uuid is null or h.id = ${headerId ?? null}::uuid)
    order by h.name, v.version`.execute(tx)
  return rows
}

export async function listDoubtfulPlaces(ctx: ProjectCtx, { query }: Input<typeof api.listDoubtfulPlaces>) {
  const { bim_file_header_id } = query
  const rows = await visibleIssues(ctx.tx, ctx.member)
    .where('issues.status', 'in', openStatuses)
    .innerJoin('issue_anchors as a', 'a.issue_id', 'issues.id')
    .where('a.state', '=', 'NEEDS_REVIEW')
    .$if(bim_file_header_id !== undefined, (rest) =>
      rest.where('a.bim_file_header_id', '=', bim_file_header_id as string),
    )
    .selectAll('a')
    .select(['issues.number', 'issues.name', 'issues.status'])
    .select(
      sql<string | null>`(select w.id from issue_viewpoints w where w.issue_id = issues.id
        and w.snapshot_key is not null order by w.index limit 1)`.as('viewpoint_id'),
    )
    .orderBy('issues.number')
    .orderBy('a.order')
    .limit(MAX_PLACES)
    .execute()
  const places = rows.map(({ number, name, status, viewpoint_id, ...anchor }) => ({
    ...{ issue_id: anchor.issue_id, number, name, status, viewpoint_id },
    anchor,
  }))
  return { places, versions: await listDoubtfulVersions(ctx, bim_file_header_id) }
}
