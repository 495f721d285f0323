import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG with its length and checksum. */
export function formatPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}

/** A PNG with grey stripes; its byte size grows with its dimensions. */
export function buildPng(width: number, height: number, seed = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = ((x * seed) ^ (y * 7)) & 0xff
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    formatPngChunk('IHDR', header),
    formatPngChunk('IDAT', deflateSync(rows)),
    formatPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The beginning of a JPEG, up to the marker with its size. */
export function buildJpegHead(width: number, height: number): Buffer {
  const frame = Buffer.alloc(19)
  frame.writeUInt16BE(0xffc0, 0)
  frame.writeUInt16BE(17, 2)
  frame.writeUInt8(8, 4)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x61, 0x62, 0x63, 0x64])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, Buffer.from([0xff, 0xd9])])
}
