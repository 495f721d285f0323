import { INK, type PlanSheet } from './plan-sheet.ts'
import { passThrough, type SheetFont } from './sheet-font.ts'

/** A line of text as a picture, for characters that no font has. */
export interface TextPicture {
  width: number
  height: number
  /** pixels above the base line of the text */
  above: number
  per_mm: number
  /** 0: clear, 255: ink */
  alpha: Uint8Array<ArrayBuffer>
}

interface SheetTexts {
  fonts: readonly SheetFont[]
  drawText: (text: string, size_mm: number) => TextPicture | null
}

type Shape = PlanSheet['shapes'][number]
type TextShape = Extract<Shape, { kind: 'text' }>
type PathShape = Extract<Shape, { kind: 'path' }>

/** A part of a text that one font has. */
interface FontRun {
  font: SheetFont
  glyphs: [glyph: number, character: string][]
}

const MM = 72 / 25.4
/** of Inter, as a share of the size of the text */
const CAP_HEIGHT = 0.73
const round = (value: number) => String(Math.round(value * 1000) / 1000)
const points = (mm: number) => round(mm * MM)
const toHex = (code: number) => code.toString(16).padStart(4, '0')
const colorOperands = (hex: string) =>
  [1, 3, 5].map((at) => round(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')

/** Characters that no font has a glyph for: soft hyphens, joiners, variation selectors, byte order marks, controls. */
const INVISIBLE = /[\p{Cc}\p{Cf}]|[\ufe00-\ufe0f]/gu

/** The text of a shape as it is printed. */
const getPrintedText = ({ text }: TextShape) =>
  text.normalize('NFC').replace(/\s/g, ' ').replace(INVISIBLE, '').toWellFormed()

/** The texts of a sheet, which its fonts have to have glyphs for. */
export const listPrintedTexts = ({ shapes }: PlanSheet) =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? getPrintedText(shape) : []))

/** The sheet as a one-page PDF with vectors at true scale. Texts can be searched, except for those drawn as pictures. */
export async function formatPdf(sheet: PlanSheet, texts: SheetTexts): Promise<Uint8Array<ArrayBuffer>> {
  const page = new PageContent(sheet, texts)
  const content = sheet.shapes.map((shape) => (shape.kind === 'text' ? page.write(shape) : page.draw(shape)))
  const file = new PdfFile()
  const fonts = await Promise.all([...page.used].map(([font, glyphs]) => addFont(file, font, glyphs)))
  const pictures = await Promise.all(page.pictures.map((picture) => addPicture(file, picture)))
  const stream = await file.addPacked('', new TextEncoder().encode(content.join('\n')))
  const list = (letter: string, ids: readonly number[]) =>
    ids.map((id, at) => `/${letter}${at} ${id} 0 R`).join(' ')
  const pages = file.reserve()
  const only = file.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${points(sheet.width_mm)} ${points(sheet.height_mm)}] /Contents ${stream} 0 R /Resources << /Font << ${list('F', fonts)} >> /XObject << ${list('P', pictures)} >> >> >>`,
  )
  file.set(pages, `<< /Type /Pages /Kids [${only} 0 R] /Count 1 >>`)
  return file.finish(file.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`))
}

/** Writes the operators of a page, and notes the fonts and pictures that they use. */
class PageContent {
  /** characters by glyph, of each font */
  readonly used = new Map<SheetFont, Map<number, string>>()
  readonly pictures: TextPicture[] = []
  readonly #height: number
  /** the operators that leave only the area of the drawing */
  readonly #clip: string
  readonly #texts: SheetTexts

  constructor({ height_mm, area: [left, top, width, height] }: PlanSheet, texts: SheetTexts) {
    this.#height = height_mm
    this.#clip = `${points(left)} ${this.#y(top + height)} ${points(width)} ${points(height)} re W n`
    this.#texts = texts
  }

  #y(mm: number): string {
    return points(this.#height - mm)
  }

