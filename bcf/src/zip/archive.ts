import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl'
import { BcfError } from '../errors.ts'
import { type BcfLimits, MOST_COMPRESSION_RATIO, RATIO_CHECK_MIN_BYTES } from '../limits.ts'
import { normalizeEntryName } from './names.ts'
import { type ArchiveSource, createMemorySource, openFileSource } from './source.ts'

const STORED = 0
const DEFLATED = 8
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
/** Bytes per read. */
const PART_BYTES = 65_536
/** Entries up to this size, as XML and snapshots mostly are, are inflated in one piece: a stream costs more than the work. */
const MOST_AT_ONCE = 262_144
const FILE_TYPE = 0o170000
const ORDINARY_FILE_TYPES = new Set([0, 0o100000, 0o040000])

/** The entries of a zip archive. Nothing it declares is trusted. */
export interface Archive {
  /** files only, in archive order */
  names: string[]
  /** the first entry with one of these names, preferring an exact match to another case */
  find: (names: string[]) => string | undefined
  /** last modification according to the archive */
  dateOf: (name: string) => Date
  /** @throws BcfError while reading */
  read: (name: string, mostBytes?: number) => Readable
  close: () => void
}

/** Errors of the file system, for which the archive is not to blame. */
const FILE_SYSTEM_ERRORS = new Set(['EIO', 'EBADF', 'EISDIR', 'ESTALE'])

/** Passes on file system errors; converts all other errors into an error of the archive. */
function asBcfError(error: unknown, damaged: () => BcfError): Error {
  const isKnown =
    error instanceof BcfError || FILE_SYSTEM_ERRORS.has((error as NodeJS.ErrnoException).code ?? '')
  return isKnown ? (error as Error) : damaged()
}

function checkEntry(entry: Entry, name: string): void {
  if (!ORDINARY_FILE_TYPES.has((entry.externalFileAttributes >>> 16) & FILE_TYPE))
    throw BcfError.of('LINK', { entry: name })
  if (entry.isEncrypted()) throw BcfError.of('ENCRYPTED', { entry: name })
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw BcfError.of('PACKED_OTHERWISE', { entry: name })
}

/** Rejects overlapping entries, which decompression bombs use to expand the same bytes many times. */
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
    const name = normalizeEntryName(entry)
    checkEntry(entry, name)
    if (entries.has(name) && !name.endsWith('/')) throw BcfError.of('SAME_NAME', { entry: name })
    entries.set(name, entry)
  }
  for (const name of entries.keys()) if (name.endsWith('/') || name === '') entries.delete(name)
  checkOverlaps(entries)
  return entries
}

class ZipArchive implements Archive {
  readonly names: string[]
  private readonly source: ArchiveSource
  private readonly entries: Map<string, Entry>
  private readonly limits: BcfLimits
  private readonly byLowerCase = new Map<string, string>()
  /** bytes of each entry that have been read at most */
  private readonly seen = new Map<string, number>()
  private total = 0

  constructor(source: ArchiveSource, entries: Map<string, Entry>, limits: BcfLimits) {
    this.source = source
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
    this.source.close()
  }

  /** Decompresses an entry and checks size limits on the way, size and checksum at the end. */
  private async *parts(name: string, mostBytes: number): AsyncGenerator<Buffer> {
    const damaged = () => BcfError.of('DAMAGED', { entry: name })
    const entry = this.entries.get(name)
    if (!entry) throw damaged()
    let count = 0
    let crc = 0
    try {
      for await (const part of this.decompress(entry)) {
        count += part.length
        crc = crc32(part, crc)
        if (count > mostBytes) throw BcfError.of('ENTRY_TOO_LARGE', { entry: name, most: mostBytes })
        if (count > RATIO_CHECK_MIN_BYTES && count > entry.compressedSize * MOST_COMPRESSION_RATIO)
          throw BcfError.of('BOMB', { entry: name })
        this.countTotal(name, count)
        yield part
      }
    } catch (error) {
      throw asBcfError(error, damaged)
    }
    if (count !== entry.uncompressedSize || crc !== entry.crc32) throw damaged()
  }

  private decompress(entry: Entry): AsyncGenerator<Buffer> {
    const packed = readCompressed(this.source, entry)
    if (entry.compressionMethod === DEFLATED && isSmall(entry)) return inflateSmallEntry(packed, entry)
    return entry.compressionMethod === DEFLATED ? inflateEntry(packed) : packed
  }

  private countTotal(name: string, count: number): void {
    const before = this.seen.get(name) ?? 0
    if (count <= before) return
    this.seen.set(name, count)
    this.total += count - before
    if (this.total > this.limits.archive_bytes)
      throw BcfError.of('ARCHIVE_TOO_LARGE', { most: this.limits.archive_bytes })
  }
}

/** The compressed bytes of an entry, after its local header. */
async function* readCompressed(source: ArchiveSource, entry: Entry): AsyncGenerator<Buffer> {
  const header = await source.read(entry.relativeOffsetOfLocalHeader, LOCAL_HEADER_BYTES)
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new Error('No local header at the offset given by the directory')
  const begin =
    entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  for (let at = 0; at < entry.compressedSize; ) {
    const part = await source.read(begin + at, Math.min(PART_BYTES, entry.compressedSize - at))
    if (part.length === 0) throw new Error('The archive ends inside an entry')
    at += part.length
    yield part
  }
}

const isSmall = ({ compressedSize, uncompressedSize }: Entry) =>
  Math.max(compressedSize, uncompressedSize) <= MOST_AT_ONCE

/** Inflates an entry in one piece; fails if it has more bytes than it declares. */
async function* inflateSmallEntry(
  packed: AsyncGenerator<Buffer>,
  { uncompressedSize }: Entry,
): AsyncGenerator<Buffer> {
  const parts: Buffer[] = []
  for await (const part of packed) parts.push(part)
  // one byte more than declared shows that there are more
  yield inflateRawSync(Buffer.concat(parts), {
    chunkSize: Math.max(64, uncompressedSize + 1),
    maxOutputLength: uncompressedSize + 1,
  })
}

async function* inflateEntry(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  // errors surface where the decompressed bytes are read
  pipeline(packed, inflate).catch(() => {})
  for await (const part of inflate) yield part as Buffer
}

/** @throws BcfError and file system errors */
export async function openArchive(from: string | Uint8Array, limits: BcfLimits): Promise<Archive> {
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const bytes = typeof from === 'string' ? undefined : Buffer.from(from.buffer, from.byteOffset, from.length)
  const { source, fd } = bytes
    ? { source: createMemorySource(bytes), fd: 0 }
    : await openFileSource(from as string)
  try {
    // The library only reads the directory: its entry streams crash the process when they are abandoned.
    const zip = bytes ? await fromBufferPromise(bytes, options) : await fromFdPromise(fd, options)
    return new ZipArchive(source, await readEntries(zip, limits), limits)
  } catch (error) {
    source.close()
    // the library reports encrypted directories with this message only
    const isLocked = error instanceof Error && /strong encryption/.test(error.message)
    const damaged = () => BcfError.of('NOT_AN_ARCHIVE', {})
    throw isLocked ? BcfError.of('ENCRYPTED', { entry: '' }) : asBcfError(error, damaged)
  }
}
