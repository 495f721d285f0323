import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Markup } from '@plumbline/contract/issues/attachments'
import sharp from 'sharp'
import { ensureRendition } from '../../issues/attachments/renditions.ts'
import type { ExportContext } from './archive-entries.ts'
import { originalKey } from './store-pictures.ts'

/** The columns of a viewpoint by which its snapshot is read. */
export interface SnapshotRow {
  id: string
  snapshot_key: string | null
  markup: Markup | null
  version: number
}

interface ExportedSnapshot {
  extension: 'png' | 'jpg'
  read: () => Promise<Readable | Buffer>
}

/** Distinguishes JPEG from PNG by the first byte (0xff). */
async function detectPictureExtension(read: () => Promise<Readable>): Promise<'png' | 'jpg'> {
  const stream = await read()
  try {
    for await (const part of stream as AsyncIterable<Buffer>) return part[0] === 0xff ? 'jpg' : 'png'
  } finally {
    stream.destroy()
  }
  return 'png'
}

/** The snapshot as files have it: the original one or, with markup, the rendition with drawings and blurred areas. */
export async function findExportedSnapshot(
  { blobs, member }: Pick<ExportContext, 'blobs'> & { member: { project_id: string } },
  { id, snapshot_key: key, markup, version }: SnapshotRow,
): Promise<ExportedSnapshot | undefined> {
  if (!key || (await blobs.size(key)) === null) return undefined
  if (markup) {
    const folder = `snapshots/${member.project_id}/${id}`
    const drawn = { picture: key, thumbnail: null, folder, markup, version }
    const read = async () => {
      const marked = await ensureRendition(blobs, drawn, 'marked', false)
      return sharp(await buffer(await blobs.read(marked)))
        .png()
        .toBuffer()
    }
    return { extension: 'png', read }
  }
  const original = originalKey(member.project_id, id)
  const isKept = (await blobs.size(original)) !== null
  const read = () => blobs.read(isKept ? original : key)
  return { extension: isKept ? await detectPictureExtension(read) : 'png', read }
}
