/**
 * Time and place of a photo from its EXIF block. The block is untrusted: only six entries of bounded size are read.
 */

export interface PhotoOrigin {
  /** ISO 8601, with an offset only if the camera wrote one */
  taken_at: string | null
  taken_place: { lat: number; lng: number } | null
}

const UNKNOWN_ORIGIN: PhotoOrigin = { taken_at: null, taken_place: null }
/** entries read per directory; cameras write about forty */
const MAX_ENTRIES = 500

const DATE_TIME = 0x0132
const EXIF_DIRECTORY = 0x8769
const GPS_DIRECTORY = 0x8825
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const LATITUDE_REF = 1
const LATITUDE = 2
const LONGITUDE_REF = 3
const LONGITUDE = 4

/** Reads values of an EXIF block; offsets outside of it throw a RangeError. */
class ExifBlock {
  private readonly view: DataView
  private readonly little: boolean

  constructor(bytes: Uint8Array) {
    const start = String.fromCharCode(...bytes.subarray(0, 6)) === 'Exif\0\0' ? 6 : 0
    this.view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
    this.little = this.view.getUint16(0) === 0x4949
  }

  short = (at: number) => this.view.getUint16(at, this.little)
  long = (at: number) => this.view.getUint32(at, this.little)

  /** Offset and count of each entry's values in a directory, by tag. */
  entries(directory: number): Map<number, { at: number; count: number }> {
    const found = new Map<number, { at: number; count: number }>()
    const count = Math.min(this.short(directory), MAX_ENTRIES)
    for (let index = 0; index < count; index++) found.set(...this.entry(directory + 2 + index * 12))
    return found
  }

  private entry(at: number): [tag: number, { at: number; count: number }] {
    const count = this.long(at + 4)
    const bytes = count * (valueSizes[this.short(at + 2)] ?? 1)
    return [this.short(at), { at: bytes > 4 ? this.long(at + 8) : at + 8, count }]
  }

  text({ at, count }: { at: number; count: number }): string {
    const bytes = Array.from({ length: Math.min(count, 40) }, (_, index) => this.view.getUint8(at + index))
    return String.fromCharCode(...bytes).replace(/\0.*$/s, '')
  }

  /** Reads degrees, minutes and seconds as decimal degrees. */
  degrees({ at }: { at: number }): number {
    const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
      (offset) => this.long(at + offset) / this.long(at + offset + 4),
    )
    return degrees + minutes / 60 + seconds / 3600
  }
}

/** Size of one value in bytes, by EXIF type. */
const valueSizes: Record<number, number> = { 3: 2, 4: 4, 5: 8, 9: 4, 10: 8 }

function parseTime(text: string | undefined, offset: string | undefined): string | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : ''
  const instant = `${year}-${month}-${day}T${time}${zone}`
  return Number.isNaN(Date.parse(instant)) ? null : instant
}

type Entries = ReturnType<ExifBlock['entries']>

function readPlace(block: ExifBlock, gps: Entries): PhotoOrigin['taken_place'] {
  const readAngle = (ref: number, value: number, negative: string, most: number) => {
    const sign = gps.get(ref)
    const angle = gps.get(value)
    if (!sign || !angle) return null
    const degrees = block.degrees(angle) * (block.text(sign).toUpperCase() === negative ? -1 : 1)
    return Number.isFinite(degrees) && Math.abs(degrees) <= most ? Math.round(degrees * 1e7) / 1e7 : null
  }
  const lat = readAngle(LATITUDE_REF, LATITUDE, 'S', 90)
  const lng = readAngle(LONGITUDE_REF, LONGITUDE, 'W', 180)
  return lat === null || lng === null ? null : { lat, lng }
}

/** Returns null for a damaged part of the block. */
function tryRead<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Time and place of a photo; null where the block lacks or damages them. */
export function readPhotoOrigin(bytes: Uint8Array | undefined): PhotoOrigin {
  if (!bytes) return UNKNOWN_ORIGIN
  const found = tryRead(() => {
    const block = new ExifBlock(bytes)
    return { block, main: block.entries(block.long(4)) }
  })
  if (!found) return UNKNOWN_ORIGIN
  const { block, main } = found
  const directory = (tag: number) => {
    const entry = main.get(tag)
    return entry && tryRead(() => block.entries(block.long(entry.at)))
  }
  const taken_at = tryRead(() => {
    const photo = directory(EXIF_DIRECTORY)
    const [time, offset] = [
      photo?.get(DATE_TIME_ORIGINAL) ?? main.get(DATE_TIME),
      photo?.get(OFFSET_TIME_ORIGINAL),
    ]
    return parseTime(time && block.text(time), offset && block.text(offset))
  })
  const gps = directory(GPS_DIRECTORY)
  return { taken_at, taken_place: (gps && tryRead(() => readPlace(block, gps))) || null }
}
