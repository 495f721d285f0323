/** A TrueType font as PDF documents embed it. */
export interface SheetFont {
  /** the number of the glyph of a character, 0 if there is none */
  glyphOf: (code: number) => number
  /** advance of a glyph, in thousandths of the size of the text */
  widthOf: (glyph: number) => number
  /** the font file, without the tables that PDF readers ignore */
  program: Uint8Array<ArrayBuffer>
  /** x and y of the corners, thousandths */
  box: [number, number, number, number]
  ascent: number
  descent: number
}

/** Tables of an embedded font, in the order of their names (PDF 1.7, 9.9). */
const TABLES = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']
const HEADER = 12
const ROW = 16

/** Reads a WOFF file of TrueType outlines. */
export async function readSheetFont(woff: ArrayBuffer): Promise<SheetFont> {
  const tables = await unpackTables(new DataView(woff))
  const table = (name: string) => {
    const bytes = tables.get(name)
    if (!bytes) throw new Error(`The font has no table ${name}`)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const scale = 1000 / head.getUint16(18)
  const measure = (value: number) => Math.round(value * scale)
  const advances = hhea.getUint16(34)
  return {
    glyphOf: readCharacterMap(table('cmap')),
    widthOf: (glyph) => measure(hmtx.getUint16(Math.min(glyph, advances - 1) * 4)),
    program: joinTables(tables),
    box: [36, 38, 40, 42].map((at) => measure(head.getInt16(at))) as SheetFont['box'],
    ascent: measure(hhea.getInt16(4)),
    descent: measure(hhea.getInt16(6)),
  }
}

async function unpackTables(woff: DataView<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const tables = new Map<string, Uint8Array<ArrayBuffer>>()
  for (let row = 0; row < woff.getUint16(12); row++) {
    const at = 44 + row * 20
    const name = String.fromCharCode(...new Uint8Array(woff.buffer, at, 4))
    if (!TABLES.includes(name)) continue
    const [offset, packed, size] = [woff.getUint32(at + 4), woff.getUint32(at + 8), woff.getUint32(at + 12)]
    const bytes = new Uint8Array(woff.buffer, offset, packed)
    tables.set(name, packed < size ? await passThrough(bytes, new DecompressionStream('deflate')) : bytes)
  }
  return tables
}

/** Packs or unpacks bytes. */
export async function passThrough(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

function joinTables(tables: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const padded = (length: number) => (length + 3) & ~3
  const names = TABLES.filter((name) => tables.has(name))
  const sizes = names.map((name) => padded(tables.get(name)?.length ?? 0))
  const start = HEADER + names.length * ROW
  const program = new Uint8Array(sizes.reduce((sum, size) => sum + size, start))
  const view = new DataView(program.buffer)
  const power = 31 - Math.clz32(names.length)
  for (const [at, value] of [names.length, 16 << power, power, (names.length - (1 << power)) * 16].entries())
    view.setUint16(4 + at * 2, value)
  view.setUint32(0, 0x00010000)
  let offset = start
  for (const [index, name] of names.entries()) {
    const bytes = tables.get(name) ?? new Uint8Array(0)
    program.set(bytes, offset)
    const row = HEADER + index * ROW
    for (let letter = 0; letter < 4; letter++) program[row + letter] = name.charCodeAt(letter)
    view.setUint32(row + 4, sumWords(view, offset, sizes[index] ?? 0))
    view.setUint32(row + 8, offset)
    view.setUint32(row + 12, bytes.length)
    offset += sizes[index] ?? 0
  }
  return program
}

function sumWords(view: DataView, from: number, length: number): number {
  let sum = 0
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

/** Reads the Unicode subtable of formats 4 and 12; fonts on the web have no other. */
function readCharacterMap(cmap: DataView): (code: number) => number {
  const glyphs = new Map<number, number>()
  for (let row = 0; row < cmap.getUint16(2); row++) {
    const at = cmap.getUint32(8 + row * 8)
    const format = cmap.getUint16(at)
    if (format === 12) readGroups(cmap, at, glyphs)
    else if (format === 4) readSegments(cmap, at, glyphs)
  }
  return (code) => glyphs.get(code) ?? 0
}

function readGroups(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  for (let group = 0; group < cmap.getUint32(at + 12); group++) {
    const row = at + 16 + group * 12
    const [first, last, glyph] = [cmap.getUint32(row), cmap.getUint32(row + 4), cmap.getUint32(row + 8)]
    for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
  }
}

function readSegments(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  const size = cmap.getUint16(at + 6)
  for (let segment = 0; segment < size; segment += 2) {
    const last = cmap.getUint16(at + 14 + segment)
    const first = cmap.getUint16(at + 16 + size + segment)
    const shift = cmap.getUint16(at + 16 + size * 2 + segment)
    const range = at + 16 + size * 3 + segment
    const offset = cmap.getUint16(range)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = offset === 0 ? code : cmap.getUint16(range + offset + (code - first) * 2)
      if (listed > 0) glyphs.set(code, (listed + shift) & 0xffff)
    }
  }
}
