import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { EPOCH_DAYS } from './write-workbook.ts'
import { readXml, type XmlReader } from './xml.ts'

/** The first sheet of a workbook (ECMA-376) as whatever program wrote it; formulas as what they last came to. */

/** What was typed, or a number: of a day, the days since 1970. */
export type Value = string | number
export interface SheetRow {
  /** as the spreadsheet counts, from 1 */
  row: number
  values: Value[]
}
/** Why a file is not taken. */
export type Unread = 'NOT_A_SHEET' | 'TOO_MANY_ROWS' | 'TOO_LARGE'
export class UnreadSheet extends Error {
  readonly why: Unread
  constructor(why: Unread) {
    super(why)
    this.why = why
  }
}

const MOST_ENTRIES = 1000
/** Of all parts that are read, as they come out of the archive. */
const MOST_BYTES = 64_000_000
const MOST_COLUMNS = 256
/** Serial days of the calendar that begins in 1904. */
const DAYS_1904 = 1462

interface Package {
  zip: ZipFile
  entries: Map<string, Entry>
  /** bytes that may still come out */
  left: number
}

async function openPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    // sizes are counted on what comes out, not believed
    validateEntrySizes: false,
  })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.size > MOST_ENTRIES) throw new UnreadSheet('NOT_A_SHEET')
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  return { zip, entries, left: MOST_BYTES }
}

async function* piecesOf(archive: Package, name: string): AsyncGenerator<string> {
  const entry = archive.entries.get(name.toLowerCase())
  if (!entry || entry.isEncrypted()) throw new UnreadSheet('NOT_A_SHEET')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const bytes = (await archive.zip.openReadStreamPromise(entry)) as Readable
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    archive.left -= piece.length
    if (archive.left < 0) throw new UnreadSheet('TOO_LARGE')
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

const nothing: XmlReader = { open: () => {}, close: () => {}, text: () => {} }

/** Where the first sheet is, and by which calendar its days are counted. */
async function readWorkbook(archive: Package) {
  let [first, is1904]: [string | undefined, boolean] = [undefined, false]
  await readXml(piecesOf(archive, 'xl/workbook.xml'), {
    ...nothing,
    open: (name, attributes) => {
      // r:id, whose prefix is gone
      if (name === 'sheet') first ??= attributes.get('id')
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '')
    },
  })
  let target = ''
  await readXml(piecesOf(archive, 'xl/_rels/workbook.xml.rels'), {
    ...nothing,
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.get('Id') === first) target = attributes.get('Target') ?? ''
    },
  })
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

/**
 * `_x000D_` stands for a character that XML cannot have, `_x005F_` for a line that would begin such. Others are left: no
 * program has a reason to write them, and some write a text that looks like one as it is.
 */
const unescaped = (text: string) =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code < 0x20 || code === 0x5f || code >= 0xfffe ? String.fromCharCode(code) : whole
  })

/** The texts that cells refer to by number: all runs of each, without its reading aids. */
async function readStrings(archive: Package): Promise<string[]> {
  const strings: string[] = []
  if (!archive.entries.has('xl/sharedstrings.xml')) return strings
  let [text, isText, aids] = ['', false, 0]
  await readXml(piecesOf(archive, 'xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') aids++
      isText = name === 't' && aids === 0
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') aids--
      if (name === 'si') strings.push(unescaped(text))
    },
  })
  return strings
}

/** B2 is in column 1. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Gathers rows from the events of a sheet's XML. */
class RowReader implements XmlReader {
  readonly rows: SheetRow[] = []
  private readonly strings: string[]
  private current: SheetRow = { row: 0, values: [] }
  private column = -1
  private type = ''
  private value = ''
  private isValue = false
  private aids = 0
  constructor(strings: string[]) {
    this.strings = strings
  }

  open(name: string, attributes: Map<string, string>) {
    if (name === 'row') {
      this.current = { row: Number(attributes.get('r')) || this.current.row + 1, values: [] }
      this.column = -1
    }
    if (name === 'c') {
      this.column = columnOf(attributes.get('r')) ?? this.column + 1
      this.type = attributes.get('t') ?? 'n'
      this.value = ''
    }
    if (name === 'rPh') this.aids++
    this.isValue = (name === 'v' || name === 't') && this.aids === 0
  }

  text(text: string) {
    if (this.isValue) this.value += text
  }

  close(name: string) {
    this.isValue = false
    if (name === 'rPh') this.aids--
    if (name === 'c' && this.value !== '' && this.column < MOST_COLUMNS)
      this.current.values[this.column] = this.read()
    if (name === 'row' && this.current.values.length > 0) this.rows.push(this.current)
  }

  private read(): Value {
    if (this.type === 's') return this.strings[Number(this.value)] ?? ''
    if (this.type === 'n') return Number.isFinite(Number(this.value)) ? Number(this.value) : this.value
    return unescaped(this.value)
  }
}

/** At most so many rows with something in them. @throws UnreadSheet, XmlProblem and what a damaged archive throws */
export async function readFirstSheet(bytes: Uint8Array, most: number) {
  const archive = await openPackage(bytes)
  const { path, is1904 } = await readWorkbook(archive)
  const reader = new RowReader(await readStrings(archive))
  await readXml(piecesOf(archive, path), reader, () => reader.rows.length > most)
  if (reader.rows.length > most) throw new UnreadSheet('TOO_MANY_ROWS')
  return { rows: reader.rows, epoch: EPOCH_DAYS - (is1904 ? DAYS_1904 : 0) }
}
