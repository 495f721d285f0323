import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildPng, formatPngChunk } from '../../../bcf/generate/pictures.ts'
import { decodePicture } from './decode-picture.ts'
import { readSoundPng } from './sound-png.ts'

const noise = Buffer.from(Array.from({ length: 40 * 30 * 4 }, (_, at) => (at * 2654435761) >>> 24))
const image = () => sharp(noise, { raw: { width: 40, height: 30, channels: 4 } })
const kinds: [string, () => Promise<Buffer>][] = [
  ['with transparency', () => image().png().toBuffer()],
  ['without transparency', () => image().removeAlpha().png().toBuffer()],
  ['in grey', () => image().removeAlpha().greyscale().toColourspace('b-w').png().toBuffer()],
  ['in 16 bits', () => image().removeAlpha().toColourspace('rgb16').png().toBuffer()],
  ['with a palette', () => image().removeAlpha().png({ palette: true, colours: 16 }).toBuffer()],
]

test.each(kinds)('A picture %s is recognised with its size', async (_, make) => {
  expect(await readSoundPng(await make())).toEqual({ width: 40, height: 30 })
})

test('Pixels in several chunks are joined', async () => {
  const whole = buildPng(40, 30)
  const pixels = whole.subarray(8 + 25 + 8, whole.length - 12 - 4)
  const parts = [pixels.subarray(0, 20), pixels.subarray(20)].map((part) => formatPngChunk('IDAT', part))
  const png = Buffer.concat([whole.subarray(0, 8 + 25), ...parts, whole.subarray(-12)])
  expect(await readSoundPng(png)).toEqual({ width: 40, height: 30 })
})

test('No damage is overlooked that a decoder finds: each byte changed, each length cut', async () => {
  const whole = await image().png({ compressionLevel: 1 }).toBuffer()
  for (let at = 0; at < whole.length; at += 7) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x55
    expect(await readSoundPng(changed)).toBe(null)
    expect(await readSoundPng(whole.subarray(0, at))).toBe(null)
  }
  expect(await readSoundPng(Buffer.concat([whole, Buffer.from('more')]))).toBe(null)
})

/** A PNG with right checksums around the given header fields and pixels. */
function buildRawPng(
  header: { width?: number; depth?: number; color?: number; interlacing?: number },
  pixels: Buffer,
) {
  const { width = 4, depth = 8, color = 0, interlacing = 0 } = header
  const data = Buffer.from([0, 0, 0, width, 0, 0, 0, 2, depth, color, 0, 0, interlacing])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    formatPngChunk('IHDR', data),
    formatPngChunk('IDAT', deflateSync(pixels)),
    formatPngChunk('IEND', Buffer.alloc(0)),
  ])
}

const filtered = (filter: number) => Buffer.from([filter, 1, 2, 3, 4, 0, 1, 2, 3, 4])

test.each([
  ['too few pixels', buildRawPng({}, filtered(0).subarray(0, 9))],
  ['too many pixels', buildRawPng({}, Buffer.concat([filtered(0), Buffer.alloc(50_000)]))],
  ['an unknown filter', buildRawPng({}, filtered(5))],
  ['an unknown colour type', buildRawPng({ color: 5 }, filtered(0))],
  ['a depth that its colour type does not have', buildRawPng({ color: 2, depth: 4 }, filtered(0))],
  ['no palette', buildRawPng({ color: 3 }, filtered(0))],
  ['interlaced pixels', buildRawPng({ interlacing: 1 }, filtered(0))],
  ['no width', buildRawPng({ width: 0 }, Buffer.alloc(2))],
])('A picture with %s is left to the decoder', async (_, png) => {
  expect(await readSoundPng(buildRawPng({}, filtered(0)))).toEqual({ width: 4, height: 2 })
  expect(await readSoundPng(png)).toBe(null)
})

test('A recognised PNG can be decoded', async () => {
  for (const [, make] of kinds) {
    const source = await make()
    const size = { width: 1, height: 1, fit: 'inside' } as const
    expect(await decodePicture({ source, outputs: [{ as: 'png', upright: false, size }] })).toMatchObject({
      width: 40,
      height: 30,
    })
  }
})
