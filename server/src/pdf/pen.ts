import PDFDocument from 'pdfkit'
import { fontFile, runsOf } from './fonts.ts'
import { buildQrPath } from './qr-path.ts'

/** Writes PDF pages from top to bottom, in points. Slow, so it runs in worker threads only (loop/threads.ts). */

export const MARGIN = 48
const FOOT = 40
/** modules of the quiet zone that ISO/IEC 18004 requires */
const QUIET_ZONE = 4

export const colors = { ink: '#1b2430', faint: '#5d6b7c', line: '#d5dbe3', accent: '#1f5fbf' } as const

export interface Style {
  size?: number
  is_bold?: boolean
  color?: string
  x?: number
  y?: number
  width?: number
  /** aligns right */
  is_right?: boolean
}

export class Pen {
  readonly pdf: PDFKit.PDFDocument
  private readonly registered = new Set<string>()
  private pages = 0

  constructor(title: string, footer: (page: number) => string) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
      info: { Title: title, Creator: 'Plumbline' },
      autoFirstPage: false,
    })
    this.pdf.on('pageAdded', () => {
      const { height, margins } = this.pdf.page
      const bottom = margins.bottom
      // room for the line that is written below the text
      margins.bottom = 0
      this.write(footer(++this.pages), { size: 8, color: colors.faint, x: MARGIN, y: height - FOOT })
      margins.bottom = bottom
      this.pdf.x = MARGIN
      this.pdf.y = MARGIN
    })
  }

  get width(): number {
    return this.pdf.page.width - 2 * MARGIN
  }

  /** Points left on the page. */
  get left(): number {
    return this.pdf.page.height - this.pdf.page.margins.bottom - this.pdf.y
  }

  private font(script: Parameters<typeof fontFile>[0], weight: 400 | 700) {
    const name = `${script}-${weight}`
    if (!this.registered.has(name)) this.pdf.registerFont(name, fontFile(script, weight))
    this.registered.add(name)
    return this.pdf.font(name)
  }

  /** Writes text at the current or a given position, wrapped to a width. */
  write(
    text: string,
    { size = 10, is_bold = false, color = colors.ink, x, y, width, is_right = false }: Style = {},
  ) {
    const runs = runsOf(text === '' ? ' ' : text)
    const start = { x: x ?? this.pdf.x, y: y ?? this.pdf.y }
    for (const [index, run] of runs.entries()) {
      const options = {
        continued: index < runs.length - 1,
        width: width ?? this.pdf.page.width - MARGIN - start.x,
        align: is_right ? ('right' as const) : ('left' as const),
      }
      this.font(run.script, is_bold ? 700 : 400)
        .fontSize(size)
        .fillColor(color)
      if (index === 0) this.pdf.text(run.text, start.x, start.y, options)
      else this.pdf.text(run.text, options)
    }
    return this
  }

  gap(points: number) {
    this.pdf.y += points
    return this
  }

  rule() {
    const { y } = this.pdf
    this.pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.width, y)
      .lineWidth(0.5)
      .stroke(colors.line)
    return this.gap(8)
  }

  /** Draws a QR code with its quiet zone as filled squares. */
  code(text: string, x: number, y: number, size: number) {
    const { path, size: modules } = buildQrPath(text, 'M')
    this.pdf
      .save()
      .translate(x, y)
      .scale(size / (modules + 2 * QUIET_ZONE))
      .translate(QUIET_ZONE, QUIET_ZONE)
      .path(path)
      .fill('black')
      .restore()
  }

  /** Yields the bytes written since the last call. */
  *written(): Generator<Uint8Array> {
    const chunk = this.pdf.read() as Uint8Array | null
    if (chunk) yield chunk
  }

  /** Ends the document and yields its last bytes. */
  async *end(): AsyncGenerator<Uint8Array> {
    this.pdf.end()
    yield* this.pdf as unknown as AsyncIterable<Uint8Array>
  }
}
