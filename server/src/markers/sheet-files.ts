import { Readable } from 'node:stream'
import { cutText } from '@plumbline/contract/characters'
import { toSafeFileName } from '@plumbline/contract/file-names'
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

/** Gives each sheet a file name of its own, also on systems that ignore case: sheets may have the same label. */
function createFileNames(): (label: string) => string {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return (label) => {
    const letters = label.normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '_')
    const plain = toSafeFileName(cutText(letters, 80))
    const key = plain.toLowerCase()
    for (;;) {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const name = count === 1 ? plain : `${plain} ${count}`
      if (used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      return `${name}.svg`
    }
  }
}

/** Writes a ZIP archive with an SVG per sheet, each drawn when its entry is written. */
export function writeSheetsZip(
  sheets: { name: string; draw: () => MarkerSheet }[],
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const nameFile = createFileNames()
  for (const { name, draw } of sheets)
    zip.addReadStreamLazy(nameFile(name), (give) =>
      give(null, Readable.from([Buffer.from(formatSheetSvg(draw()))])),
    )
  zip.end()
  return zip.outputStream as Readable
}
