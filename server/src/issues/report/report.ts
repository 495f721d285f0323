import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Markup } from '@plumbline/contract/issues/attachments'
import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import type { IssueFilter } from '@plumbline/contract/issues/filter'
import { fieldsIn, getFieldAlias, isFieldOf, putFirst } from '@plumbline/contract/issues/issue-fields'
import type { IssueRow } from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import type { Locale } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { runOneByOne } from '../../blobs/pictures.ts'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { streamWork } from '../../loop/threads.ts'
import { buildAttachmentFolder } from '../attachments/attachments.ts'
import { ensureRendition, type MarkedPicture } from '../attachments/renditions.ts'
import type { Calendar } from '../lists/calendar.ts'
import type { FilteredIssues } from '../lists/filter-issues.ts'
import { readIssueRows } from '../lists/read-issue-rows.ts'
import { computeStatistics } from '../lists/statistics.ts'
import { formatPreview, PREVIEWED_LENGTH } from '../mentions.ts'
import { addPeopleNames, formatLabelCell, getChoiceText, type SheetNames } from '../sheets/columns.ts'
import { buildOwnFacts, listOwnPeople } from '../sheets/own-columns.ts'
import type { SheetTexts } from '../sheets/texts/texts.ts'
import {
  PICTURE_BOX,
  type ReportCover,
  type ReportFact,
  type ReportInput,
  type ReportItem,
} from './draw-report.ts'
import { formatFilter, listFilterPeople } from './format-filter.ts'

const MAX_ISSUES = 1000
const ISSUES_PER_READ = 25
const COMMENTS_PER_ISSUE = 3
const COMMENT_LENGTH = 600

export interface ReportOptions {
  texts: SheetTexts
  names: SheetNames
  calendar: Calendar
  /** the project's custom fields that it offers */
  own: readonly CustomField[]
  locale: Locale
  filter: IssueFilter
  chosen: FilteredIssues
  numbers: number[]
  has_pictures: boolean
}

interface ReportComment {
  issue_id: string
  text: string
  created_by: string | null
  /** the author's address from a BCF file, for authors without an account */
  author: string | null
  created_at: string
}

/** The latest comments of each issue, oldest first, by issue id. */
async function readLastComments({ tx }: ProjectCtx, ids: string[]): Promise<Map<string, ReportComment[]>> {
  const { rows } = await sql<ReportComment>`
    select c.issue_id, left(c.text, ${PREVIEWED_LENGTH}) as text, c.created_by, c.bcf->>'author' as author, c.created_at from unnest(${ids}::uuid[]) as i (id)
    cross join lateral (select issue_id, text, created_by, bcf, created_at from issue_comments
      where issue_id = i.id and deleted_at is null order by created_at desc limit ${COMMENTS_PER_ISSUE}) c
    order by c.created_at`.execute(tx)
  return Map.groupBy(rows, (row) => row.issue_id)
}

/** Authors of issues imported from BCF files, by issue id. */
async function readBcfAuthors({ tx }: ProjectCtx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ issue_id: string; author: string }>`
    select issue_id, topic->>'creation_author' as author from issue_bcf
    where issue_id = any (${ids}::uuid[]) and topic ? 'creation_author'`.execute(tx)
  return new Map(rows.map(({ issue_id, author }) => [issue_id, author]))
}

/** The nearest grid axes of each issue's places, by issue id. */
async function readAxes({ tx }: ProjectCtx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ issue_id: string; axes: string }>`
    select issue_id, string_agg(distinct axes, ', ' order by axes) as axes from issue_anchors
    where issue_id = any (${ids}::uuid[]) and axes is not null group by issue_id`.execute(tx)
  return new Map(rows.map(({ issue_id, axes }) => [issue_id, axes]))
}

