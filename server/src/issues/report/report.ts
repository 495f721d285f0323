import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Markup } from '@plumbline/contract/issues/attachments'
import type { IssueFilter } from '@plumbline/contract/issues/filter'
import type { IssueRow } from '@plumbline/contract/issues/issues'
import { fillSentence } from '@plumbline/contract/sentences'
import type { Locale } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { runOneByOne } from '../../blobs/pictures.ts'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { streamWork } from '../../loop/threads.ts'
import { folderOf } from '../attachments/attachments.ts'
import { type Drawn, renditionKey } from '../attachments/renditions.ts'
import type { Calendar } from '../lists/calendar.ts'
import type { Chosen } from '../lists/filter.ts'
import { readRows } from '../lists/page.ts'
import { statisticsOf } from '../lists/statistics.ts'
import { preview } from '../mentions.ts'
import { joinLabels, type Names, nameOthers } from '../sheets/columns.ts'
import type { SheetWords } from '../sheets/words/words.ts'
import { type Cover, type Fact, PICTURE, type ReportInput, type ReportItem } from './draw-report.ts'
import { wordsOfFilter } from './filter-words.ts'

/** Issues as a document: cover, numbers, and a block for each. Written as it is drawn, a few issues at a time. */

const MOST_ISSUES = 1000
const BATCH = 25
const COMMENTS = 3
const COMMENT_LENGTH = 600

export interface ReportOptions {
  words: SheetWords
  names: Names
  calendar: Calendar
  locale: Locale
  filter: IssueFilter
  chosen: Chosen
  numbers: number[]
  has_pictures: boolean
}

interface Said {
  issue_id: string
  text: string
  created_by: string | null
  /** who is known by an address of another tool only */
  author: string | null
  created_at: string
}

/** The last comments of these issues, oldest first. */
async function lastComments({ tx }: ProjectCtx, ids: string[]): Promise<Map<string, Said[]>> {
  const { rows } = await sql<Said>`
    select c.issue_id, c.text, c.created_by, c.bcf->>'author' as author, c.created_at from unnest(${ids}::uuid[]) as i (id)
    cross join lateral (select issue_id, text, created_by, bcf, created_at from issue_comments
      where issue_id = i.id and deleted_at is null order by created_at desc limit ${COMMENTS}) c
    order by c.created_at`.execute(tx)
  return Map.groupBy(rows, (row) => row.issue_id)
}

/** Who made these issues elsewhere, by issue: of those who are not here the only name. */
async function authorsElsewhere({ tx }: ProjectCtx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ issue_id: string; author: string }>`
    select issue_id, topic->>'creation_author' as author from issue_bcf
    where issue_id = any (${ids}::uuid[]) and topic ? 'creation_author'`.execute(tx)
  return new Map(rows.map(({ issue_id, author }) => [issue_id, author]))
}

/** The picture that stands for each issue: its first view, or else its first photo. */
async function picturesOf({ tx, member }: ProjectCtx, ids: string[]): Promise<Map<string, Drawn>> {
  const { project_id } = member
  const { rows } = await sql<{
    issue_id: string
    view_id: string | null
    snapshot_key: string | null
    blob_id: string | null
    markup: Markup | null
    version: number
  }>`
    select distinct on (p.issue_id) p.* from (
      select issue_id, id as view_id, snapshot_key, null::uuid as blob_id, markup, version, 0 as kind,
        index::double precision as place
      from issue_viewpoints where issue_id = any (${ids}::uuid[]) and snapshot_key is not null
      union all
      select issue_id, null, null, blob_id, markup, version, 1, extract(epoch from created_at)
      from issue_attachments where issue_id = any (${ids}::uuid[]) and kind = 'PHOTO') p
    order by p.issue_id, p.kind, p.place`.execute(tx)
  return new Map(
    rows.map(({ issue_id, view_id, snapshot_key, blob_id, markup, version }) => {
      const folder = blob_id ? folderOf(project_id, blob_id) : `snapshots/${project_id}/${view_id}`
      const picture = snapshot_key ?? `${folder}/picture`
      return [issue_id, { folder, picture, thumbnail: picture, markup, version }]
    }),
  )
}

/** As everybody may see it, small enough for paper; null when its bytes are gone or damaged. */
async function readPicture({ blobs, log }: ProjectCtx, drawn: Drawn | undefined) {
  if (!drawn) return null
  try {
    const bytes = await buffer(await blobs.read(await renditionKey(blobs, drawn, 'marked', false)))
    const box = { width: 4 * PICTURE.width, height: 4 * PICTURE.height, fit: 'inside' as const }
    return await runOneByOne(() =>
      sharp(bytes)
        .flatten({ background: '#fff' })
        .resize({ ...box, withoutEnlargement: true })
        .jpeg({ quality: 75 })
        .toBuffer({ resolveWithObject: true }),
    )
  } catch (err) {
    log.warn({ err }, 'a picture of a report could not be read')
    return null
  }
}

