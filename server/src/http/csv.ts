import { Readable } from 'node:stream'
import type { BytesReply } from '../context.ts'

/** CSV by RFC 4180, safe to open in a spreadsheet. */

/** Keeps spreadsheets from reading the file as Latin-1. */
export const CSV_START = '\ufeff'

/**
 * Texts that a spreadsheet would run as a formula get an apostrophe in front; so do texts that already begin with one and
 * a formula sign, so that reading can remove it again.
 */
const FORMULA_START = /^'*[=+\-@\t\r]/
const NUMBER = /^[-+]?[\d.,]+$/

export const guardCsvText = (text: string) => (FORMULA_START.test(text) ? `'${text}` : text)

export const quoteCsvCell = (value: string) =>
  /[",\r\n;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** A line of texts and numbers; numbers below zero are no formulas. */
export const formatCsvLine = (cells: string[]) =>
  `${cells.map((cell) => quoteCsvCell(NUMBER.test(cell) ? cell : guardCsvText(cell))).join(',')}\r\n`

/** A download of CSV text, sent as it is made. */
export const sendCsv = (pieces: AsyncIterable<string>, fileName: string): BytesReply => ({
  body: Readable.from(pieces),
  type: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' },
})
