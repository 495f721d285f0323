import { createHash } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/changes'
import { CHANGES_TIMELINE_SIZE, type ChangedIssue } from '@plumbline/contract/issues/changes'
import type { Issue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { MAX_MEMBERS_READ, selectProjectMembers } from '../../access/member-reads.ts'
import { listHeaderDetails } from '../../bim/reads.ts'
import type { Input, ProjectCtx } from '../../context.ts'
import { listLevels } from '../../projects/list-levels.ts'
import { listSections } from '../../projects/list-sections.ts'
import { cutBySize, readPartSizes } from '../part-sizes.ts'
import { buildLogEntries, cutPage, entryParts, entrySize, selectVisibleEntries } from '../timeline.ts'
import { visibleIssues } from '../visible.ts'
import { type ChangesCursor, computeScope, formatChangesCursor, parseChangesCursor } from './cursor.ts'
import { listLostIssues } from './list-lost-issues.ts'
import { readIssuesWithParts } from './read-issues-with-parts.ts'

const PAGE_SIZE = 250
/** log entries read for one page: many may be about the same issue */
const ENTRIES_PER_ISSUE = 8

async function readLastSeq({ tx, member }: ProjectCtx): Promise<number> {
  const chain = await tx
    .selectFrom('issue_chains')
    .select('seq')
    .where('project_id', '=', member.project_id)
    .executeTakeFirst()
  return chain?.seq ?? 0
}

/** The last entry visible to the caller: its number reveals nothing about hidden ones. */
async function readLastVisibleSeq(ctx: ProjectCtx): Promise<number> {
  const entry = await selectVisibleEntries(ctx).limit(1).executeTakeFirst()
  return entry?.seq ?? 0
}

/** The next issues by number, while a device reads everything. */
async function listNextIssueIds({ tx, member }: ProjectCtx, after: number, limit: number) {
  return visibleIssues(tx, member)
    .where('issues.number', '>', after)
    .select(['issues.id', 'issues.number'])
    .orderBy('issues.number')
    .limit(limit + 1)
    .execute()
}

interface ChangedIds {
  ids: string[]
  /** the last entry of each issue in the page */
  lastSeqs: ReadonlyMap<string, number>
  cursor: ChangesCursor
  more: boolean
}

/** The issues that entries after the cursor are about. Deleted and hidden issues are among them. */
async function listChangedIds(ctx: ProjectCtx, cursor: ChangesCursor, limit: number): Promise<ChangedIds> {
  const entries = await ctx.tx
    .selectFrom('issue_log')
    .select(['seq', 'issue_id'])
    .where('project_id', '=', ctx.member.project_id)
    .where('seq', '>', cursor.seq)
    .orderBy('seq')
    .limit(limit * ENTRIES_PER_ISSUE + 1)
    .execute()
  const lastSeqs = new Map<string, number>()
  let { seq } = cursor
  let taken = 0
  for (const entry of entries.slice(0, limit * ENTRIES_PER_ISSUE)) {
    if (!lastSeqs.has(entry.issue_id) && lastSeqs.size === limit) break
    lastSeqs.set(entry.issue_id, entry.seq)
    seq = entry.seq
    taken++
  }
  return { ids: [...lastSeqs.keys()], lastSeqs, cursor: { ...cursor, seq }, more: taken < entries.length }
}

async function listPageIds(ctx: ProjectCtx, cursor: ChangesCursor, limit: number): Promise<ChangedIds> {
  if (cursor.after_number === null) return listChangedIds(ctx, cursor, limit)
  const rows = await listNextIssueIds(ctx, cursor.after_number, limit)
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  // changes made during paging follow from the log
  const after_number = hasMore ? (page.at(-1)?.number ?? 0) : null
  return {
    ids: page.map(({ id }) => id),
    lastSeqs: new Map(),
    cursor: { ...cursor, after_number },
    more: hasMore || (await readLastVisibleSeq(ctx)) > cursor.seq,
  }
}

/** The newest entries of each issue. */
async function addTimelines(ctx: ProjectCtx, issues: Issue[]): Promise<ChangedIssue[]> {
  if (issues.length === 0) return []
  const ranked = selectVisibleEntries(ctx)
    .where(
      'l.issue_id',
      'in',
      issues.map(({ id }) => id),
    )
    .select(sql<number>`row_number() over (partition by l.issue_id order by l.seq desc)`.as('rank'))
  const rows = await ctx.tx
    .selectFrom(ranked.as('l'))
    .selectAll()
    .select(entryParts)
    .where('rank', '<=', CHANGES_TIMELINE_SIZE + 1)
    .orderBy('seq', 'desc')
    .execute()
  const byIssue = Map.groupBy(buildLogEntries(rows), ({ issue_id }) => issue_id)
  return issues.map((issue) => {
    const { page, before } = cutPage(byIssue.get(issue.id) ?? [], CHANGES_TIMELINE_SIZE)
    return { issue, timeline: { items: page.reverse(), before } }
  })
}

const computeTag = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** The small lists of a project, each null if it is as the caller knows it. */
async function listChangedPlaces(ctx: ProjectCtx, known: string) {
  const members = await selectProjectMembers(ctx.tx, ctx.member.project_id)
    .orderBy('m.user_id')
    .limit(MAX_MEMBERS_READ)
    .execute()
  const lists = {
    members,
    levels: await listLevels(ctx),
    sections: await listSections(ctx),
    files: await listHeaderDetails(ctx),
  }
  // the time when somebody was last seen is not a change of the project
  const compared = { ...lists, members: members.map((member) => ({ ...member, last_seen_at: null })) }
  const tags = [compared.members, compared.levels, compared.sections, compared.files].map(computeTag)
  const [members_tag, levels_tag, sections_tag, files_tag] = known.split('.')
  return {
    members: members_tag === tags[0] ? null : lists.members,
    levels: levels_tag === tags[1] ? null : lists.levels,
    sections: sections_tag === tags[2] ? null : lists.sections,
    files: files_tag === tags[3] ? null : lists.files,
    tags: tags.join('.'),
  }
}

/** The characters of the newest entries of each of these issues. */
async function readTimelineSizes({ tx, member }: ProjectCtx, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ issue_id: string; size: number }>`
    select issue_id, sum(size) as size from unnest(${ids}::uuid[]) i (id) cross join lateral (
      select l.issue_id, ${entrySize} as size from issue_log l
      where l.project_id = ${member.project_id} and l.issue_id = i.id
      order by l.seq desc limit ${CHANGES_TIMELINE_SIZE + 1}) e
    group by issue_id`.execute(tx)
  return new Map(rows.map(({ issue_id, size }) => [issue_id, size]))
}

