import { randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BcfViewpoint } from '@plumbline/bcf/model'
import type { BcfArchive } from '@plumbline/bcf/open'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { buildBitmapKey } from '../../issues/bitmaps.ts'
import { decodePicture, isPictureRefusal } from '../../pictures/decode-picture.ts'
import { readSoundPng } from '../../pictures/sound-png.ts'
import type { StoredPictures } from './staged.ts'

/** Checks pictures of an archive and stores them some at a time. */

const MAX_PICTURE_BYTES = 40_000_000
/** pixels of the longer side shown in browsers; the original of a larger picture is stored beside a scaled one */
const MAX_DISPLAY_SIDE = 2048
/** A batch is stored once it has this many pictures or bytes; the next one is read in the meantime. */
const BATCH_PICTURES = 32
const BATCH_BYTES = 8_000_000
/** one batch of pixels is checked while another is written to disk */
const BATCHES_AT_ONCE = 2
/** pictures inflated at the same time, one per available thread */
const PICTURES_AT_ONCE = 4

export const buildSnapshotFolder = (projectId: string, viewId: string) => `snapshots/${projectId}/${viewId}`
export const originalKey = (projectId: string, viewId: string) =>
  `${buildSnapshotFolder(projectId, viewId)}/original`

/** Reads a picture into memory; null if it is larger than MAX_PICTURE_BYTES. */
async function readPictureBytes(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_PICTURE_BYTES) parts.push(part)
  }
  return size <= MAX_PICTURE_BYTES ? Buffer.concat(parts) : null
}

interface InspectedPicture {
  type: 'png' | 'jpg'
  /** a PNG for browsers, if they cannot be shown the picture itself */
  shown: Uint8Array | null
}

/** Verifies a picture completely; null if it is not a valid PNG or JPEG. */
async function inspectPicture(source: Buffer): Promise<InspectedPicture | null> {
  const sound = await readSoundPng(source)
  if (sound && Math.max(sound.width, sound.height) <= MAX_DISPLAY_SIDE) return { type: 'png', shown: null }
  const formats = ['png', 'jpeg']
  const within = (side: number) => ({ width: side, height: side, fit: 'inside' as const })
  try {
    const { format, width, height } = await decodePicture({ source, formats, outputs: [] })
    const isPlain = format === 'png' && Math.max(width, height) <= MAX_DISPLAY_SIDE
    const size = within(isPlain ? 1 : MAX_DISPLAY_SIDE)
    const { outputs } = await decodePicture({
      source,
      formats,
      outputs: [{ as: 'png', upright: !isPlain, size }],
    })
    return { type: format === 'png' ? 'png' : 'jpg', shown: isPlain ? null : (outputs[0]?.bytes ?? null) }
  } catch (error) {
    if (isPictureRefusal(error)) return null
    throw error
  }
}

interface WaitingPicture {
  bytes: Buffer
  /** names the key of a valid picture, and the form in which it is stored */
  place: (picture: InspectedPicture, bytes: Buffer) => { key: string; body: Uint8Array }[]
}

export type ArchiveReader = Pick<BcfArchive, 'read'>

export class PictureBatches {
  readonly #blobs: BlobStore
  readonly #archive: ArchiveReader
  readonly #projectId: string
  #waiting: WaitingPicture[] = []
  #bytes = 0
  #running: Promise<void>[] = []

  constructor(blobs: BlobStore, archive: ArchiveReader, projectId: string) {
    this.#blobs = blobs
    this.#archive = archive
    this.#projectId = projectId
  }

  /** Reads the pictures of a view; `pictures` tells which of them are stored, after `finish`. */
  async addView({ snapshot, bitmaps }: BcfViewpoint, pictures: StoredPictures): Promise<void> {
    const { id } = pictures
    if (snapshot !== undefined)
      await this.#add(snapshot, ({ shown }, bytes) => {
        const key = `${buildSnapshotFolder(this.#projectId, id)}.png`
        pictures.snapshot_key = key
        if (!shown) return [{ key, body: bytes }]
        return [
          { key, body: shown },
          { key: originalKey(this.#projectId, id), body: bytes },
        ]
      })
    pictures.bitmaps = bitmaps.map(() => null)
    for (const [index, entry] of bitmaps.entries())
      await this.#add(entry, ({ type }, bytes) => {
        const guid = randomUUIDv7()
        pictures.bitmaps[index] = { guid, bitmap_type: type }
        return [{ key: buildBitmapKey(this.#projectId, id, guid), body: bytes }]
      })
  }

  /** Stores all that wait. */
  async finish(): Promise<void> {
    await this.#start()
    await Promise.all(this.#running)
  }

  /** Waits for the batches that are being stored, after an error: nothing is written later. */
  async abandon(): Promise<void> {
    this.#waiting = []
    await Promise.allSettled(this.#running)
  }

  async #add(entry: string, place: WaitingPicture['place']): Promise<void> {
    const bytes = await readPictureBytes(this.#archive.read(entry))
    if (!bytes) return
    this.#waiting.push({ bytes, place })
    this.#bytes += bytes.length
    if (this.#waiting.length >= BATCH_PICTURES || this.#bytes >= BATCH_BYTES) await this.#start()
  }

  /** Starts storing the waiting pictures, once fewer than BATCHES_AT_ONCE batches are being stored. */
  async #start(): Promise<void> {
    if (this.#running.length >= BATCHES_AT_ONCE) await this.#running.shift()
    const batch = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    const storing = this.#store(batch)
    // the error is thrown where the batch is waited for
    storing.catch(() => {})
    this.#running.push(storing)
  }

  async #store(batch: WaitingPicture[]): Promise<void> {
    let checked: { key: string; body: Uint8Array }[] = []
    for (let at = 0; at < batch.length; at += PICTURES_AT_ONCE) {
      const some = batch.slice(at, at + PICTURES_AT_ONCE)
      const inspected = await Promise.all(some.map(({ bytes }) => inspectPicture(bytes)))
      for (const [index, { bytes, place }] of some.entries()) {
        const picture = inspected[index]
        if (picture) checked.push(...place(picture, bytes))
      }
      // display versions of pictures add to the bytes read
      if (checked.reduce((sum, { body }) => sum + body.length, 0) < BATCH_BYTES) continue
      await this.#blobs.putAll(checked)
      checked = []
    }
    if (checked.length > 0) await this.#blobs.putAll(checked)
  }
}
