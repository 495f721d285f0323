import { PassThrough, type Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import type { Sheet } from './sheet.ts'

/** Sheets as files. */

const POINTS_PER_MM = 72 / 25.4
const PNG_DPI = 200

export function sheetSvg({ width, height, shapes }: Sheet): string {
  const paths = shapes.map(({ d, x, y }) => `<path transform="translate(${x} ${y})" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"><path fill="#fff" d="M0 0h${width}v${height}h-${width}z"/>${paths}</svg>`
}

export const sheetPng = (sheet: Sheet): Promise<Buffer> =>
  sharp(Buffer.from(sheetSvg(sheet)), { density: PNG_DPI })
    .png({ palette: true, colours: 16 })
    .toBuffer()

/** One page for each sheet, written as they are drawn. */
export function sheetsPdf(sheets: Iterable<Sheet>, title: string): Readable {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: title, Creator: 'Plumbline' } })
  for (const { width, height, shapes } of sheets) {
    pdf.addPage({ size: [width * POINTS_PER_MM, height * POINTS_PER_MM], margin: 0 })
    pdf.scale(POINTS_PER_MM)
    for (const { d, x, y } of shapes) pdf.save().translate(x, y).path(d).fill('black').restore()
  }
  pdf.end()
  // as a stream of its own: the library's is of the older kind
  return pdf.pipe(new PassThrough())
}

/** An SVG for each sheet. */
export function sheetsZip(sheets: Iterable<{ name: string; sheet: Sheet }>): Readable {
  const zip = new ZipFile()
  const taken = new Map<string, number>()
  for (const { name, sheet } of sheets) {
    const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80) || 'marker'
    const again = taken.get(plain.toLowerCase()) ?? 0
    taken.set(plain.toLowerCase(), again + 1)
    zip.addBuffer(Buffer.from(sheetSvg(sheet)), `${plain}${again ? ` ${again + 1}` : ''}.svg`)
  }
  zip.end()
  return zip.outputStream as Readable
}
