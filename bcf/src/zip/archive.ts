import { Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { BcfError } from '../errors.ts'
import { type BcfLimits, FREE_BYTES, MOST_RATIO } from '../limits.ts'
import { entryName } from './names.ts'

const STORED = 0
const DEFLATED = 8
const LOCAL_HEADER_BYTES = 30
const FILE_TYPE = 0o170000
const ordinary = new Set([0, 0o100000, 0o040000])

/** The entries of a zip archive, none of which is believed. */
export interface Archive {
  /** files only, in the archive's order */
  names: string[]
  /** the entry of one of these names, whatever their case */
  find: (names: string[]) => string | undefined
  /** when it was last changed, as far as the archive says so */
  dateOf: (name: string) => Date
  /** @throws BcfError while it is read */
  read: (name: string, mostBytes?: number) => Readable
  close: () => void
}

/** What belongs to the system goes on as it is; whatever else comes from reading is the archive's fault. */
function asBcfError(error: unknown, damaged: () => BcfError): Error {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (error instanceof BcfError || /^E[A-Z]+$/.test(code)) return error as Error
  return damaged()
}

function check(entry: Entry, name: string): void {
  if (!ordinary.has((entry.externalFileAttributes >>> 16) & FILE_TYPE))
    throw BcfError.of('LINK', { entry: name })
  if (entry.isEncrypted()) throw BcfError.of('ENCRYPTED', { entry: name })
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw BcfError.of('PACKED_OTHERWISE', { entry: name })
}

/** Bytes that are unpacked again and again under several names are the trick of the densest bombs. */
function checkOverlaps(entries: Map<string, Entry>): void {
  const sorted = [...entries].sort(
    ([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const [name, entry] of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) throw BcfError.of('OVERLAPPING', { entry: name })
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize
  }
}

async function readEntries(zip: ZipFile, limits: BcfLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw BcfError.of('TOO_MANY_ENTRIES', { most: limits.entries })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry)
    check(entry, name)
    if (entries.has(name) && !name.endsWith('/')) throw BcfError.of('SAME_NAME', { entry: name })
    entries.set(name, entry)
  }
  for (const name of entries.keys()) if (name.endsWith('/') || name === '') entries.delete(name)
  checkOverlaps(entries)
  return entries
}

/** Counts what comes out, and compares it with what was announced at its end. */
class Gauge extends Transform {
  private count = 0
  private crc = 0
  private readonly entry: Entry
  private readonly name: string
  private readonly most: number
  private readonly spend: (count: number) => void
  constructor(entry: Entry, name: string, most: number, spend: (count: number) => void) {
    super()
    this.entry = entry
    this.name = name
    this.most = most
    this.spend = spend
  }

  override _transform(part: Buffer, _encoding: string, done: (error: Error | null, part?: Buffer) => void) {
    this.count += part.length
    this.crc = crc32(part, this.crc)
    if (this.count > this.most)
      return done(BcfError.of('ENTRY_TOO_LARGE', { entry: this.name, most: this.most }))
    if (this.count > FREE_BYTES && this.count > this.entry.compressedSize * MOST_RATIO)
      return done(BcfError.of('BOMB', { entry: this.name }))
    try {
      this.spend(this.count)
      done(null, part)
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: (error: Error | null) => void) {
    const isWhole = this.count === this.entry.uncompressedSize && this.crc === this.entry.crc32
    done(isWhole ? null : BcfError.of('DAMAGED', { entry: this.name }))
  }
}

class ZipArchive implements Archive {
  readonly names: string[]
  private readonly zip: ZipFile
  private readonly entries: Map<string, Entry>
  private readonly limits: BcfLimits
  private readonly byLowerCase = new Map<string, string>()
  /** how far each entry was read at most */
  private readonly seen = new Map<string, number>()
  private total = 0

  constructor(zip: ZipFile, entries: Map<string, Entry>, limits: BcfLimits) {
    this.zip = zip
    this.entries = entries
    this.limits = limits
    this.names = [...entries.keys()]
    for (const name of this.names) this.byLowerCase.set(name.toLowerCase(), name)
  }

  find(names: string[]): string | undefined {
    const exact = names.find((name) => this.entries.has(name))
    if (exact !== undefined) return exact
    return names.map((name) => this.byLowerCase.get(name.toLowerCase())).find((name) => name !== undefined)
  }

  dateOf(name: string): Date {
    return this.entries.get(name)?.getLastModDate({ timezone: 'UTC' }) ?? new Date(0)
  }

  read(name: string, mostBytes = this.limits.entry_bytes): Readable {
    return Readable.from(this.parts(name, mostBytes), { objectMode: false })
  }

  close(): void {
    this.zip.close()
  }

  private async *parts(name: string, mostBytes: number): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name)
    const damaged = () => BcfError.of('DAMAGED', { entry: name })
    if (!entry) throw damaged()
    try {
      // unpacked here and not by the library: what is given up early is closed as a whole
      const packed = await this.zip.openReadStreamPromise(entry, { decodeFileData: false })
      const gauge = new Gauge(entry, name, mostBytes, (count) => this.spend(name, count))
      const steps =
        entry.compressionMethod === DEFLATED ? [packed, createInflateRaw(), gauge] : [packed, gauge]
      yield* chained(steps)
    } catch (error) {
      throw asBcfError(error, damaged)
    }
  }

  private spend(name: string, count: number): void {
    const before = this.seen.get(name) ?? 0
    if (count <= before) return
    this.seen.set(name, count)
    this.total += count - before
    if (this.total > this.limits.archive_bytes)
      throw BcfError.of('ARCHIVE_TOO_LARGE', { most: this.limits.archive_bytes })
  }
}

/** The end of a chain of streams, which is closed as a whole however it ends. */
async function* chained(steps: (Readable | Transform)[]): AsyncGenerator<Buffer> {
  const last = steps.at(-1) as Transform
  steps.slice(0, -1).forEach((step, at) => {
    step.on('error', (error) => last.destroy(error))
    step.pipe(steps[at + 1] as Transform)
  })
  try {
    for await (const part of last) yield part as Buffer
  } finally {
    for (const step of steps) step.destroy()
  }
}

/** @throws BcfError and what the system says of a path */
export async function openArchive(source: string | Uint8Array, limits: BcfLimits): Promise<Archive> {
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const damaged = () => BcfError.of('NOT_AN_ARCHIVE', {})
  let zip: ZipFile | undefined
  try {
    zip =
      typeof source === 'string'
        ? await openPromise(source, options)
        : await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.length), options)
    // an error that is nobody's would end the process
    zip.on('error', () => {})
    return new ZipArchive(zip, await readEntries(zip, limits), limits)
  } catch (error) {
    zip?.close()
    // the library has one sentence of its own for archives that are locked as a whole
    const isLocked = error instanceof Error && /strong encryption/.test(error.message)
    throw isLocked ? BcfError.of('ENCRYPTED', { entry: '' }) : asBcfError(error, damaged)
  }
}
