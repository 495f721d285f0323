import type { Header, Variant } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ParameterOf, prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import {
  buildIssueVisibility,
  buildPreparedViewer,
  buildViewerValues,
  type ViewerValues,
} from '../projects/issue-visibility.ts'

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

interface HeaderValues extends ViewerValues {
  project_id: string
  /** null: all files */
  header_id: string | null
}

/** Open issues by the files that they are anchored in; counted for all files at once. */
const countOpenIssues = (db: Db, parameter: ParameterOf<HeaderValues>) =>
  // past visible.ts: the condition stands in the statement
  db
    .selectFrom('issues')
    .innerJoin('issue_anchors as a', 'a.issue_id', 'issues.id')
    .select(['a.bim_file_header_id', sql<number>`count(distinct issues.id)::int`.as('count')])
    .where('issues.project_id', '=', parameter('project_id'))
    .where(sql<boolean>`issues.status in ('OPEN', 'IN_PROGRESS', 'REOPENED')`)
    .where(buildIssueVisibility(buildPreparedViewer(parameter)))
    .where(
      sql<boolean>`(${parameter('header_id')}::uuid is null or a.bim_file_header_id = ${parameter('header_id')}::uuid)`,
    )
    .groupBy('a.bim_file_header_id')

const selectHeaders = (db: Db, parameter: ParameterOf<HeaderValues>) => {
  const only = sql`${parameter('header_id')}::uuid`
  return db
    .selectFrom('bim_file_headers as h')
    .leftJoin(countOpenIssues(db, parameter).as('open'), 'open.bim_file_header_id', 'h.id')
    .selectAll('h')
    .select(sql<number>`coalesce(open.count, 0)`.as('open_issues'))
    .select(
      sql<number>`(select count(*)::int from bim_file_variants v
        where v.header_id = h.id and v.deleted_at is null)`.as('versions'),
    )
    .where('h.project_id', '=', parameter('project_id'))
    .where('h.deleted_at', 'is', null)
    .where(sql<boolean>`(${only} is null or h.id = ${only})`)
    .orderBy(sql`lower(h.name)`)
    .orderBy('h.id')
    .limit(2000)
}
type HeaderRow = Awaited<ReturnType<ReturnType<typeof selectHeaders>['executeTakeFirstOrThrow']>>

const readHeaders = prepareQuery<HeaderValues, HeaderRow>(selectHeaders)

const readShownVariants = prepareQuery<{ project_id: string; header_id: string | null }, Variant>(
  (db, parameter) => {
    const only = sql`${parameter('header_id')}::uuid`
    return selectVariants(db)
      .where('v.project_id', '=', parameter('project_id'))
      .where(sql<boolean>`(${only} is null or v.header_id = ${only})`)
      .where(
        sql<boolean>`(v.version = (select max(version) from bim_file_variants n
          where n.header_id = v.header_id and n.deleted_at is null) or ${isCurrent})`,
      )
  },
)

/** Files with their current and latest version, in two queries. */
export async function listHeaderDetails(
  { tx, member }: ProjectCtx,
  header_id: string | null = null,
): Promise<Header[]> {
  const { project_id } = member
  const headers = await readHeaders(tx, { ...buildViewerValues(member), project_id, header_id })
  const variants = await readShownVariants(tx, { project_id, header_id })
  const byHeader = Map.groupBy(variants, (variant) => variant.header_id)
  return headers.map((header) => {
    const own = byHeader.get(header.id) ?? []
    const latest = own.reduce<Variant | null>((top, v) => (top && top.version > v.version ? top : v), null)
    return { ...header, current: own.find((variant) => variant.is_current) ?? null, latest }
  })
}