/** The next page, of as many issues as fit in memory. */
async function listFittingPage(ctx: ProjectCtx, cursor: ChangesCursor, limit: number): Promise<ChangedIds> {
  const page = await listPageIds(ctx, cursor, limit)
  const sizes = await readPartSizes(ctx.tx, page.ids)
  const timelines = await readTimelineSizes(ctx, page.ids)
  const sizeOf = (id: string) => (sizes.get(id) ?? 0) + (timelines.get(id) ?? 0)
  const [fitting = []] = cutBySize(page.ids, limit, sizeOf)
  return fitting.length < page.ids.length ? listPageIds(ctx, cursor, fitting.length) : page
}

export async function listChanges(ctx: ProjectCtx, { query }: Input<typeof api.listChanges>) {
  const scope = computeScope(ctx.member)
  const given = query.after === undefined ? null : parseChangesCursor(query.after)
  // a log that is shorter than known is another project's or a restored database's
  const isKnown = given !== null && given.scope === scope && given.seq <= (await readLastSeq(ctx))
  const start: ChangesCursor = isKnown
    ? given
    : { scope, seq: await readLastVisibleSeq(ctx), after_number: 0 }
  const { ids, lastSeqs, cursor, more } = await listFittingPage(ctx, start, query.limit ?? PAGE_SIZE)
  const issues = await readIssuesWithParts(ctx, ids)
  const seen = new Set(issues.map(({ id }) => id))
  const unseen = ids.filter((id) => !seen.has(id))
  const gone = await listLostIssues(ctx, unseen, start.seq)
  // at the end of the log the cursor stays at the last sent entry, so that it reveals nothing about hidden
  // issues
  const told = [...seen, ...gone].map((id) => lastSeqs.get(id) ?? start.seq)
  const end = more || cursor.after_number !== null ? cursor : { ...cursor, seq: Math.max(start.seq, ...told) }
  return {
    reset: query.after !== undefined && !isKnown,
    issues: await addTimelines(ctx, issues),
    gone,
    ...(await listChangedPlaces(ctx, isKnown ? (query.tags ?? '') : '')),
    next: formatChangesCursor(end),
    more,
  }
}
