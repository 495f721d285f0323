import { CSV_START, guardCsvText, quoteCsvCell, unguardCsvText } from '../../http/csv.ts'
import { formatDayNumber } from '../lists/calendar.ts'
import type { SheetCell } from './columns.ts'

function formatCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return guardCsvText(cell)
  const instant = new Date(Math.round(cell.days * 1440) * 60_000).toISOString()
  return cell.has_time ? `${instant.slice(0, 10)} ${instant.slice(11, 16)}` : formatDayNumber(cell.days)
}

const formatLine = (cells: SheetCell[]) =>
  `${cells.map((cell) => quoteCsvCell(formatCell(cell))).join(',')}\r\n`

/** Writes an RFC 4180 file. */
export async function* writeCsv(
  heads: string[],
  batches: AsyncIterable<SheetCell[][]>,
): AsyncGenerator<string> {
  yield CSV_START + formatLine(heads)
  for await (const batch of batches) yield batch.map(formatLine).join('')
}

/** Decodes UTF-16 with its byte order mark, UTF-8, or else Windows-1252, the default of Windows programs. */
export function decodeText(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) + (bytes[1] ?? 0)
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The most frequent separator of the first line: comma, semicolon or tab, depending on the locale of the spreadsheet. */
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

/** Index of the closing quote of a quoted cell; -1 if there is none. */
function findClosingQuote(text: string, at: number): number {
  for (let end = text.indexOf('"', at); end >= 0; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end
  return -1
}

/** Reads the cell at an index; `end` is the index of the separator after it. An unclosed quote is an ordinary character. */
function readCellAt(text: string, at: number, ends: RegExp): { cell: string; end: number } {
  const close = text[at] === '"' ? findClosingQuote(text, at + 1) : -1
  ends.lastIndex = close < 0 ? at : close + 1
  const end = ends.exec(text)?.index ?? text.length
  const cell =
    close < 0
      ? text.slice(at, end)
      : text.slice(at + 1, close).replaceAll('""', '"') + text.slice(close + 1, end)
  return { cell: unguardCsvText(cell), end }
}

/** Parses the non-empty rows of a CSV file; null if it has more than `most` rows or too many columns. */
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
    // bounds the number of empty rows
    if (rows.length > most || ++row > 20 * most) return null
    values = []
  }
  return rows
}
