import { Readable } from 'node:stream'
import type { BytesReply } from '../context.ts'
import { startGenerator } from './start-generator.ts'

/** CSV by RFC 4180, safe to open in a spreadsheet. */

/** Keeps spreadsheets from reading the file as Latin-1. */
export const CSV_START = '\ufeff'

/**
 * Texts that a spreadsheet would run as a formula get an apostrophe in front of the sign; so do texts that already have one
 * there, so that reading can remove it again.
 */
const FORMULA_START = /^'*[=+\-@\t\r]/
const GUARDED_START = /^''*[=+\-@\t\r]/
/** Where lists are separated by semicolons, as in German, these start another cell even in quotes. */
const INNER_FORMULA = /([;\r\n\t]"*'*)(?=[=+\-@])/g
const GUARDED_INNER_FORMULA = /([;\r\n\t]"*'*)'(?=[=+\-@])/g
const NUMBER = /^[-+]?[\d.,]+$/

export function guardCsvText(text: string): string {
  const inner = text.replace(INNER_FORMULA, "$1'")
  return FORMULA_START.test(text) ? `'${inner}` : inner
}

/** The text of a cell before it was guarded. */
export function unguardCsvText(cell: string): string {
  const plain = GUARDED_START.test(cell) ? cell.slice(1) : cell
  return plain.replace(GUARDED_INNER_FORMULA, '$1')
}

export const quoteCsvCell = (value: string) =>
  /[",\r\n;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** A line of texts and numbers; negative numbers are not formulas. */
export const formatCsvLine = (cells: string[]) =>
  `${cells.map((cell) => quoteCsvCell(NUMBER.test(cell) ? cell : guardCsvText(cell))).join(',')}\r\n`

async function* writeFile(heads: string[], lines: AsyncGenerator<string>): AsyncGenerator<string> {
  yield CSV_START + formatCsvLine(heads)
  yield* lines
}

/**
 * A CSV download, sent while it is generated. The heading follows the first read of its lines, whose failure becomes an error
 * response.
 */
export async function sendCsv(
  heads: string[],
  lines: AsyncGenerator<string>,
  fileName: string,
): Promise<BytesReply> {
  return {
    body: Readable.from(writeFile(heads, await startGenerator(lines))),
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' },
  }
}
