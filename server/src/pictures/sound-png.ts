import { promisify } from 'node:util'
import { crc32, inflate, type ZlibOptions } from 'node:zlib'

/**
 * Recognises valid PNGs of ordinary size without a decoder: checks chunks and checksums here, and inflates the pixels in a
 * thread. Snapshots of coordination programs are such files, and an archive may contain thousands.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** bytes of a chunk besides its data: length, type and checksum */
const CHUNK_FRAME = 12
/** larger files would hold the event loop while their checksums are computed */
const MAX_FILE_BYTES = 8_000_000
/** the pixels are in memory at once */
const MAX_PIXEL_BYTES = 20_000_000
const MAX_FILTER = 4
/** channels and bit depths by colour type */
const colorTypes: Record<number, { channels: number; depths: number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}
/** Chunks without compressed data, which a decoder does not have to interpret. */
const plainChunks = new Set(['gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'tIME', 'tEXt'])

interface PngHeader {
  width: number
  height: number
  /** bytes of one row of pixels, including its filter byte */
  row_bytes: number
  is_indexed: boolean
}

interface PngChunk {
  type: string
  data: Buffer
}

/** The chunks of a file; null if a length or a checksum is wrong, or something follows the last one. */
function listChunks(bytes: Buffer): PngChunk[] | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const chunks: PngChunk[] = []
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    if (at + CHUNK_FRAME > bytes.length) return null
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_FRAME + length
    if (end > bytes.length || bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return chunks
}

/** The header of a picture that is not interlaced; null for any other. */
function parseHeader({ type, data }: PngChunk): PngHeader | null {
  if (type !== 'IHDR' || data.length !== 13) return null
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth = 0, color = -1, compression, filter, interlacing] = data.subarray(8)
  const { channels = 0, depths = [] } = colorTypes[color] ?? {}
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || interlacing !== 0) return null
  if (width === 0 || height === 0) return null
  return { width, height, row_bytes: 1 + Math.ceil((width * channels * depth) / 8), is_indexed: color === 3 }
}

/** The compressed pixels; null if a chunk is unknown, missing or out of order. */
function joinPixelChunks(chunks: PngChunk[], { is_indexed }: PngHeader): Buffer | null {
  if (chunks.at(-1)?.type !== 'IEND' || chunks.at(-1)?.data.length !== 0) return null
  const inner = chunks.slice(1, -1)
  const first = inner.findIndex(({ type }) => type === 'IDAT')
  const pixels = inner.filter(({ type }) => type === 'IDAT')
  const areTogether = inner.slice(first, first + pixels.length).every(({ type }) => type === 'IDAT')
  if (pixels.length === 0 || !areTogether) return null
  const palettes = inner.slice(0, first).filter(({ type }) => type === 'PLTE')
  const others = inner.filter(({ type }) => type !== 'IDAT' && !plainChunks.has(type))
  const size = palettes[0]?.data.length ?? 0
  const isPaletteRight =
    palettes.length === Number(is_indexed) && (!is_indexed || (size > 0 && size <= 768 && size % 3 === 0))
  if (!isPaletteRight || others.length !== palettes.length) return null
  return pixels.length === 1 ? (pixels[0]?.data ?? null) : Buffer.concat(pixels.map(({ data }) => data))
}

const inflateAll = promisify<Buffer, ZlibOptions, Buffer>(inflate)

/**
 * The size of a PNG that is valid in every byte; null for all others, including valid ones of rare kinds (interlaced, large,
 * with colour profiles), which the decoder has to check.
 */
export async function readSoundPng(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  if (bytes.length > MAX_FILE_BYTES) return null
  const chunks = listChunks(bytes)
  const header = chunks?.[0] && parseHeader(chunks[0])
  if (!chunks || !header) return null
  const packed = joinPixelChunks(chunks, header)
  const size = header.row_bytes * header.height
  if (!packed || size > MAX_PIXEL_BYTES) return null
  // one part as large as the result: one round trip to the thread
  const limits = { chunkSize: Math.max(64, size + 1), maxOutputLength: size }
  const pixels = await inflateAll(packed, limits).catch(() => null)
  if (pixels?.length !== size) return null
  for (let at = 0; at < size; at += header.row_bytes) if ((pixels[at] ?? 0) > MAX_FILTER) return null
  return { width: header.width, height: header.height }
}
