import { fillSentence } from '@plumbline/contract/sentences'
import { locales } from '@plumbline/contract/users/users'
import { Refusal } from '../../http/refusal.ts'
import { type SheetColumn, sheetColumns } from './columns.ts'
import { decodeText, parseCsv } from './csv.ts'
import { readFirstSheet, type SheetRow, UnreadSheet, type Value } from './read-workbook.ts'
import { words } from './words/words.ts'
import { EPOCH_DAYS } from './write-workbook.ts'

/** A file that came back: its rows by column, found by their heads in any language and any order. */

export const MOST_ROWS = 10_000

export interface ReadRow {
  /** of the sheet, from 2 on */
  row: number
  values: Partial<Record<SheetColumn, Value>>
}
export interface ReadSheet {
  /** what the columns that are there are called in the file */
  heads: Partial<Record<SheetColumn, string>>
  /** heads of columns that are not known */
  ignored: string[]
  rows: ReadRow[]
  /** day numbers of the file less this are days since 1970 */
  epoch: number
}

export const plain = (text: string) => text.normalize('NFC').trim().toLowerCase()

/** Heads in every language, and the names that the API has for them. */
const known = new Map<string, SheetColumn>(
  sheetColumns.flatMap((column) =>
    [column, ...locales.map((locale) => words[locale].columns[column])].map(
      (head) => [plain(head), column] as const,
    ),
  ),
)

const tooLong = () =>
  new Refusal('too_large', {
    message: fillSentence('This file has more than {count} rows', { count: MOST_ROWS }),
  })
const notASheet = () =>
  new Refusal('unsupported_type', { message: 'Use a workbook (.xlsx) or a CSV file as exported' })

async function rowsOf(file: Uint8Array): Promise<{ rows: SheetRow[]; epoch: number }> {
  // the head is a row, too
  if (file[0] === 0x50 && file[1] === 0x4b)
    return readFirstSheet(file, MOST_ROWS + 1).catch((error: unknown) => {
      if (!(error instanceof UnreadSheet) || error.why === 'NOT_A_SHEET') throw notASheet()
      throw error.why === 'TOO_LARGE' ? new Refusal('too_large') : tooLong()
    })
  const text = decodeText(file)
  if (text.includes('\0')) throw notASheet()
  const lines = parseCsv(text.replace(/^\ufeff/, ''), MOST_ROWS + 1)
  if (!lines) throw tooLong()
  return { rows: lines, epoch: EPOCH_DAYS }
}

/** In a thread. @throws Refusal of what is no sheet of issues, or too large a one */
async function parseSheet(file: Uint8Array): Promise<ReadSheet> {
  const { rows, epoch } = await rowsOf(file)
  const [head, ...rest] = rows
  const heads: ReadSheet['heads'] = {}
  const ignored: string[] = []
  const columns = Array.from(head?.values ?? [], (value) => {
    const text = String(value ?? '').trim()
    const column = known.get(plain(text))
    if (column && heads[column] === undefined) {
      heads[column] = text
      return column
    }
    if (text !== '') ignored.push(text)
    return null
  })
  if (Object.keys(heads).length === 0)
    throw new Refusal('unsupported_type', { message: 'The first row names no column that is known' })
  const read = rest.map(({ row, values }): ReadRow => {
    const pairs = columns.flatMap((column, index) => (column ? [[column, values[index] ?? ''] as const] : []))
    return { row, values: Object.fromEntries(pairs) }
  })
  const filled = read.filter(({ values }) =>
    Object.values(values).some((value) => String(value).trim() !== ''),
  )
  return { heads, ignored, rows: filled, epoch }
}

const ROWS_AT_ONCE = 100

/** First all but the rows, then the rows, some at a time. */
export async function* work(file: Uint8Array): AsyncGenerator<ReadSheet | ReadRow[]> {
  const { rows, ...sheet } = await parseSheet(file)
  yield { ...sheet, rows: [] }
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
