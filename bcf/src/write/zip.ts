import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib'

/**
 * Writes zip archives (APPNOTE.TXT 6.3) as a stream. Only the directory record of a written entry is retained,
 * so memory use does not depend on the size of the entries. All entries are deflated, because not every program
 * can read stored entries of unknown length.
 */

/** Undefined where the content has been deleted: such an entry is not written. */
export type EntryContent = Buffer | Readable | Promise<Readable | undefined>

const VERSION = 20
const VERSION_64 = 45
const UNIX = 3 << 8
const DEFLATED = 8
const NAME_IS_UTF8 = 0x800
/** Flag: checksum and sizes follow the data in a descriptor. */
const HAS_DESCRIPTOR = 8
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const MOST_16 = 0xffff
const MOST_32 = 0xffffffff

/** Extensions of file types that are already compressed. */
const PACKED = /\.(png|jpe?g|pdf|zip|ifczip|docx|xlsx)$/i
const deflateInThread = promisify(deflateRaw)
/** Entries up to this size are deflated at once: a round trip to a thread takes longer. */
const MOST_AT_ONCE = 32_768

const pack = (bytes: Buffer, level = 6): Buffer | Promise<Buffer> =>
  bytes.length <= MOST_AT_ONCE ? deflateRawSync(bytes, { level }) : deflateInThread(bytes, { level })

/** Zip dates have no time zone; UTC is written. */
const EARLIEST = Date.UTC(1980, 0, 1)
const LATEST = Date.UTC(2107, 11, 31, 23, 59, 58)

function dosDate(iso: string | undefined): number {
  const date = new Date(Math.min(LATEST, Math.max(EARLIEST, iso === undefined ? 0 : Date.parse(iso))))
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return day * 0x10000 + time
}

interface Entry {
  name: Buffer
  isFolder: boolean
  date: number
  flags: number
  offset: number
  crc: number
  packedBytes: number
  bytes: number
}

/** Little-endian fields of 2, 4 or 8 bytes. */
function fields(...values: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** Fields shared by local header and directory record. */
const sharedFields = (entry: Entry): [2 | 4, number][] => [
  [2, entry.flags],
  [2, entry.isFolder ? 0 : DEFLATED],
  [4, entry.date],
  [4, entry.crc],
  [4, entry.packedBytes],
  [4, entry.bytes],
  [2, entry.name.length],
]

const localHeader = (entry: Entry): Buffer =>
  Buffer.concat([fields([4, 0x04034b50], [2, VERSION], ...sharedFields(entry), [2, 0]), entry.name])

function directoryRecord(entry: Entry): Buffer {
  const isFar = entry.offset >= MOST_32
  const far = isFar ? fields([2, 1], [2, 8], [8, entry.offset]) : Buffer.alloc(0)
  const version = isFar ? VERSION_64 : VERSION
  const mode = entry.isFolder ? FOLDER_MODE : FILE_MODE
  const head = fields(
    [4, 0x02014b50],
    [2, UNIX | version],
    [2, version],
    ...sharedFields(entry),
    [2, far.length],
    // comment length, disk number, internal attributes
    [2, 0],
    [2, 0],
    [2, 0],
    [4, mode * 0x10000 + (entry.isFolder ? 0x10 : 0)],
    [4, isFar ? MOST_32 : entry.offset],
  )
  return Buffer.concat([head, entry.name, far])
}

/** The end-of-directory record, preceded by the ZIP64 records when the counts exceed its fields. */
function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const isLong = count >= MOST_16 || size >= MOST_32 || offset >= MOST_32
  const long = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, UNIX | VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  )
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  const short = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MOST_16)],
    [2, Math.min(count, MOST_16)],
    [4, Math.min(size, MOST_32)],
    [4, Math.min(offset, MOST_32)],
    [2, 0],
  )
  return isLong ? Buffer.concat([long, locator, short]) : short
}

const PAGE_BYTES = 65_536

/** Collects small buffers in large pages: small slices would keep Node's shared pool alive. */
class Pages {
  private readonly pages: Buffer[] = []
  private used = PAGE_BYTES

