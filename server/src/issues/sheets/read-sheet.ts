import { buildCustomKey, type CustomFieldKey, isCustomKey } from '@plumbline/contract/issues/custom-keys'
import { reason } from '@plumbline/contract/reasons'
import { locales } from '@plumbline/contract/users/users'
import { Refusal } from '../../http/refusal.ts'
import { type SheetColumn, sheetColumns } from './columns.ts'
import { decodeText, parseCsv } from './csv.ts'
import { type DayNotation, findSlashOrder } from './day-cells.ts'
import { normalizeName } from './normalize-name.ts'
import { type CellValue, readFirstSheet, UnreadableSheetError, type WorkbookRow } from './read-workbook.ts'
import { sheetTexts } from './texts/texts.ts'
import { EPOCH_DAYS } from './write-workbook.ts'

export const MAX_ROWS = 10_000

export interface SheetRow {
  /** row number in the sheet, from 2 */
  row: number
  values: Partial<Record<SheetColumn | CustomFieldKey, CellValue>>
  /** columns whose value is the error of a formula */
  errors: (SheetColumn | CustomFieldKey)[]
  /** columns merged into the cell of another column */
  merged: (SheetColumn | CustomFieldKey)[]
}
export interface ParsedSheet extends DayNotation {
  /** heads of the recognized columns as written in the file */
  heads: Partial<Record<SheetColumn | CustomFieldKey, string>>
  /** heads of unknown columns */
  ignored: string[]
  rows: SheetRow[]
}

/** Columns by their normalized head in every language, or by their API name. */
const columnsByHead = new Map<string, SheetColumn>(
  sheetColumns.flatMap((column) =>
    [column, ...locales.map((locale) => sheetTexts[locale].columns[column])].map(
      (head) => [normalizeName(head), column] as const,
    ),
  ),
)

const createTooLongRefusal = () => new Refusal('too_large', reason('too_many_rows', { count: MAX_ROWS }))
const createNotASheetRefusal = () => new Refusal('unsupported_type', reason('not_a_sheet'))

async function readSheetRows(file: Uint8Array): Promise<{ rows: WorkbookRow[]; epoch: number }> {
  // plus the head row
  if (file[0] === 0x50 && file[1] === 0x4b)
    return readFirstSheet(file, MAX_ROWS + 1).catch((error: unknown) => {
      if (!(error instanceof UnreadableSheetError) || error.reason === 'NOT_A_SHEET')
        throw createNotASheetRefusal()
      throw error.reason === 'TOO_LARGE' ? new Refusal('too_large') : createTooLongRefusal()
    })
  const text = decodeText(file)
  if (text.includes('\0')) throw createNotASheetRefusal()
  const lines = parseCsv(text.replace(/^\ufeff/, ''), MAX_ROWS + 1)
  if (!lines) throw createTooLongRefusal()
  return { rows: lines, epoch: EPOCH_DAYS }
}

/** The order of dates with slashes in the language of a file, for languages with a single order. */
const getUsualOrder = ({ due_date }: ParsedSheet['heads']) =>
  (['fr', 'es'] as const).some(
    (locale) => normalizeName(sheetTexts[locale].columns.due_date) === normalizeName(due_date ?? ''),
  )
    ? 'DAY'
    : null

/** A file, and the project's custom fields that may have columns in it. */
export interface SheetInput {
  file: Uint8Array
  own: { id: string; name: string }[]
}

/**
 * Parses a workbook or CSV file, with columns in any language and order; runs in a worker thread. A head that a column of
 * every project has already, or none has, is that of a custom field of the name.
 * @throws Refusal
 */
async function parseSheet({ file, own }: SheetInput): Promise<ParsedSheet> {
  const ownByHead = new Map(own.map(({ id, name }) => [normalizeName(name), buildCustomKey(id)]))
  const { rows, epoch } = await readSheetRows(file)
  const [head, ...rest] = rows
  const heads: ParsedSheet['heads'] = {}
  const ignored: string[] = []
  const columns = Array.from(head?.values ?? [], (value) => {
    const text = String(value ?? '').trim()
    const name = normalizeName(text)
    for (const column of [columnsByHead.get(name), ownByHead.get(name)])
      if (column && heads[column] === undefined) {
        heads[column] = text
        return column
      }
    if (text !== '') ignored.push(text)
    return null
  })
  if (Object.keys(heads).length === 0) throw new Refusal('unsupported_type', reason('no_known_column'))
  const read = rest.map(({ row, values, errors = [], merged = [] }): SheetRow => {
    const pairs = columns.flatMap((column, index) => (column ? [[column, values[index] ?? ''] as const] : []))
    const listColumns = (indexes: number[]) => indexes.flatMap((index) => columns[index] ?? [])
    return {
      row,
      values: Object.fromEntries(pairs),
      errors: listColumns(errors),
      merged: listColumns(merged),
    }
  })
  const filled = read.filter(({ values }) =>
    Object.values(values).some((value) => String(value).trim() !== ''),
  )
  const dated = columns.filter((column) => column === 'due_date' || (column && isCustomKey(column)))
  const days = filled.flatMap(({ values }) => dated.map((column) => (column && values[column]) ?? ''))
  return { heads, ignored, rows: filled, epoch, slashed: findSlashOrder(days, getUsualOrder(heads)) }
}

const ROWS_PER_CHUNK = 100

/** Worker thread entry: yields the sheet without rows first, then the rows in chunks. */
export async function* work(input: SheetInput): AsyncGenerator<ParsedSheet | SheetRow[]> {
  const { rows, ...sheet } = await parseSheet(input)
  yield { ...sheet, rows: [] }
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK) yield rows.slice(from, from + ROWS_PER_CHUNK)
}
