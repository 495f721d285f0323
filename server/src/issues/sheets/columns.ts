import type { IssueRow } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { listProjectPeople } from '../../projects/project-roles.ts'
import { type Calendar, dayOf } from '../lists/calendar.ts'
import { readNames, readPlaces } from '../lists/places.ts'
import type { SheetWords } from './words/words.ts'

/** The columns of a spreadsheet of issues, and what stands in them. */

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

/** Columns with few values, which are words of the language. */
export const codedColumns = ['status', 'type', 'priority', 'trade', 'visibility', 'source'] as const

/** A day or an instant of the project's calendar, in days since 1970. */
interface DayCell {
  days: number
  has_time: boolean
}
export type Cell = string | number | DayCell | null

/** Names that stand for one thing each, whatever their capitals: what has the name of another says more. */
function distinct(things: { id: string; name: string; more: string }[]): Map<string, string> {
  const uses = Map.groupBy(things, ({ name }) => name.toLowerCase())
  const taken = new Set<string>()
  return new Map(
    things.map(({ id, name, more }) => {
      let own = uses.get(name.toLowerCase())?.length === 1 ? name : `${name} (${more})`
      while (taken.has(own.toLowerCase())) own = `${own} (${more})`
      taken.add(own.toLowerCase())
      return [id, own]
    }),
  )
}

/** What the ids in issues stand for. */
export interface Names {
  level: Map<string, string>
  section: Map<string, string>
  /** those whom issues can be assigned to */
  assignee: Map<string, string>
  /** everybody named, also those who left */
  people: Map<string, string>
}

export async function readSheetNames(ctx: ProjectCtx): Promise<Names> {
  const { project_id } = ctx.member
  const { level, section } = await readPlaces(ctx.tx, project_id)
  const members = (await listProjectPeople(ctx.tx, project_id)).filter(
    (row) => row.permission_level !== 'VIEWER',
  )
  const ids = members.map(({ user_id }) => user_id)
  const { rows } = await sql<{ id: string; name: string; more: string }>`
    select id, trim(concat(first_name, ' ', last_name)) as name, email as more from users
    where id = any (${ids}::uuid[]) order by name, id`.execute(ctx.tx)
  const numbered = (places: typeof level) =>
    distinct(places.map(({ id, name }, index) => ({ id, name, more: String(index + 1) })))
  const assignee = distinct(rows)
  return { level: numbered(level), section: numbered(section), assignee, people: new Map(assignee) }
}

/** Adds people who are named in rows and no longer in the project. */
export async function nameOthers(
  ctx: Pick<ProjectCtx, 'tx'>,
  names: Names,
  rows: Pick<IssueRow, 'created_by' | 'assignee_id'>[],
) {
  const ids = rows.flatMap(({ created_by, assignee_id }) => [created_by, assignee_id])
  const unknown = [...new Set(ids)].filter((id) => id !== null).filter((id) => !names.people.has(id))
  for (const [id, name] of await readNames(ctx.tx, unknown)) names.people.set(id, name)
}

/** Labels in one cell; one that has a semicolon or quote in it is quoted. */
export const joinLabels = (labels: string[]) =>
  labels.map((label) => (/[";]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join('; ')

const named = (names: Map<string, string>, id: string | null) => (id === null ? null : (names.get(id) ?? ''))

/** What stands in the columns for an issue, in their order. */
export function cellsOf(
  row: IssueRow,
  seq: number,
  { words, names, calendar }: { words: SheetWords; names: Names; calendar: Calendar },
): Cell[] {
  const instant = (text: string | null): Cell =>
    text === null ? null : { days: calendar.clockAt(Date.parse(text)) / 86_400_000, has_time: true }
  const cells: Record<SheetColumn, Cell> = {
    number: row.number,
    name: row.name,
    description: row.description,
    status: words.status[row.status],
    type: words.type[row.type],
    priority: words.priority[row.priority],
    trade: words.trade[row.trade],
    level: named(names.level, row.level_id),
    section: named(names.section, row.section_id),
    assignee: named(names.people, row.assignee_id),
    due_date: row.due_date === null ? null : { days: dayOf(row.due_date), has_time: false },
    labels: joinLabels(row.labels),
    stage: row.stage,
    visibility: words.visibility[row.visibility],
    source: words.source[row.source],
    created_by: named(names.people, row.created_by),
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
