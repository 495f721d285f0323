import { crc32, deflateRawSync } from 'node:zlib'

/** Builds zip archives byte by byte, including invalid ones. */

export interface RawEntry {
  name: string | Buffer
  data?: Buffer | string
  /** 8 deflated, 0 stored; for others only the header field is set */
  method?: number
  /** bit 0: encrypted; bit 11: the name is UTF-8 */
  flags?: number
  /** Unix file mode */
  mode?: number
  /** overrides the true value in the headers */
  crc?: number
  size?: number
  /** index of another entry whose data this entry points to */
  at?: number
}

const DOS_DATE = (46 << 9) | (1 << 5) | 1

interface Written {
  entry: RawEntry
  name: Buffer
  offset: number
  crc: number
  packed: Buffer
  size: number
}

function header(signature: number, { entry, name, crc, packed, size }: Written): Buffer {
  const isLocal = signature === 0x04034b50
  const bytes = Buffer.alloc(isLocal ? 30 : 46)
  const at = isLocal ? 4 : 6
  bytes.writeUInt32LE(signature, 0)
  if (!isLocal) bytes.writeUInt16LE((3 << 8) | 20, 4)
  bytes.writeUInt16LE(20, at)
  bytes.writeUInt16LE(entry.flags ?? 0x800, at + 2)
  bytes.writeUInt16LE(entry.method ?? 8, at + 4)
  bytes.writeUInt16LE(DOS_DATE, at + 8)
  bytes.writeUInt32LE(entry.crc ?? crc, at + 10)
  bytes.writeUInt32LE(packed.length, at + 14)
  bytes.writeUInt32LE(entry.size ?? size, at + 18)
  bytes.writeUInt16LE(name.length, at + 22)
  return bytes
}

export function buildRawZip(entries: RawEntry[]): Buffer {
  const parts: Buffer[] = []
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '')
    const packed = (entry.method ?? 8) === 8 ? deflateRawSync(data) : data
    const shared = entry.at === undefined ? undefined : written[entry.at]
    const name = Buffer.from(entry.name)
    const item = {
      entry,
      name,
      offset: shared?.offset ?? offset,
      crc: crc32(data),
      packed,
      size: data.length,
    }
    written.push(item)
    if (shared) continue
    const local = Buffer.concat([header(0x04034b50, item), name, packed])
    parts.push(local)
    offset += local.length
  }
  const directory = written.map((item) => {
    const bytes = header(0x02014b50, item)
    bytes.writeUInt32LE((((item.entry.mode ?? 0o100644) << 16) >>> 0) as number, 38)
    bytes.writeUInt32LE(item.offset, 42)
    return Buffer.concat([bytes, item.name])
  })
  const size = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(written.length, 8)
  end.writeUInt16LE(written.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** A copy of the archive with ZIP64 end records that point to another directory offset. */
export function withDirectoryOffset(zip: Buffer, offset: bigint): Buffer {
  const end = zip.subarray(-22)
  const count = BigInt(end.readUInt16LE(10))
  const long = Buffer.alloc(56)
  long.writeUInt32LE(0x06064b50, 0)
  long.writeBigUInt64LE(44n, 4)
  long.writeBigUInt64LE(count, 24)
  long.writeBigUInt64LE(count, 32)
  long.writeBigUInt64LE(offset, 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(zip.length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip, long, locator, end])
}
