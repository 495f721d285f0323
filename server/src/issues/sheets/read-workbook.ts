import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { EPOCH_DAYS } from './write-workbook.ts'
import { readXml, type XmlReader } from './xml.ts'

/** A text or number; days are serial numbers, formulas their last result. */
export type CellValue = string | number
export interface WorkbookRow {
  /** row number in the sheet, from 1 */
  row: number
  values: CellValue[]
  /** columns whose value is the error of a formula */
  errors?: number[]
  /** columns merged into the cell of another column, which holds the value of all of them */
  merged?: number[]
}
/** Why a file is refused. */
export type UnreadableReason = 'NOT_A_SHEET' | 'TOO_MANY_ROWS' | 'TOO_LARGE'
export class UnreadableSheetError extends Error {
  readonly reason: UnreadableReason
  constructor(why: UnreadableReason) {
    super(why)
    this.reason = why
  }
}

const MAX_ENTRIES = 1000
/** uncompressed, of all parts that are read */
const MAX_BYTES = 64_000_000
const MAX_COLUMNS = 256
/** limit per sheet: 10,000 rows of 40 cells have 1.2 million, and 64 MB of empty rows would take half a minute */
const MAX_ELEMENTS = 2_000_000
/** limit on merged ranges; a sheet without overlapping ranges has fewer */
const MAX_RANGES = 10_000
const MAX_MERGED_CELLS = 3_000_000
/** limit for all cells: cells reference shared strings by number, but each one's text counts */
const MAX_CHARACTERS = 64_000_000
/** Days between the 1900 and 1904 date systems. */
const EPOCH_1904_DAYS = 1462

interface WorkbookArchive {
  zip: ZipFile
  entries: Map<string, Entry>
  /** remaining budget of uncompressed bytes */
  left: number
}

async function openWorkbook(bytes: Uint8Array): Promise<WorkbookArchive> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    // declared sizes are not trusted: uncompressed bytes are counted instead
    validateEntrySizes: false,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.size > MAX_ENTRIES) throw new UnreadableSheetError('NOT_A_SHEET')
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  return { zip, entries, left: MAX_BYTES }
}

async function* readEntry(archive: WorkbookArchive, name: string): AsyncGenerator<string> {
  const entry = archive.entries.get(name.toLowerCase())
  if (!entry || entry.isEncrypted()) throw new UnreadableSheetError('NOT_A_SHEET')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const bytes = (await archive.zip.openReadStreamPromise(entry)) as Readable
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    archive.left -= piece.length
    if (archive.left < 0) throw new UnreadableSheetError('TOO_LARGE')
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

const ignoreAll: XmlReader = { open: () => {}, close: () => {}, text: () => {} }

/** Finds the path of the first sheet and its date system. */
async function readWorkbook(archive: WorkbookArchive) {
  let first: string | undefined
  let is1904 = false
  await readXml(readEntry(archive, 'xl/workbook.xml'), {
    ...ignoreAll,
    open: (name, attributes) => {
      // r:id without its prefix
      if (name === 'sheet') first ??= attributes.get('id')
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '')
    },
  })
  let target = ''
  await readXml(readEntry(archive, 'xl/_rels/workbook.xml.rels'), {
    ...ignoreAll,
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.get('Id') === first) target = attributes.get('Target') ?? ''
    },
  })
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

/**
 * Decodes `_x000D_` (a character that XML forbids) and `_x005F_` (an underscore that would start such an escape). Other
 * escapes stay: no program needs them, and some programs write such texts unescaped.
 */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code < 0x20 || code === 0x5f || code >= 0xfffe ? String.fromCharCode(code) : whole
  })

/** Reads the shared strings, joining the runs of each and skipping phonetic hints (rPh). */
async function readStrings(archive: WorkbookArchive): Promise<string[]> {
  const strings: string[] = []
  if (!archive.entries.has('xl/sharedstrings.xml')) return strings
  let text = ''
  let isText = false
  let phoneticDepth = 0
  await readXml(readEntry(archive, 'xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') phoneticDepth++
      isText = name === 't' && phoneticDepth === 0
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') phoneticDepth--
      if (name === 'si') strings.push(unescapeText(text))
    },
  })
  return strings
}

