import type { Header, Variant } from '@plumbline/contract/bim/bim'
import { type Expression, sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { buildIssueViewer, buildIssueVisibility } from '../projects/issue-visibility.ts'
/**
 * SQL: true for the current version `v` of its file, which is the COMPLETED one of the highest rank, then the newest.
 */
export const isCurrent = sql<boolean>`(v.state = 'COMPLETED' and v.deleted_at is null and not exists (
  select from bim_file_variants n where n.header_id = v.header_id and n.state = 'COMPLETED'
  and n.deleted_at is null and (n.rank, n.version) > (v.rank, v.version)))`

/** SQL: key of the visible artefacts, those of the first storey during processing. */
const artefactsKey = sql<string | null>`case when v.state = 'PROCESSING' and v.first_key is not null
  then v.first_key else v.artefacts_key end`

/** Selects versions outside of the trash in the contract's shape. */
export function selectVariants(tx: Tx) {
  return tx
    .selectFrom('bim_file_variants as v')
    .leftJoin('users as u', 'u.id', 'v.created_by')
    .selectAll('v')
    .select([
      sql<string | null>`coalesce(v.sha256, v.declared_sha256)`.as('sha256'),
      sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('created_by_name'),
      isCurrent.as('is_current'),
      artefactsKey.as('artefacts_key'),
    ])
    .where('v.deleted_at', 'is', null)
}

export async function getVariant(tx: Tx, variantId: string): Promise<Variant> {
  return selectVariants(tx).where('v.id', '=', variantId).executeTakeFirstOrThrow()
}

/** Gets a version. @throws Refusal not_found for hidden, deleted and missing ones alike */
export async function findVariant(ctx: ProjectCtx, variantId: string, headerId?: string) {
  const row = await ctx.tx
    .selectFrom('bim_file_variants')
    .selectAll()
    .where('id', '=', variantId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from bim_file_headers h where h.id = header_id and h.deleted_at is null)`,
    )
    .$if(headerId !== undefined, (query) => query.where('header_id', '=', headerId as string))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function findHeader(ctx: ProjectCtx, headerId: string) {
  const row = await ctx.tx
    .selectFrom('bim_file_headers')
    .selectAll()
    .where('id', '=', headerId)
    .where('project_id', '=', ctx.member.project_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

function countOpenIssues(ctx: ProjectCtx, headerId: Expression<string>) {
  const seen = buildIssueVisibility(buildIssueViewer(ctx.member))
  return sql<number>`(select count(distinct issues.id)::int from issue_anchors a join issues on issues.id = a.issue_id
    where a.bim_file_header_id = ${headerId} and issues.status in ('OPEN', 'IN_PROGRESS', 'REOPENED') and ${seen})`
}

/** Files with their current and latest version, in two queries. */
export async function listHeaderDetails(ctx: ProjectCtx, headerId?: string): Promise<Header[]> {
  const headers = await ctx.tx
    .selectFrom('bim_file_headers as h')
    .selectAll('h')
    .select((eb) => countOpenIssues(ctx, eb.ref('h.id')).as('open_issues'))
    .select(
      sql<number>`(select count(*)::int from bim_file_variants v
        where v.header_id = h.id and v.deleted_at is null)`.as('versions'),
    )
    .where('h.project_id', '=', ctx.member.project_id)
    .where('h.deleted_at', 'is', null)
    .$if(headerId !== undefined, (query) => query.where('h.id', '=', headerId as string))
    .orderBy(sql`lower(h.name)`)
    .orderBy('h.id')
    .limit(2000)
    .execute()
  const variants = await selectVariants(ctx.tx)
    .where('v.project_id', '=', ctx.member.project_id)
    .$if(headerId !== undefined, (query) => query.where('v.header_id', '=', headerId as string))
    .where(
      sql<boolean>`(v.version = (select max(version) from bim_file_variants n
        where n.header_id = v.header_id and n.deleted_at is null) or ${isCurrent})`,
    )
    .execute()
  const byHeader = Map.groupBy(variants, (variant) => variant.header_id)
  return headers.map((header) => {
    const own = byHeader.get(header.id) ?? []
    const latest = own.reduce<Variant | null>((top, v) => (top && top.version > v.version ? top : v), null)
    return { ...header, current: own.find((variant) => variant.is_current) ?? null, latest }
  })
}
