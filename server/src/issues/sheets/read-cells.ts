import { issueFields } from '@plumbline/contract/issues/issues'
import { CommentText } from '@plumbline/contract/issues/timeline'
import { type FilledSentence, fillSentence } from '@plumbline/contract/sentences'
import { locales } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import type { Fields } from '../bulk/apply.ts'
import { dateOf } from '../lists/calendar.ts'
import { codedColumns, type Names, type SheetColumn } from './columns.ts'
import { plain, type ReadRow, type ReadSheet } from './read-sheet.ts'
import type { Value } from './read-workbook.ts'
import { words } from './words/words.ts'

/** What the cells of a row say, as fields of an issue. */

/** Columns that a change in the file changes an issue by, with its field. */
const fieldOf = {
  name: 'name',
  description: 'description',
  status: 'status',
  type: 'type',
  priority: 'priority',
  trade: 'trade',
  level: 'level_id',
  section: 'section_id',
  assignee: 'assignee_id',
  due_date: 'due_date',
  labels: 'labels',
  stage: 'stage',
  visibility: 'visibility',
} as const satisfies Partial<Record<SheetColumn, keyof Fields>>
export type EditedColumn = keyof typeof fieldOf
export const editedColumns = Object.keys(fieldOf) as EditedColumn[]
export const fieldNameOf = (column: EditedColumn) => fieldOf[column]

/** Not a value of the column. */
const IMPOSSIBLE = Symbol('impossible')
type Read = unknown | typeof IMPOSSIBLE

/** The words of every language for the values of a column, and the values themselves. */
const codes = Object.fromEntries(
  codedColumns.map((column) => {
    const pairs = locales.flatMap((locale) => Object.entries(words[locale][column]))
    return [
      column,
      new Map(
        pairs.flatMap(([value, word]) => [
          [plain(word), value],
          [plain(value), value],
        ]),
      ),
    ]
  }),
) as Record<(typeof codedColumns)[number], Map<string, string>>

/** Names to ids, as they stand in a sheet and however they are capitalised. */
export function idsOf(names: Names) {
  const byName = (all: Map<string, string>) => new Map([...all].map(([id, name]) => [plain(name), id]))
  return { level: byName(names.level), section: byName(names.section), assignee: byName(names.assignee) }
}
export type Ids = ReturnType<typeof idsOf>

/** Labels of one cell: separated by semicolons, in quotes where one has such. */
function splitLabels(text: string): string[] {
  const parts = text.match(/\s*(?:"(?:[^"]|"")*"|[^;]*)\s*(?:;|$)/g) ?? []
  const labels = parts.map((part) => part.replace(/;$/, '').trim())
  const whole = labels.map((label) =>
    /^".*"$/s.test(label) ? label.slice(1, -1).replaceAll('""', '"') : label,
  )
  return [...new Set(whole.filter((label) => label !== ''))]
}

/** A day as spreadsheets have it: a number, ISO, or 31.12.2026. */
function dayOfCell(value: Value, epoch: number): Read {
  if (typeof value === 'number')
    return value > 0 && value < 3_000_000 ? dateOf(Math.floor(value) - epoch) : IMPOSSIBLE
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  return year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : value.replace(/T.*|\s00:00.*/, '')
}

/** Text without what spreadsheets do to the ends of lines. */
const lines = (value: Value) => String(value).replace(/\r\n?/g, '\n').trim()

function readCell(column: EditedColumn, value: Value, ids: Ids, epoch: number): Read {
  const text = lines(value)
  switch (column) {
    case 'name':
    case 'description':
      return text
    case 'labels':
      return splitLabels(text)
    case 'stage':
      return text === '' ? null : text
    case 'due_date':
      return text === '' ? null : dayOfCell(typeof value === 'number' ? value : text, epoch)
    case 'level':
    case 'section':
    case 'assignee':
      return text === '' ? null : (ids[column].get(plain(text)) ?? IMPOSSIBLE)
    default:
      return codes[column].get(plain(text)) ?? IMPOSSIBLE
  }
}

export interface RowFields {
  fields: Fields
  comment?: string
  /** why the row cannot be taken */
  problem?: FilledSentence
}

const problemOf = (column: SheetColumn, value: Value, { heads }: ReadSheet): FilledSentence =>
  fillSentence('{column}: "{value}" is not possible', {
    column: heads[column] ?? column,
    value: String(value).slice(0, 100),
  })

/**
 * The fields of a row. Those who are assigned may have left since: `assigned` is who the issue was exported with, by
 * name.
 */
export function fieldsOfRow(
  { values }: ReadRow,
  sheet: ReadSheet,
  ids: Ids,
  assigned: Map<string, string>,
): RowFields {
  const fields: Record<string, unknown> = {}
  const own = { ...ids, assignee: new Map([...ids.assignee, ...assigned]) }
  for (const column of editedColumns) {
    const value = values[column]
    if (value === undefined) continue
    const field = fieldOf[column]
    const read = readCell(column, value, own, sheet.epoch)
    const checked = read === IMPOSSIBLE ? null : z.safeParse(checks[field], read)
    if (!checked?.success) return { fields: {}, problem: problemOf(column, value, sheet) }
    fields[field] = checked.data
  }
  const text = lines(values.comment ?? '')
  if (text === '') return { fields }
  const comment = z.safeParse(CommentText, text)
  return comment.success
    ? { fields, comment: comment.data }
    : { fields: {}, problem: problemOf('comment', text, sheet) }
}

/** A status is one of a closed list that was looked up already. */
const checks: Record<(typeof fieldOf)[EditedColumn], z.ZodMiniType> = { ...issueFields, status: z.string() }

/** The whole number of a cell; null when there is none, undefined when it is something else. */
export function numberOf(value: Value | undefined): number | null | undefined {
  const text = String(value ?? '')
    .trim()
    .replace(/^#/, '')
  if (text === '') return null
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number < 1e9 ? number : undefined
}
