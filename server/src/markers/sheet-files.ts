import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { ZipFile } from 'yazl'
import type { MarkerSheet } from './marker-sheet.ts'

const POINTS_PER_MM = 72 / 25.4

export function formatSheetSvg({ width, height, shapes }: MarkerSheet): string {
  const paths = shapes.map(({ d, x, y }) => `<path transform="translate(${x} ${y})" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><path fill="#fff" d="M0 0h${width}v${height}h-${width}z"/>${paths}</svg>`
}

/** Writes a PDF with a page per sheet, page by page. */
export async function* writeSheetsPdf(
  sheets: Iterable<MarkerSheet>,
  title: string,
): AsyncGenerator<Uint8Array> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Creator: 'Plumbline' } })
  for (const { width, height, shapes } of sheets) {
    pdf.addPage({ size: [width * POINTS_PER_MM, height * POINTS_PER_MM], margin: 0 })
    pdf.scale(POINTS_PER_MM)
    for (const { d, x, y } of shapes) pdf.save().translate(x, y).path(d).fill('black').restore()
    yield* readWritten(pdf)
  }
  pdf.end()
  yield* pdf as unknown as AsyncIterable<Uint8Array>
}

/** The bytes that a document has produced since the last call. */
function* readWritten(pdf: PDFKit.PDFDocument): Generator<Uint8Array> {
  const chunk = pdf.read() as Uint8Array | null
  if (chunk) yield chunk
}

/** Writes a ZIP archive with an SVG per sheet, each drawn when its entry is written. */
export function writeSheetsZip(
  sheets: { name: string; draw: () => MarkerSheet }[],
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const uses = new Map<string, number>()
  for (const { name, draw } of sheets) {
    const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80) || 'marker'
    const count = uses.get(plain.toLowerCase()) ?? 0
    uses.set(plain.toLowerCase(), count + 1)
    zip.addReadStreamLazy(`${plain}${count ? ` ${count + 1}` : ''}.svg`, (give) =>
      give(null, Readable.from([Buffer.from(formatSheetSvg(draw()))])),
    )
  }
  zip.end()
  return zip.outputStream as Readable
}
