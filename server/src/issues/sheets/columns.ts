import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import type { FieldNames } from '@plumbline/contract/issues/field-names'
import {
  type FieldAlias,
  type FieldOf,
  fieldsOf,
  getFieldAlias,
  type IssueFieldName,
  isFieldOf,
  issueFieldNames,
  putFirst,
} from '@plumbline/contract/issues/issue-fields'
import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Vocabulary } from '@plumbline/contract/projects/vocabulary'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { type Calendar, parseDayNumber } from '../lists/calendar.ts'
import { readPlaces, readUserNames } from '../lists/places.ts'
import { normalizeName } from './normalize-name.ts'
import { buildOwnCells } from './own-columns.ts'
import type { SheetTexts } from './texts/texts.ts'

/** Fields with a column: all, and the status. */
export type SheetField = IssueFieldName | 'status'
export const sheetFields: readonly SheetField[] = putFirst<SheetField>(issueFieldNames, [
  'name',
  'description',
  'status',
  'type',
  'priority',
  'trade',
  'level_id',
  'section_id',
  'assignee_id',
  'due_date',
  'labels',
  'stage',
])
/** The column of a field. */
export const getSheetColumn = (field: SheetField) => (field === 'status' ? field : getFieldAlias(field))

/** Columns that describe an issue and are not imported. */
const toldColumns = [
  'source',
  'created_by',
  'created_at',
  'updated_at',
  'resolved_at',
  'closed_at',
  'comments',
] as const
export const unreadColumns: ReadonlySet<string> = new Set(toldColumns)

/** The columns of a spreadsheet of issues, in order. */
export const sheetColumns = [
  'number',
  ...sheetFields.map(getSheetColumn),
  ...toldColumns,
  'comment',
  'version',
] as const
export type SheetColumn = (typeof sheetColumns)[number]
type FieldColumn = FieldAlias<IssueFieldName> | 'status'

/** The names of fields as column heads. */
export const buildFieldHeads = (names: FieldNames) =>
  Object.fromEntries(sheetFields.map((field) => [getSheetColumn(field), names[field][0]])) as Record<
    FieldColumn,
    string
  >

/** The texts of a language with the project's own names of types, trades and statuses. */
export const applyOwnNames = (texts: SheetTexts, { type, trade, status }: Vocabulary): SheetTexts => ({
  ...texts,
  type: { ...texts.type, ...type.names },
  trade: { ...texts.trade, ...trade.names },
  status: { ...texts.status, ...status.names },
})

/** Enum columns, whose values are translated. */
export const codedColumns = ['status', 'source', ...fieldsOf('choice')] as const

/** A day or an instant in the project's time zone, in days since 1970-01-01. */
interface DayCell {
  days: number
  has_time: boolean
}
export type SheetCell = string | number | DayCell | null

/** Makes names unique as an import compares them: duplicates get `more` in parentheses. */
function disambiguateNames(things: { id: string; name: string; more: string }[]): Map<string, string> {
  const uses = Map.groupBy(things, ({ name }) => normalizeName(name))
  const usedNames = new Set<string>()
  return new Map(
    things.map(({ id, name, more }) => {
      let own = uses.get(normalizeName(name))?.length === 1 ? name : `${name} (${more})`
      while (usedNames.has(normalizeName(own))) own = `${own} (${more})`
      usedNames.add(normalizeName(own))
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
  const members = await listProjectMembers(ctx.tx, project_id)
  const viewers = new Set(
    members.filter((row) => row.permission_level === 'VIEWER').map(({ user_id }) => user_id),
  )
  const ids = members.map(({ user_id }) => user_id)
  const { rows } = await sql<{ id: string; name: string; more: string }>`
    select id, trim(concat(first_name, ' ', last_name)) as name, email as more from users
    where id = any (${ids}::uuid[]) order by name, id`.execute(ctx.tx)
  const numbered = (places: typeof level) =>
    disambiguateNames(places.map(({ id, name }, index) => ({ id, name, more: String(index + 1) })))
  const assignee = disambiguateNames(rows.filter(({ id }) => !viewers.has(id)))
  const people = new Map([...rows.map(({ id, name }): [string, string] => [id, name]), ...assignee])
  return { level: numbered(level), section: numbered(section), assignee, people }
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

/** The word for a value of a choice. */
export const getChoiceText = (texts: SheetTexts, field: FieldOf<'choice'>, value: string): string => {
  const words: Record<string, string> = texts[field]
  return words[value] ?? value
}

const findName = (names: Map<string, string>, id: string | null) =>
  id === null ? null : (names.get(id) ?? '')

type SheetContext = {
  texts: SheetTexts
  names: SheetNames
  calendar: Calendar
  /** the project's custom fields, whose columns come last */
  own: readonly CustomField[]
}

function buildFieldCell(
  row: IssueRow,
  field: SheetField,
  { texts, names }: Pick<SheetContext, 'texts' | 'names'>,
): SheetCell {
  if (field === 'status') return texts.status[row.status]
  if (isFieldOf('choice', field)) return getChoiceText(texts, field, row[field])
  if (isFieldOf('person', field)) return findName(names.people, row[field])
  if (isFieldOf('place', field)) return findName(names[getFieldAlias(field)], row[field])
  if (isFieldOf('labels', field)) return formatLabelCell(row[field])
  if (!isFieldOf('date', field)) return row[field]
  const day = row[field]
  return day === null ? null : { days: parseDayNumber(day), has_time: false }
}

const fieldByColumn = new Map<SheetColumn, SheetField>(
  sheetFields.map((field) => [getSheetColumn(field), field]),
)

/** The cells of an issue in column order. `seq`: last log entry before the export, written as the row's version. */
export function buildCells(row: IssueRow, seq: number, context: SheetContext): SheetCell[] {
  const { texts, names, calendar } = context
  const instant = (text: string | null): SheetCell =>
    text === null ? null : { days: calendar.clockAt(Date.parse(text)) / 86_400_000, has_time: true }
  const others: Record<Exclude<SheetColumn, FieldColumn>, SheetCell> = {
    number: row.number,
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
  const known = sheetColumns.map((column) => {
    const field = fieldByColumn.get(column)
    return field ? buildFieldCell(row, field, context) : others[column as keyof typeof others]
  })
  return [...known, ...buildOwnCells(row, context.own, context)]
}
