import { dateOf } from '../lists/calendar.ts'
import type { Cell } from './columns.ts'

/** RFC 4180, with what keeps a spreadsheet from running a cell as a formula. */

/** An apostrophe before these, and before what would look like one of ours: so each can be taken back. */
const FORMULA = /^'*[=+\-@\t\r]/
const BYTE_ORDER_MARK = '\ufeff'

function text(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell
  const instant = new Date(Math.round(cell.days * 1440) * 60_000).toISOString()
  return cell.has_time ? `${instant.slice(0, 10)} ${instant.slice(11, 16)}` : dateOf(cell.days)
}

const quoted = (value: string) => (/[",\r\n;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

const line = (cells: Cell[]) => `${cells.map((cell) => quoted(text(cell))).join(',')}\r\n`

/** A file of batches of rows. Spreadsheets take one without the mark for Latin-1. */
export async function* csvOf(heads: string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(heads)
  for await (const batch of batches) yield batch.map(line).join('')
}

/** The text as a cell had it before it was made harmless. */
const restored = (value: string) => (/^''*[=+\-@\t\r]/.test(value) ? value.slice(1) : value)

/** UTF-8, or what Windows saves when it is told nothing. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** What separates cells in the first line: a comma, or what spreadsheets of some countries write instead. */
function separatorOf(text: string): string {
  const plain = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => [sign, plain.split(sign).length] as const)
  return counts.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ','
}

/** Rows of cells; more than `most` rows end it with null. */
export function parseCsv(text: string, most: number): string[][] | null {
  const separator = separatorOf(text)
  const rows: string[][] = []
  const part = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'gy',
  )
  let row: string[] = []
  for (let at = 0; at <= text.length; ) {
    part.lastIndex = at
    const found = part.exec(text)
    // a quote in the middle of a cell: the rest of the line as it stands
    const [whole, inQuotes, plain = '', end] = found ?? [text.slice(at), undefined, text.slice(at), '']
    row.push(restored(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"')))
    at += whole.length
    if (end === separator) continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    if (rows.length > most) return null
    row = []
    if (end === '' || at >= text.length) break
  }
  return rows
}