  draw(shape: PathShape): string {
    const path = shape.lines
      .filter((line) => line.length > 1)
      .map(
        (line) =>
          `${line.map(([x, y], at) => `${points(x)} ${this.#y(y)} ${at === 0 ? 'm' : 'l'}`).join(' ')}${shape.closed ? ' h' : ''}`,
      )
      .join('\n')
    if (path === '') return ''
    const fill = shape.fill ? `${colorOperands(shape.fill)} rg ` : ''
    const stroke = shape.stroke ? `${colorOperands(shape.stroke)} RG ${points(shape.stroke_mm)} w ` : ''
    const paint = shape.fill ? (shape.stroke ? 'B' : 'f') : 'S'
    const drawn = `${fill}${stroke}${path} ${paint}${shape.fill && shape.alternate ? '*' : ''}`
    const dashes = shape.dashes ? `[${shape.dashes.map(points).join(' ')}] 0 d ` : ''
    const clip = shape.clipped ? `${this.#clip} ` : ''
    return dashes || clip ? `q ${clip}${dashes}${drawn} Q` : drawn
  }

  write(shape: TextShape): string {
    const printed = getPrintedText(shape)
    const known = this.#divide(printed)
    const picture = known ? null : this.#texts.drawText(printed, shape.size_mm)
    if (picture) return this.#place(shape, picture)
    const runs = known ?? this.#divide(printed, '?') ?? []
    if (runs.length === 0) return ''
    let width = 0
    const shown = runs.map(({ font, glyphs }) => {
      const used = this.used.get(font) ?? new Map<number, string>()
      this.used.set(font, used)
      for (const [glyph, character] of glyphs) {
        used.set(glyph, character)
        width += (font.widthOf(glyph) / 1000) * shape.size_mm
      }
      const name = [...this.used.keys()].indexOf(font)
      return `/F${name} ${points(shape.size_mm)} Tf <${glyphs.map(([glyph]) => toHex(glyph)).join('')}> Tj`
    })
    const [x, y] = shape.at
    const left = shape.align === 'middle' ? x - width / 2 : x
    // a ground in place of a border: letters that are drawn twice would be found twice
    const { halo_mm: halo = 0 } = shape
    const ground = [left - halo, y + halo, width + halo * 2, shape.size_mm * CAP_HEIGHT + halo * 2]
    const [gx = 0, gy = 0, gw = 0, gh = 0] = ground
    const cleared = halo > 0 ? `1 1 1 rg ${points(gx)} ${this.#y(gy)} ${points(gw)} ${points(gh)} re f\n` : ''
    return `${cleared}BT ${colorOperands(INK)} rg ${points(left)} ${this.#y(y)} Td ${shown.join(' ')} ET`
  }

  /** Glyphs by font; null if a character has none, unless there is a substitute for it. */
  #divide(text: string, substitute?: string): FontRun[] | null {
    const runs: FontRun[] = []
    const find = (character: string): FontRun | undefined => {
      const code = character.codePointAt(0) ?? 0
      const font = this.#texts.fonts.find((each) => each.glyphOf(code) > 0)
      return font && { font, glyphs: [[font.glyphOf(code), character]] }
    }
    for (const each of text) {
      const found = find(each) ?? (substitute === undefined ? undefined : find(substitute))
      if (!found) return null
      const last = runs.at(-1)
      if (last?.font === found.font) last.glyphs.push(...found.glyphs)
      else runs.push(found)
    }
    return runs
  }

  #place({ at: [x, y], align }: TextShape, picture: TextPicture): string {
    const [width, height] = [picture.width / picture.per_mm, picture.height / picture.per_mm]
    const left = align === 'middle' ? x - width / 2 : x
    const bottom = y - picture.above / picture.per_mm + height
    const name = this.pictures.push(picture) - 1
    return `q ${points(width)} 0 0 ${points(height)} ${points(left)} ${this.#y(bottom)} cm /P${name} Do Q`
  }
}

async function addFont(file: PdfFile, font: SheetFont, glyphs: ReadonlyMap<number, string>): Promise<number> {
  const program = await file.addPacked(`/Length1 ${font.program.length}`, font.program)
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /Inter /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${program} 0 R >>`,
  )
  const widths = [...glyphs.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ')
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Inter /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
  )
  const characters = await file.addPacked('', new TextEncoder().encode(formatCharacters(glyphs)))
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Inter /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${characters} 0 R >>`,
  )
}

/** The characters of glyphs, for search and copy. A block of a CMap has at most 100 lines. */
function formatCharacters(glyphs: ReadonlyMap<number, string>): string {
  const lines = [...glyphs].map(([glyph, character]) => {
    const units = Array.from({ length: character.length }, (_, at) => toHex(character.charCodeAt(at)))
    return `<${toHex(glyph)}> <${units.join('')}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100)
    blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Characters def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

/** A pixel of ink, stretched, with the text as its transparency. */
async function addPicture(file: PdfFile, { width, height, alpha }: TextPicture): Promise<number> {
  const gray = '/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8'
  const mask = await file.addPacked(`${gray} /Width ${width} /Height ${height}`, alpha)
  const ink = Number.parseInt(INK.slice(1, 3), 16)
  return await file.addPacked(`${gray} /Width 1 /Height 1 /SMask ${mask} 0 R`, Uint8Array.of(ink))
}

/** Objects of a PDF file in the order of their numbers. */
class PdfFile {
  readonly #objects: Uint8Array<ArrayBuffer>[][] = []

  /** A number for an object that others refer to before it is written. */
  reserve(): number {
    return this.#objects.push([])
  }

  set(id: number, text: string): void {
    this.#objects[id - 1] = [new TextEncoder().encode(text)]
  }

  add(text: string): number {
    const id = this.reserve()
    this.set(id, text)
    return id
  }

  async addPacked(entries: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const id = this.reserve()
    const packed = await passThrough(bytes, new CompressionStream('deflate'))
    const encoder = new TextEncoder()
    const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    this.#objects[id - 1] = [encoder.encode(head), packed, encoder.encode('\nendstream')]
    return id
  }

  async finish(root: number): Promise<Uint8Array<ArrayBuffer>> {
    const encoder = new TextEncoder()
    // Bytes above 127 tell programs that transfer the file that it is not a text.
    const parts: Uint8Array<ArrayBuffer>[] = [encoder.encode('%PDF-1.4\n%éé\n')]
    let length = parts[0]?.length ?? 0
    const append = (bytes: Uint8Array<ArrayBuffer>) => {
      parts.push(bytes)
      length += bytes.length
    }
    const rows = this.#objects.map((object, at) => {
      const row = `${String(length).padStart(10, '0')} 00000 n \n`
      append(encoder.encode(`${at + 1} 0 obj\n`))
      for (const part of object) append(part)
      append(encoder.encode('\nendobj\n'))
      return row
    })
    const size = this.#objects.length + 1
    append(
      encoder.encode(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
      ),
    )
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  }
}
