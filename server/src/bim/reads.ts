import type { Header, Variant } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import type { ProjectCtx } from '../context.ts'
import { type Db, parseTimestamp, type Tx } from '../db/database.ts'
import { type ParameterOf, prepareQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import {
  buildIssueVisibility,
  buildPreparedViewer,
  buildViewerValues,
  type ViewerValues,
} from '../projects/issue-visibility.ts'
import { findOpenIssueCounter } from '../projects/open-issue-counts.ts'

/**
 * SQL: true for the current version `v` of its file, which is the COMPLETED one of the highest rank, then the newest.
 */
export const isCurrent = sql<boolean>`(v.state = 'COMPLETED' and v.deleted_at is null and not exists (
  select from bim_file_variants n where n.header_id = v.header_id and n.state = 'COMPLETED'
  and n.deleted_at is null and (n.rank, n.version) > (v.rank, v.version)))`

/** SQL: key of the visible artefacts; during processing that of the first storey's preview. */
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

/** A version that this transaction has found before. @throws Refusal not_found if it was deleted in the meantime */
export async function getVariant(tx: Tx, variantId: string): Promise<Variant> {
  const variant = await selectVariants(tx).where('v.id', '=', variantId).executeTakeFirst()
  if (!variant) throw new Refusal('not_found')
  return variant
}

/** Gets a version. @throws Refusal not_found for hidden, deleted and missing ones alike */
export const findVariant = (ctx: ProjectCtx, variantId: string, headerId?: string) =>
  selectFoundVariant(ctx, variantId, headerId, false)

/** Gets a version as it stays until the end of the transaction, for rules that depend on its state. */
export const lockVariant = (ctx: ProjectCtx, variantId: string, headerId: string) =>
  selectFoundVariant(ctx, variantId, headerId, true)

async function selectFoundVariant(
  ctx: ProjectCtx,
  variantId: string,
  headerId: string | undefined,
  isLocked: boolean,
) {
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
    .$if(isLocked, (query) => query.forNoKeyUpdate())
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

/** files of a project: as many are listed at once */
export const MAX_FILES = 2000

interface HeaderValues extends ViewerValues {
  project_id: string
  /** set for a query of one file */
  header_id: string | null
}

/** The parts in which the queries of files differ: as query parameters they would make PostgreSQL plan again for each call. */
interface HeaderQuery {
  isOfOne: boolean
  /** `admin`: who sees every issue, which an index alone can count; `nobody`: open issues are counted elsewhere */
  countedFor: 'admin' | 'others' | 'nobody'
}

/** Visible open issues by the files that they are anchored in; counted for all files at once. */
const countOpenIssues = (db: Db, parameter: ParameterOf<HeaderValues>, query: HeaderQuery) =>
  // past visible.ts: the statement has the condition
  db
    .selectFrom('issues')
    .innerJoin('issue_anchors as a', 'a.issue_id', 'issues.id')
    .select(['a.bim_file_header_id', sql<number>`count(distinct issues.id)::int`.as('count')])
    .where('issues.project_id', '=', parameter('project_id'))
    .where('issues.deleted_at', 'is', null)
    .where(sql<boolean>`issues.status in ('OPEN', 'IN_PROGRESS', 'REOPENED')`)
    .$if(query.countedFor === 'others', (some) =>
      some.where(buildIssueVisibility(buildPreparedViewer(parameter))),
    )
    .$if(query.countedFor === 'nobody', (none) => none.where(sql<boolean>`false`))
    .$if(query.isOfOne, (some) => some.where('a.bim_file_header_id', '=', parameter('header_id')))
    .groupBy('a.bim_file_header_id')

/** SQL: the current and the newest version of the file `h`, as JSON. */
const selectShownVariants = (db: Db) =>
  sql<Variant[]>`(select coalesce(json_agg(r), '[]') from (${selectVariants(db)
    .whereRef('v.header_id', '=', sql`h.id`)
    .where(
      sql<boolean>`(v.version = (select max(version) from bim_file_variants n
        where n.header_id = v.header_id and n.deleted_at is null) or ${isCurrent})`,
    )}) r)`

const selectHeaders = (db: Db, parameter: ParameterOf<HeaderValues>, query: HeaderQuery) =>
  db
    .selectFrom('bim_file_headers as h')
    .leftJoin(countOpenIssues(db, parameter, query).as('open'), 'open.bim_file_header_id', 'h.id')
    .selectAll('h')
    .select([
      sql<number>`coalesce(open.count, 0)`.as('open_issues'),
      sql<number>`(select count(*)::int from bim_file_variants v
        where v.header_id = h.id and v.deleted_at is null)`.as('versions'),
      selectShownVariants(db).as('variants'),
    ])
    .where('h.project_id', '=', parameter('project_id'))
    .where('h.deleted_at', 'is', null)
    .$if(query.isOfOne, (one) => one.where('h.id', '=', sql<string>`${parameter('header_id')}`))
    .orderBy(sql`lower(h.name)`)
    .orderBy('h.id')
    .limit(MAX_FILES)
type HeaderRow = Awaited<ReturnType<ReturnType<typeof selectHeaders>['executeTakeFirstOrThrow']>>

const prepareHeaders = (isOfOne: boolean) => {
  const prepare = (countedFor: HeaderQuery['countedFor']) =>
    prepareQuery<HeaderValues, HeaderRow>((db, parameter) =>
      selectHeaders(db, parameter, { isOfOne, countedFor }),
    )
  return { admin: prepare('admin'), others: prepare('others'), nobody: prepare('nobody') }
}
const headersOfProject = prepareHeaders(false)
const oneHeader = prepareHeaders(true)

/** A version from a row as JSON. */
const readVariant = (row: Variant): Variant => ({
  ...row,
  created_at: parseTimestamp(row.created_at),
  processed_at: row.processed_at === null ? null : parseTimestamp(row.processed_at),
})

/** Files with their current and latest version. */
export async function listHeaderDetails(ctx: ProjectCtx, header_id: string | null = null): Promise<Header[]> {
  const { tx, db, member } = ctx
  const { project_id } = member
  const values = { ...buildViewerValues(member), project_id, header_id }
  // a write reads a single file including its own changes
  const counts = header_id === null ? await findOpenIssueCounter(db)?.countByFile(ctx) : null
  const queries = header_id === null ? headersOfProject : oneHeader
  const headers = await queries[counts ? 'nobody' : values.is_admin ? 'admin' : 'others'](tx, values)
  return headers.map(({ variants, ...header }) => {
    const own = variants.map(readVariant)
    const latest = own.reduce<Variant | null>((top, v) => (top && top.version > v.version ? top : v), null)
    const current = own.find((variant) => variant.is_current) ?? null
    return { ...header, open_issues: counts?.get(header.id) ?? header.open_issues, current, latest }
  })
}
