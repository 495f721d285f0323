import { formatDayNumber } from '../lists/calendar.ts'
import type { SheetCell } from './columns.ts'

/** RFC 4180, with what keeps a spreadsheet from running a cell as a formula. */

/** An apostrophe before these, and before what would look like one of ours: so each can be taken back. */
const FORMULA_START = /^'*[=+\-@\t\r]/
const BYTE_ORDER_MARK = '\ufeff'

function formatCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return FORMULA_START.test(cell) ? `'${cell}` : cell
  const instant = new Date(Math.round(cell.days * 1440) * 60_000).toISOString()
  return cell.has_time ? `${instant.slice(0, 10)} ${instant.slice(11, 16)}` : formatDayNumber(cell.days)
}

const quoteCell = (value: string) => (/[",\r\n;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

const formatLine = (cells: SheetCell[]) => `${cells.map((cell) => quoteCell(formatCell(cell))).join(',')}\r\n`

/** A file of batches of rows. Spreadsheets take one without the mark for Latin-1. */
export async function* writeCsv(
  heads: string[],
  batches: AsyncIterable<SheetCell[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatLine(heads)
  for await (const batch of batches) yield batch.map(formatLine).join('')
}

/** The text as a cell had it before it was made harmless. */
const removeFormulaGuard = (value: string) => (/^''*[=+\-@\t\r]/.test(value) ? value.slice(1) : value)

/** UTF-8, or what Windows saves when it is told nothing. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** What separates cells in the first line: a comma, or what spreadsheets of some countries write instead. */
function detectSeparator(text: string): string {
  const plain =
    text
      .slice(0, 20_000)
      .replace(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => [sign, plain.split(sign).length] as const)
  return counts.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ','
}

const MAX_COLUMNS = 256

/** The end of what stands in quotes from `at` on; -1 when they are not closed. */
function findClosingQuote(text: string, at: number): number {
  for (let end = text.indexOf('"', at); end >= 0; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end
  return -1
}

/** One cell from `at` on, and where the sign after it stands. A quote that nothing closes is a character. */
function readCellAt(text: string, at: number, ends: RegExp): { cell: string; end: number } {
  const close = text[at] === '"' ? findClosingQuote(text, at + 1) : -1
  ends.lastIndex = close < 0 ? at : close + 1
  const end = ends.exec(text)?.index ?? text.length
  const cell =
    close < 0
      ? text.slice(at, end)
      : text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end)
  return { cell: removeFormulaGuard(cell), end }
}

/** Rows of cells, without empty ones; null when there are more than `most`, or more columns than a sheet has. */
export function parseCsv(text: string, most: number): { row: number; values: string[] }[] | null {
  const separator = detectSeparator(text)
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g')
  const rows: { row: number; values: string[] }[] = []
  let values: string[] = []
  let row = 1
  for (let at = 0; at <= text.length; ) {
    const { cell, end } = readCellAt(text, at, ends)
    values.push(cell)
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (values.length > MAX_COLUMNS) return null
    if (text[end] === separator) continue
    if (values.some((value) => value !== '')) rows.push({ row, values })
    // a spreadsheet leaves rows empty, but not that many
    if (rows.length > most || ++row > 20 * most) return null
    values = []
  }
  return rows
}
