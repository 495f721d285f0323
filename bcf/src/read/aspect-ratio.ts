import type { Readable } from 'node:stream'

/** Bytes of a JPEG searched for its size: previews and colour profiles may precede it. */
const MOST_BYTES = 300_000

const ratio = (width: number, height: number) => (width > 0 && height > 0 ? width / height : undefined)

const isPng = (bytes: Buffer) => bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47

/** Start-of-frame markers contain the size; the others in this range are tables. */
const isFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)

function jpegRatio(bytes: Buffer): number | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const mark = bytes[at + 1] ?? 0
    if (mark === 0xff) at++
    else if (isFrame(mark)) return ratio(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const ratioOf = (bytes: Buffer): number | undefined => {
  if (isPng(bytes)) return ratio(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegRatio(bytes) : undefined
}

/**
 * Aspect ratio (width / height) of a PNG or JPEG, from its first bytes; undefined if it cannot be determined.
 */
export async function readAspectRatio(picture: Readable): Promise<number | undefined> {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const part of picture) {
    bytes = Buffer.concat([bytes, part as Buffer])
    const found = ratioOf(bytes)
    if (found !== undefined || bytes.length >= MOST_BYTES) return found
  }
  return undefined
}