/** The cover of each issue by id, as lists show it: its first photo, or else its first viewpoint's snapshot. */
async function findPictures({ tx, member }: ProjectCtx, ids: string[]): Promise<Map<string, MarkedPicture>> {
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
      select issue_id, id as view_id, snapshot_key, null::uuid as blob_id, markup, version, 1 as kind,
        index::double precision as place
      from issue_viewpoints where issue_id = any (${ids}::uuid[]) and snapshot_key is not null
      union all
      select issue_id, null, null, blob_id, markup, version, 0, extract(epoch from created_at)
      from issue_attachments where issue_id = any (${ids}::uuid[]) and kind = 'PHOTO') p
    order by p.issue_id, p.kind, p.place`.execute(tx)
  return new Map(
    rows.map(({ issue_id, view_id, snapshot_key, blob_id, markup, version }) => {
      const folder = blob_id
        ? buildAttachmentFolder(project_id, blob_id)
        : `snapshots/${project_id}/${view_id}`
      const picture = snapshot_key ?? `${folder}/picture`
      return [issue_id, { folder, picture, thumbnail: null, markup, version }]
    }),
  )
}

/** Reads a picture with its markup, blurred and scaled for print; null if its bytes are missing or damaged. */
async function readPicture({ blobs, log }: ProjectCtx, drawn: MarkedPicture | undefined) {
  if (!drawn) return null
  try {
    const bytes = await buffer(await blobs.read(await ensureRendition(blobs, drawn, 'marked', false)))
    const box = { width: 4 * PICTURE_BOX.width, height: 4 * PICTURE_BOX.height, fit: 'inside' as const }
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

async function buildCover(
  ctx: ProjectCtx,
  options: ReportOptions,
  project: { name: string; team: string },
): Promise<ReportCover> {
  const { texts, calendar, chosen, locale, filter } = options
  const { report } = texts
  await readFilterNames(ctx, options)
  const stat = await computeStatistics(ctx, chosen, calendar, 1)
  const day = new Date(calendar.clockAt(ctx.now().getTime()))
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
  const totals = ['total', 'open', 'overdue', 'unassigned', 'closed_this_week'] as const
  const groups = (['status', 'priority'] as const).map((field) => {
    const names: Record<string, string> = texts[field]
    const counts = Object.entries(stat[`by_${field}`]).filter(([, count]) => count > 0)
    const facts = counts.map(([value, count]): ReportFact => [names[value] ?? value, String(count)])
    return { head: texts.columns[field], facts }
  })
  return {
    kind: 'cover',
    project: project.name,
    title: report.title,
    statistics: report.statistics,
    filter: report.filter,
    about: [`${report.company}: ${project.team}`, `${report.date}: ${date}`],
    conditions: await formatFilter(ctx, filter, options),
    totals: totals.map((key) => [report[key], String(stat[key])]),
    groups,
  }
}

const reportFields = putFirst(fieldsIn('report'), [
  'priority',
  'type',
  'trade',
  'assignee_id',
  'due_date',
  'level_id',
  'section_id',
  'labels',
  'stage',
])

function buildFacts(
  row: IssueRow,
  { texts, names, locale, calendar, own }: ReportOptions,
  author: string | undefined,
  axes: string | undefined,
): ReportFact[] {
  const { columns, report } = texts
  const day = (text: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text))
  const at = (text: string) => day(new Date(calendar.clockAt(Date.parse(text))).toISOString())
  const person = (id: string | null, none: string) => (id ? names.people.get(id) || report.somebody : none)
  const format = (field: (typeof reportFields)[number]): string | null => {
    if (isFieldOf('choice', field)) return getChoiceText(texts, field, row[field])
    if (isFieldOf('person', field)) return person(row[field], report.nobody)
    if (isFieldOf('labels', field)) return formatLabelCell(row[field]) || null
    const value = row[field]
    if (value === null) return null
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
    if (isFieldOf('place', field)) return names[getFieldAlias(field)].get(value) ?? null
    return isFieldOf('date', field) ? day(value) : value
  }
  const facts: [string, string | null][] = [
    [columns.status, texts.status[row.status]],
    ...reportFields.map((field): [string, string | null] => [columns[getFieldAlias(field)], format(field)]),
    ...buildOwnFacts(row, own, {
      texts,
      names,
      day,
      number: (value) => new Intl.NumberFormat(locale).format(value),
    }),
    [report.axes, axes ?? null],
    [columns.created_by, `${person(row.created_by, author ?? report.somebody)}, ${at(row.created_at)}`],
    [columns.resolved_at, row.resolved_at && at(row.resolved_at)],
    [columns.closed_at, row.closed_at && at(row.closed_at)],
  ]
  return facts.filter((fact): fact is ReportFact => fact[1] !== null)
}

/**
 * Reads the names of people in the filter who have left the project, from the issues that name them: other names are none of
 * the caller's business.
 */
async function readFilterNames(ctx: ProjectCtx, { filter, names, own, numbers }: ReportOptions) {
  if (listFilterPeople(filter, own).every((id) => names.people.has(id))) return
  for (let start = 0; start < numbers.length; start += ISSUES_PER_READ) {
    const rows = await readIssueRows(ctx, numbers.slice(start, start + ISSUES_PER_READ))
    await addPeopleNames(ctx, names, [...rows, ...listOwnPeople(rows, own)])
  }
}

/** Yields the report's items as the drawing thread requests them, so that only a few issues are in memory. */
async function* buildItems(
  ctx: ProjectCtx,
  options: ReportOptions,
  project: { name: string; team: string },
): AsyncGenerator<ReportItem> {
  const { numbers, names, has_pictures, texts } = options
  yield await buildCover(ctx, options, project)
  for (let start = 0; start < numbers.length; start += ISSUES_PER_READ) {
    const rows = await readIssueRows(ctx, numbers.slice(start, start + ISSUES_PER_READ))
    const ids = rows.map(({ id }) => id)
    const comments = await readLastComments(ctx, ids)
    const pictures = has_pictures ? await findPictures(ctx, ids) : new Map<string, MarkedPicture>()
    const axes = await readAxes(ctx, ids)
    const bcfAuthors = await readBcfAuthors(ctx, ids)
    const authors = [...comments.values()].flat().map(({ created_by }) => ({ created_by, assignee_id: null }))
    await addPeopleNames(ctx, names, [...rows, ...authors, ...listOwnPeople(rows, options.own)])
    for (const row of rows) {
      const picture = await readPicture(ctx, pictures.get(row.id))
      const commentLines = (comments.get(row.id) ?? []).map(({ text, created_by, author }) => {
        const name = (created_by && names.people.get(created_by)) || author || texts.report.somebody
        return `${name}: ${formatPreview(text, COMMENT_LENGTH)}`
      })
      yield {
        kind: 'issue',
        title: `#${row.number} ${row.name}`,
        url: `${ctx.config.publicUrl}/project/${ctx.member.project_id}/issues/${row.number}`,
        picture: picture && { jpeg: picture.data, width: picture.info.width, height: picture.info.height },
        facts: buildFacts(row, options, bcfAuthors.get(row.id), axes.get(row.id)),
        description: row.description,
        comments: { head: texts.report.comments, lines: commentLines },
      }
    }
  }
}

/** Streams a PDF report: a cover with statistics and a block for each issue. @throws Refusal too_large */
export async function buildReport(ctx: ProjectCtx, options: ReportOptions): Promise<Readable> {
  if (options.numbers.length > MAX_ISSUES)
    throw new Refusal('too_large', reason('report_too_long', { count: MAX_ISSUES }))
  const project = await ctx.tx
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select(['projects.name', 'teams.name as team'])
    .where('projects.id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const { report } = options.texts
  const input: ReportInput = {
    title: `${project.name}: ${report.title}`,
    // `{number}` is replaced by the page number
    foot: `${project.name.replaceAll('{number}', '')} · ${report.title} · ${report.page}`,
  }
  return streamWork({
    module: new URL('./draw-report.ts', import.meta.url),
    input,
    items: buildItems(ctx, options, project),
    by: ctx.actor.user_id,
    signal: ctx.http.signal,
  })
}