  add(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      if (this.used === PAGE_BYTES) {
        this.pages.push(Buffer.alloc(PAGE_BYTES))
        this.used = 0
      }
      const copied = piece.copy(this.pages.at(-1) as Buffer, this.used, at)
      this.used += copied
      at += copied
    }
  }

  *filled(): Generator<Buffer> {
    yield* this.pages.slice(0, -1)
    const last = this.pages.at(-1)
    if (last) yield last.subarray(0, this.used)
  }
}

/** Reads a small source into a buffer; a larger one becomes a stream of all its bytes, including those already read. */
async function readSmall(source: Readable): Promise<Buffer | Readable> {
  const parts: Buffer[] = []
  let size = 0
  const rest = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  while (size <= MOST_AT_ONCE) {
    const { value, done } = await rest.next()
    if (done) return Buffer.concat(parts)
    parts.push(value)
    size += value.length
  }
  return Readable.from(continueParts(parts, rest), { objectMode: false })
}

async function* continueParts(read: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* read
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    // closes the source if the archive is abandoned
    await rest.return?.()
  }
}

export class ZipWriter {
  private readonly directory = new Pages()
  private count = 0
  private offset = 0

  private entry(name: string, isFolder: boolean, date: string | undefined): Entry {
    return {
      name: Buffer.from(name),
      isFolder,
      date: dosDate(date),
      flags: NAME_IS_UTF8,
      offset: this.offset,
      crc: 0,
      packedBytes: 0,
      bytes: 0,
    }
  }

  private countOffset(part: Buffer): Buffer {
    this.offset += part.length
    return part
  }

  private record(entry: Entry): void {
    this.directory.add(directoryRecord(entry))
    this.count++
  }

  *folder(name: string, date?: string): Generator<Buffer> {
    const entry = this.entry(name, true, date)
    yield this.countOffset(localHeader(entry))
    this.record(entry)
  }

  /** Writes an entry; returns whether it had content. */
  async *file(
    name: string,
    open: () => EntryContent,
    date?: string,
    level = PACKED.test(name) ? 1 : 6,
  ): AsyncGenerator<Buffer, boolean> {
    const entry = this.entry(name, false, date)
    const content = await open()
    if (content === undefined) return false
    const bytes = Buffer.isBuffer(content) ? content : await readSmall(content)
    if (Buffer.isBuffer(bytes)) {
      const packed = await pack(bytes, level)
      Object.assign(entry, { crc: crc32(bytes), bytes: bytes.length, packedBytes: packed.length })
      yield this.countOffset(localHeader(entry))
      yield this.countOffset(packed)
    } else yield* this.stream(entry, bytes, level)
    this.record(entry)
    return true
  }

  /** Streams an entry; closes the source in every case. */
  private async *stream(entry: Entry, source: Readable, level: number): AsyncGenerator<Buffer> {
    entry.flags |= HAS_DESCRIPTOR
    let crc = 0
    let bytes = 0
    const deflate = createDeflateRaw({ level })
    const count = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        crc = crc32(part, crc)
        bytes += part.length
        yield part
      }
    }
    const piped = pipeline(source, count, deflate)
    // errors surface where the compressed bytes are read
    piped.catch(() => {})
    let packedBytes = 0
    try {
      yield this.countOffset(localHeader(entry))
      for await (const part of deflate) {
        packedBytes += part.length
        yield this.countOffset(part as Buffer)
      }
    } finally {
      // destroys the source as well
      deflate.destroy()
    }
    if (packedBytes >= MOST_32 || bytes >= MOST_32) throw new Error('An archive entry exceeds 4 GB')
    Object.assign(entry, { crc, bytes, packedBytes })
    yield this.countOffset(fields([4, 0x08074b50], [4, crc], [4, packedBytes], [4, bytes]))
  }

  *end(): Generator<Buffer> {
    const begin = this.offset
    for (const page of this.directory.filled()) yield this.countOffset(page)
    yield endOfDirectory(this.count, this.offset - begin, begin)
  }
}