async function coverOf(
  ctx: ProjectCtx,
  options: ReportOptions,
  project: { name: string; team: string },
): Promise<Cover> {
  const { words, calendar, chosen, locale, filter } = options
  const { report } = words
  const stat = await statisticsOf(ctx, chosen, calendar, 1)
  const day = new Date(calendar.clockAt(ctx.now().getTime()))
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
  const totals = ['total', 'open', 'overdue', 'unassigned', 'closed_this_week'] as const
  const groups = (['status', 'priority'] as const).map((field) => {
    const names: Record<string, string> = words[field]
    const counts = Object.entries(stat[`by_${field}`]).filter(([, count]) => count > 0)
    const facts = counts.map(([value, count]): Fact => [names[value] ?? value, String(count)])
    return { head: words.columns[field], facts }
  })
  return {
    kind: 'cover',
    ...{ project: project.name, title: report.title, statistics: report.statistics, filter: report.filter },
    about: [`${report.company}: ${project.team}`, `${report.date}: ${date}`],
    conditions: await wordsOfFilter(ctx, filter, options),
    totals: totals.map((key) => [report[key], String(stat[key])]),
    groups,
  }
}

function factsOf(
  row: IssueRow,
  { words, names, locale, calendar }: ReportOptions,
  author: string | undefined,
): Fact[] {
  const { columns, report } = words
  const day = (text: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text))
  const at = (text: string) => day(new Date(calendar.clockAt(Date.parse(text))).toISOString())
  const person = (id: string | null, none: string) => (id ? names.people.get(id) || report.somebody : none)
  const facts: [string, string | null][] = [
    [columns.status, words.status[row.status]],
    [columns.priority, words.priority[row.priority]],
    [columns.type, words.type[row.type]],
    [columns.trade, words.trade[row.trade]],
    [columns.assignee, person(row.assignee_id, report.nobody)],
    [columns.due_date, row.due_date && day(row.due_date)],
    [columns.level, row.level_id && (names.level.get(row.level_id) ?? null)],
    [columns.section, row.section_id && (names.section.get(row.section_id) ?? null)],
    [columns.labels, joinLabels(row.labels) || null],
    [columns.stage, row.stage],
    [columns.created_by, `${person(row.created_by, author ?? report.somebody)}, ${at(row.created_at)}`],
    [columns.resolved_at, row.resolved_at && at(row.resolved_at)],
    [columns.closed_at, row.closed_at && at(row.closed_at)],
  ]
  return facts.filter((fact): fact is Fact => fact[1] !== null)
}

/** What is drawn, as the thread asks for it: few issues are in memory. */
async function* itemsOf(
  ctx: ProjectCtx,
  options: ReportOptions,
  project: { name: string; team: string },
): AsyncGenerator<ReportItem> {
  const { numbers, names, has_pictures, words } = options
  yield await coverOf(ctx, options, project)
  for (let start = 0; start < numbers.length; start += BATCH) {
    const rows = await readRows(ctx, numbers.slice(start, start + BATCH))
    const ids = rows.map(({ id }) => id)
    const comments = await lastComments(ctx, ids)
    const pictures = has_pictures ? await picturesOf(ctx, ids) : new Map<string, Drawn>()
    const elsewhere = await authorsElsewhere(ctx, ids)
    const authors = [...comments.values()].flat().map(({ created_by }) => ({ created_by, assignee_id: null }))
    await nameOthers(ctx, names, [...rows, ...authors])
    for (const row of rows) {
      const picture = await readPicture(ctx, pictures.get(row.id))
      const said = (comments.get(row.id) ?? []).map(({ text, created_by, author }) => {
        const name = (created_by && names.people.get(created_by)) || author || words.report.somebody
        return `${name}: ${preview(text, COMMENT_LENGTH)}`
      })
      yield {
        kind: 'issue',
        title: `#${row.number} ${row.name}`,
        url: `${ctx.config.publicUrl}/project/${ctx.member.project_id}/issues/${row.number}`,
        picture: picture && { jpeg: picture.data, width: picture.info.width, height: picture.info.height },
        facts: factsOf(row, options, elsewhere.get(row.id)),
        description: row.description,
        comments: { head: words.report.comments, lines: said },
      }
    }
  }
}

/** The report as it is written. */
export async function reportOf(ctx: ProjectCtx, options: ReportOptions): Promise<Readable> {
  if (options.numbers.length > MOST_ISSUES)
    throw new Refusal('too_large', {
      message: fillSentence('A report has at most {count} issues', { count: MOST_ISSUES }),
    })
  const project = await ctx.tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.name', 'teams.name as team'])
    .where('projects.id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const { report } = options.words
  const input: ReportInput = {
    title: `${project.name}: ${report.title}`,
    // `{number}` is that of the page
    foot: `${project.name.replaceAll('{number}', '')} · ${report.title} · ${report.page}`,
  }
  return streamWork({
    module: new URL('./draw-report.ts', import.meta.url),
    input,
    items: itemsOf(ctx, options, project),
    by: ctx.actor.user_id,
    signal: ctx.http.signal,
  })
}