/** The zero-based column of a cell reference: 1 for B2. */
function parseColumn(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A range of merged cells; rows from 1, columns from 0. */
interface CellRange {
  first: { row: number; column: number }
  last: { row: number; column: number }
}

function parseRange(reference: string | undefined): CellRange | null {
  const [first, last] = (reference ?? '').split(':').map((corner) => ({
    row: Number(/\d+$/.exec(corner)?.[0] ?? 0),
    column: parseColumn(corner) ?? 0,
  }))
  return first && last ? { first, last } : null
}

/** Notes for each row the cells merged into another one. @throws UnreadableSheetError for more than the format allows */
function markMerged(rows: WorkbookRow[], ranges: CellRange[]): void {
  let cells = 0
  for (const { first, last } of ranges)
    for (const row of rows) {
      if (row.row < first.row || row.row > last.row) continue
      row.merged ??= []
      const end = Math.min(last.column + 1, MAX_COLUMNS)
      for (let column = first.column + Number(row.row === first.row); column < end; column++) {
        row.merged.push(column)
        if (++cells > MAX_MERGED_CELLS) throw new UnreadableSheetError('TOO_LARGE')
      }
    }
}

/** Collects the rows of a sheet from its XML events. */
class RowReader implements XmlReader {
  readonly rows: WorkbookRow[] = []
  readonly ranges: CellRange[] = []
  private readonly strings: string[]
  private current: WorkbookRow = { row: 0, values: [], errors: [] }
  private column = -1
  private type = ''
  private value = ''
  private isValue = false
  private phoneticDepth = 0
  private elements = 0
  private characters = 0
  constructor(strings: string[]) {
    this.strings = strings
  }

  open(name: string, attributes: Map<string, string>) {
    if (++this.elements > MAX_ELEMENTS) throw new UnreadableSheetError('TOO_LARGE')
    if (name === 'row') {
      this.current = { row: Number(attributes.get('r')) || this.current.row + 1, values: [], errors: [] }
      this.column = -1
    }
    if (name === 'c') {
      this.column = parseColumn(attributes.get('r')) ?? this.column + 1
      this.type = attributes.get('t') ?? 'n'
      this.value = ''
    }
    if (name === 'mergeCell') this.keepRange(parseRange(attributes.get('ref')))
    if (name === 'rPh') this.phoneticDepth++
    this.isValue = (name === 'v' || name === 't') && this.phoneticDepth === 0
  }

  text(text: string) {
    if (this.isValue) this.value += text
  }

  close(name: string) {
    this.isValue = false
    if (name === 'rPh') this.phoneticDepth--
    if (name === 'c' && this.value !== '' && this.column < MAX_COLUMNS) this.keep(this.count(this.read()))
    if (name === 'row' && this.current.values.length > 0) this.rows.push(this.current)
  }

  private keepRange(range: CellRange | null) {
    if (range) this.ranges.push(range)
    if (this.ranges.length > MAX_RANGES) throw new UnreadableSheetError('TOO_LARGE')
  }

  private keep(value: CellValue) {
    this.current.values[this.column] = value
    if (this.type === 'e') this.current.errors?.push(this.column)
  }

  private count(value: CellValue): CellValue {
    if (typeof value === 'string') this.characters += value.length
    if (this.characters > MAX_CHARACTERS) throw new UnreadableSheetError('TOO_LARGE')
    return value
  }

  private read(): CellValue {
    if (this.type === 's') return this.strings[Number(this.value)] ?? ''
    if (this.type === 'n') return Number.isFinite(Number(this.value)) ? Number(this.value) : this.value
    return unescapeText(this.value)
  }
}

/** Reads the first sheet of a workbook (ECMA-376). @throws UnreadableSheetError, XmlProblem, errors of a damaged archive */
export async function readFirstSheet(bytes: Uint8Array, most: number) {
  const archive = await openWorkbook(bytes)
  const { path, is1904 } = await readWorkbook(archive)
  const reader = new RowReader(await readStrings(archive))
  await readXml(readEntry(archive, path), reader, () => reader.rows.length > most)
  if (reader.rows.length > most) throw new UnreadableSheetError('TOO_MANY_ROWS')
  markMerged(reader.rows, reader.ranges)
  return { rows: reader.rows, epoch: EPOCH_DAYS - (is1904 ? EPOCH_1904_DAYS : 0) }
}
