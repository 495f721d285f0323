import { Readable } from 'node:stream'
import type { BytesReply } from '../../context.ts'

/** Formats a CSV cell; a leading quote keeps spreadsheets from running it as a formula. */
function formatCsvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.,]+$/.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const formatCsvLine = (cells: string[]) => `${cells.map(formatCsvCell).join(',')}\r\n`

/** A download of CSV text, sent as it is made. */
export const sendCsv = (pieces: AsyncIterable<string>, fileName: string): BytesReply => ({
  body: Readable.from(pieces),
  type: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' },
})
