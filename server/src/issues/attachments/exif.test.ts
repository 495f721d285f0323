import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { readPhotoOrigin } from './exif.ts'

const NOTHING = { taken_at: null, taken_place: null }

/** Reads the origin of a photo with these EXIF entries. */
async function written(exif: Parameters<Sharp['withExif']>[0]) {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .jpeg()
    .withExif(exif)
    .toBuffer()
  return readPhotoOrigin((await sharp(bytes).metadata()).exif)
}

const place = (latitude: string, longitude: string) => ({
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: latitude,
    GPSLongitudeRef: 'E',
    GPSLongitude: longitude,
  },
})

test('The time has an offset only if the camera wrote one', async () => {
  const IFD2 = { DateTimeOriginal: '2026:05:04 13:14:15' }
  expect(await written({ IFD2 })).toMatchObject({ taken_at: '2026-05-04T13:14:15', taken_place: null })
  const zoned = await written({ IFD2: { ...IFD2, OffsetTimeOriginal: '-03:00' } })
  expect(zoned.taken_at).toBe('2026-05-04T13:14:15-03:00')
  expect((await written({ IFD2: { DateTimeOriginal: '2026:13:41 99:00:00' } })).taken_at).toBeNull()
})

test('South and west are negative; impossible coordinates become null', async () => {
  expect((await written(place('33/1 51/1 36/1', '151/1 12/1 0/1'))).taken_place).toEqual({
    lat: -33.86,
    lng: 151.2,
  })
  expect((await written(place('99/1 0/1 0/1', '10/1 0/1 0/1'))).taken_place).toBeNull()
  expect((await written(place('1/0 0/1 0/1', '10/1 0/1 0/1'))).taken_place).toBeNull()
})

test('A hostile EXIF block yields null values', () => {
  expect(readPhotoOrigin(undefined)).toEqual(NOTHING)
  for (let i = 0; i < 3000; i++) {
    const block = randomBytes(i % 300)
    block.write(i % 2 ? 'II*\0\u0008\0\0\0' : 'MM\0*\0\0\0\u0008', 0, 'latin1')
    expect(() => readPhotoOrigin(block)).not.toThrow()
  }
  // every entry points to the block itself as directory, with more values than it has bytes
  const circle = Buffer.alloc(800_000)
  circle.write('MM\0*\0\0\0\u0008', 0, 'latin1')
  circle.writeUInt16BE(65_535, 8)
  for (let at = 10; at + 12 < circle.length; at += 12) {
    circle.writeUInt16BE(at % 24 ? 0x8769 : 0x8825, at)
    circle.writeUInt16BE(2, at + 2)
    circle.writeUInt32BE(0x7fffffff, at + 4)
    circle.writeUInt32BE(8, at + 8)
  }
  expect(readPhotoOrigin(circle)).toEqual(NOTHING)
})
