import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Markup } from '@plumbline/contract/issue-attachments'
import type { IssueFilter } from '@plumbline/contract/issue-filter'
import type { IssueRow } from '@plumbline/contract/issues'
import { fill } from '@plumbline/contract/sentences'
import type { Locale } from '@plumbline/contract/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { inTurn } from '../../blobs/pictures.ts'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { colors, MARGIN, Pen } from '../../pdf/pen.ts'
import { folderOf } from '../attachments/attachments.ts'
import { type Drawn, renditionKey } from '../attachments/renditions.ts'
import type { Calendar } from '../lists/calendar.ts'
import type { Chosen } from '../lists/filter.ts'
import { readRows } from '../lists/page.ts'
import { statisticsOf } from '../lists/statistics.ts'
import { preview } from '../mentions.ts'
import { joinLabels, type Names, nameOthers } from '../sheets/columns.ts'
import type { SheetWords } from '../sheets/words/words.ts'
import { wordsOfFilter } from './filter-words.ts'

/** Issues as a document: cover, numbers, and a block for each. Written as it is drawn, a few issues at a time. */

const MOST_ISSUES = 1000
const BATCH = 25
const COMMENTS = 3
const COMMENT_LENGTH = 600
const CODE = 66
const PICTURE = { width: 240, height: 170 }

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
    return await inTurn(() =>
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

async function writeCover(
  ctx: ProjectCtx,
  pen: Pen,
  options: ReportOptions,
  project: { name: string; team: string },
) {
  const { words, calendar, chosen, locale, filter } = options
  const { report } = words
  const stat = await statisticsOf(ctx, chosen, calendar, 1)
  const day = new Date(calendar.clockAt(ctx.now().getTime()))
  pen.pdf.addPage()
  pen.pdf.outline.addItem(report.statistics)
  pen.gap(60).write(project.name, { size: 26, is_bold: true }).gap(6)
  pen.write(report.title, { size: 16, color: colors.faint }).gap(24)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
  pen.write(`${report.company}: ${project.team}`).gap(2).write(`${report.date}: ${date}`).gap(14)
  pen.write(report.filter, { size: 12, is_bold: true }).gap(2)
  for (const line of await wordsOfFilter(ctx, filter, options)) pen.write(line)
  pen.gap(14).write(report.statistics, { size: 12, is_bold: true }).gap(4)
  for (const key of ['total', 'open', 'overdue', 'unassigned', 'closed_this_week'] as const)
    writeFact(pen, report[key], String(stat[key]))
  for (const field of ['status', 'priority'] as const) {
    pen.gap(10).write(words.columns[field], { size: 12, is_bold: true }).gap(4)
    const names: Record<string, string> = words[field]
    for (const [value, count] of Object.entries(stat[`by_${field}`]))
      if (count > 0) writeFact(pen, names[value] ?? value, String(count))
  }
}

/** A name and a value beside it. */
function writeFact(pen: Pen, name: string, value: string, width = pen.width) {
  const { y } = pen.pdf
  pen.write(name, { x: MARGIN, y, width: 110, size: 9, color: colors.faint })
  const below = pen.pdf.y
  pen.write(value, { x: MARGIN + 115, y, width: width - 115, size: 9 })
  pen.pdf.x = MARGIN
  pen.pdf.y = Math.max(below, pen.pdf.y)
}

function factsOf(
  row: IssueRow,
  { words, names, locale, calendar }: ReportOptions,
  author: string | undefined,
): [string, string][] {
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
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function writeIssue(
  pen: Pen,
  row: IssueRow,
  options: ReportOptions,
  parts: {
    url: string
    picture: Awaited<ReturnType<typeof readPicture>>
    comments: Said[]
    author: string | undefined
  },
) {
  const { words, names } = options
  const title = `#${row.number} ${row.name}`
  if (pen.left < PICTURE.height + 60) pen.pdf.addPage()
  else if (pen.pdf.y > MARGIN) pen.rule()
  pen.pdf.outline.addItem(title)
  const top = pen.pdf.y
  pen.code(parts.url, MARGIN + pen.width - CODE, top - 4, CODE)
  pen.pdf.link(MARGIN + pen.width - CODE, top - 4, CODE, CODE, parts.url)
  pen.write(title, { x: MARGIN, y: top, size: 13, is_bold: true, width: pen.width - CODE - 12 }).gap(4)
  const beside = Math.max(pen.pdf.y, top + CODE)
  const { picture } = parts
  let bottom = beside
  if (picture) {
    const scale = Math.min(PICTURE.width / picture.info.width, PICTURE.height / picture.info.height)
    const width = picture.info.width * scale
    pen.pdf.image(picture.data, MARGIN + pen.width - width, beside, { width })
    bottom = beside + picture.info.height * scale
  }
  const room = pen.width - (picture ? PICTURE.width + 12 : CODE + 12)
  for (const [name, value] of factsOf(row, options, parts.author)) writeFact(pen, name, value, room)
  pen.pdf.y = Math.max(pen.pdf.y, bottom) + 6
  if (row.description) pen.write(row.description, { x: MARGIN }).gap(4)
  if (parts.comments.length > 0)
    pen.write(words.report.comments, { x: MARGIN, size: 9, is_bold: true }).gap(1)
  for (const { text, created_by, author } of parts.comments) {
    const name = (created_by && names.people.get(created_by)) || author || words.report.somebody
    pen.write(`${name}: ${preview(text, COMMENT_LENGTH)}`, { x: MARGIN, size: 9 }).gap(2)
  }
  pen.gap(8)
}

async function writeIssues(ctx: ProjectCtx, pen: Pen, options: ReportOptions) {
  const { numbers, names, has_pictures } = options
  pen.pdf.addPage()
  for (let start = 0; start < numbers.length; start += BATCH) {
    const rows = await readRows(ctx, numbers.slice(start, start + BATCH))
    const ids = rows.map(({ id }) => id)
    const comments = await lastComments(ctx, ids)
    const pictures = has_pictures ? await picturesOf(ctx, ids) : new Map<string, Drawn>()
    const elsewhere = await authorsElsewhere(ctx, ids)
    const authors = [...comments.values()].flat().map(({ created_by }) => ({ created_by, assignee_id: null }))
    await nameOthers(ctx, names, [...rows, ...authors])
    for (const row of rows) {
      writeIssue(pen, row, options, {
        url: `${ctx.config.publicUrl}/project/${ctx.member.project_id}/issues/${row.number}`,
        picture: await readPicture(ctx, pictures.get(row.id)),
        comments: comments.get(row.id) ?? [],
        author: elsewhere.get(row.id),
      })
      if (!(await pen.drained())) return
    }
  }
}

/** The report as it is written. */
export async function reportOf(ctx: ProjectCtx, options: ReportOptions): Promise<Readable> {
  if (options.numbers.length > MOST_ISSUES)
    throw new Refusal('too_large', {
      message: fill('A report has at most {count} issues', { count: MOST_ISSUES }),
    })
  const project = await ctx.tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.name', 'teams.name as team'])
    .where('projects.id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const { report } = options.words
  const pen = new Pen(
    `${project.name}: ${report.title}`,
    (page) => `${project.name} · ${report.title} · ${report.page.replace('{number}', String(page))}`,
  )
  const write = async () => {
    await writeCover(ctx, pen, options, project)
    if (options.numbers.length > 0) await writeIssues(ctx, pen, options)
    pen.pdf.end()
  }
  write().catch((error: Error) => {
    ctx.log.warn({ err: error }, 'a report could not be written')
    pen.out.destroy(error)
  })
  return pen.out
}
