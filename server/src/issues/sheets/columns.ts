import type { IssueRow } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { type Calendar, parseDayNumber } from '../lists/calendar.ts'
import { readPlaces, readUserNames } from '../lists/places.ts'
import type { SheetTexts } from './texts/texts.ts'

/** The columns of a spreadsheet of issues, in order. */
export const sheetColumns = [
  'number',
  'name',
  'description',
  'status',
  'type',
  'priority',
  'trade',
  'level',
  'section',
  'assignee',
  'due_date',
  'labels',
  'stage',
  'visibility',
  'source',
  'created_by',
  'created_at',
  'updated_at',
  'resolved_at',
  'closed_at',
  'comments',
  'comment',
  'version',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

/** Enum columns, whose values are translated. */
export const codedColumns = ['status', 'type', 'priority', 'trade', 'visibility', 'source'] as const

/** A day or an instant in the project's time zone, in days since 1970-01-01. */
interface DayCell {
  days: number
  has_time: boolean
}
export type SheetCell = string | number | DayCell | null

/** Makes names unique, ignoring case: duplicates get `more` in parentheses. */
function disambiguateNames(things: { id: string; name: string; more: string }[]): Map<string, string> {
  const uses = Map.groupBy(things, ({ name }) => name.toLowerCase())
  const usedNames = new Set<string>()
  return new Map(
    things.map(({ id, name, more }) => {
      let own = uses.get(name.toLowerCase())?.length === 1 ? name : `${name} (${more})`
      while (usedNames.has(own.toLowerCase())) own = `${own} (${more})`
      usedNames.add(own.toLowerCase())
      return [id, own]
    }),
  )
}

/** Display names by id. */
export interface SheetNames {
  level: Map<string, string>
  section: Map<string, string>
  /** members that issues can be assigned to */
  assignee: Map<string, string>
  /** all users named in the issues, former members too */
  people: Map<string, string>
}

export async function readSheetNames(ctx: ProjectCtx): Promise<SheetNames> {
  const { project_id } = ctx.member
  const { level, section } = await readPlaces(ctx.tx, project_id)
  const members = (await listProjectMembers(ctx.tx, project_id)).filter(
    (row) => row.permission_level !== 'VIEWER',
  )
  const ids = members.map(({ user_id }) => user_id)
  const { rows } = await sql<{ id: string; name: string; more: string }>`
    select id, trim(concat(first_name, ' ', last_name)) as name, email as more from users
    where id = any (${ids}::uuid[]) order by name, id`.execute(ctx.tx)
  const numbered = (places: typeof level) =>
    disambiguateNames(places.map(({ id, name }, index) => ({ id, name, more: String(index + 1) })))
  const assignee = disambiguateNames(rows)
  return { level: numbered(level), section: numbered(section), assignee, people: new Map(assignee) }
}

/** Adds the names of users in these rows who are no longer in the project. */
export async function addPeopleNames(
  ctx: Pick<ProjectCtx, 'tx'>,
  names: SheetNames,
  rows: Pick<IssueRow, 'created_by' | 'assignee_id'>[],
) {
  const ids = rows.flatMap(({ created_by, assignee_id }) => [created_by, assignee_id])
  const unknown = [...new Set(ids)].filter((id) => id !== null).filter((id) => !names.people.has(id))
  for (const [id, name] of await readUserNames(ctx.tx, unknown)) names.people.set(id, name)
}

/** Labels in one cell, separated by semicolons; labels containing a semicolon or quote are quoted. */
export const formatLabelCell = (labels: string[]) =>
  labels.map((label) => (/[";]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join('; ')

const findName = (names: Map<string, string>, id: string | null) =>
  id === null ? null : (names.get(id) ?? '')

/** The cells of an issue in column order. `seq`: last log entry before the export, written as the row's version. */
export function buildCells(
  row: IssueRow,
  seq: number,
  { texts, names, calendar }: { texts: SheetTexts; names: SheetNames; calendar: Calendar },
): SheetCell[] {
  const instant = (text: string | null): SheetCell =>
    text === null ? null : { days: calendar.clockAt(Date.parse(text)) / 86_400_000, has_time: true }
  const cells: Record<SheetColumn, SheetCell> = {
    number: row.number,
    name: row.name,
    description: row.description,
    status: texts.status[row.status],
    type: texts.type[row.type],
    priority: texts.priority[row.priority],
    trade: texts.trade[row.trade],
    level: findName(names.level, row.level_id),
    section: findName(names.section, row.section_id),
    assignee: findName(names.people, row.assignee_id),
    due_date: row.due_date === null ? null : { days: parseDayNumber(row.due_date), has_time: false },
    labels: formatLabelCell(row.labels),
    stage: row.stage,
    visibility: texts.visibility[row.visibility],
    source: texts.source[row.source],
    created_by: findName(names.people, row.created_by),
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    resolved_at: instant(row.resolved_at),
    closed_at: instant(row.closed_at),
    comments: row.comments,
    comment: null,
    version: seq,
  }
  return sheetColumns.map((column) => cells[column])
}
