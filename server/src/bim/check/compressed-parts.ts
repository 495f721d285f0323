import { damagedMeshError, tooComplexMeshError } from './mesh-errors.ts'

/**
 * Reads the sizes that compressed parts of a GLB declare, before a browser decodes them: a few kilobytes of Draco or
 * Basis Universal can stand for gigabytes.
 *
 * Sources: Draco bitstream 2.2 (header, metadata, connectivity), KTX 2.0 (header), KHR_texture_basisu (restrictions).
 */

/** per primitive; decoding needs about 60 bytes of memory for each */
const MAX_FACES = 5_000_000
/** pixels of a side */
const MAX_SIDE = 16_384
/** nested metadata is read to this depth */
const MAX_DEPTH = 8
const METADATA = 0x8000
const TRIANGULAR_MESH = 1
const SEQUENTIAL = 0
const EDGEBREAKER = 1
const KTX2 = Buffer.from('\u00abKTX 20\u00bb\r\n\x1a\n', 'latin1')

const unreadableShape = () => damagedMeshError('a compressed shape cannot be read')

/** Reads numbers in sequence. @throws ModelError DAMAGED past the end */
class Cursor {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw unreadableShape()
    return value
  }

  /** an unsigned LEB128 number of at most 32 bits */
  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw unreadableShape()
  }

  skip(bytes: number): void {
    this.#at += bytes
    if (this.#at > this.#bytes.length) throw unreadableShape()
  }
}

function skipMetadata(cursor: Cursor, depth = 0): void {
  if (depth > MAX_DEPTH) throw unreadableShape()
  for (let entries = cursor.varint(); entries > 0; entries--) {
    cursor.skip(cursor.byte())
    cursor.skip(cursor.varint())
  }
  for (let parts = cursor.varint(); parts > 0; parts--) {
    cursor.skip(cursor.byte())
    skipMetadata(cursor, depth + 1)
  }
}

/**
 * Vertices and triangles that a Draco mesh declares; the vertices are a lower bound, since seams multiply them.
 * @throws ModelError DAMAGED if it is not a mesh of bitstream 2.2, TOO_COMPLEX above 5 million triangles
 */
export function readDracoCounts(bytes: Uint8Array): { vertices: number; triangles: number } {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== 'DRACO') throw unreadableShape()
  const cursor = new Cursor(bytes)
  cursor.skip(5)
  const version = `${cursor.byte()}.${cursor.byte()}`
  const kind = cursor.byte()
  const method = cursor.byte()
  const flags = cursor.byte() + cursor.byte() * 256
  if (version !== '2.2' || kind !== TRIANGULAR_MESH) throw unreadableShape()
  if (flags & METADATA) {
    for (let attributes = cursor.varint(); attributes > 0; attributes--) {
      cursor.varint()
      skipMetadata(cursor)
    }
    skipMetadata(cursor)
  }
  let triangles = 0
  let vertices = 0
  if (method === SEQUENTIAL) {
    triangles = cursor.varint()
    vertices = cursor.varint()
  } else if (method === EDGEBREAKER) {
    cursor.skip(1)
    vertices = cursor.varint()
    triangles = cursor.varint()
  } else throw unreadableShape()
  if (triangles > MAX_FACES || vertices > 3 * MAX_FACES) throw tooComplexMeshError('points in one shape')
  return { vertices, triangles }
}

/**
 * Pixels of a KTX 2.0 texture without its mipmaps.
 * @throws ModelError DAMAGED if it is not a single picture, TOO_COMPLEX above 16,384 pixels a side
 */
export function readKtx2Pixels(bytes: Uint8Array): number {
  if (bytes.length < 80 || !KTX2.equals(bytes.subarray(0, 12)))
    throw damagedMeshError('a compressed texture cannot be read')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width = 0, height = 0, depth, layers = 0, faces, levels = 0] = [20, 24, 28, 32, 36, 40].map((at) =>
    view.getUint32(at, true),
  )
  if (width === 0 || height === 0 || depth !== 0 || layers > 1 || faces !== 1 || levels > 15)
    throw damagedMeshError('a compressed texture cannot be read')
  if (width > MAX_SIDE || height > MAX_SIDE) throw tooComplexMeshError('pixels in one texture')
  return width * height
}
