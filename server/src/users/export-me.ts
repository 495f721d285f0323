import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type * as api from '@plumbline/contract/users/export-me'
import { ZipFile } from 'yazl'
import { BlobMissingError } from '../blobs/blob-store.ts'
import { readStoredPicture } from '../blobs/pictures.ts'
import type { BytesReply, Handler, UserCtx } from '../context.ts'
import { TimeSlices } from '../loop/time-slices.ts'
import type { ExportPart } from './export-parts.ts'
import { getProfile } from './get-profile.ts'

const MAX_EXPORTS_PER_HOUR = 10

const HOUR_S = 3600

async function* formatRows(part: ExportPart, ctx: UserCtx) {
  let separator = '[\n'
  const slices = new TimeSlices()
  for await (const row of await part.rows(ctx)) {
    if (slices.isOver) await slices.yieldToLoop()
    yield separator + JSON.stringify(row, null, 2)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function packExport(ctx: UserCtx, parts: ExportPart[]): Promise<BytesReply> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  for (const part of parts) {
    const rows = Readable.from(formatRows(part, ctx))
    // the library adds no error listener, and an unhandled error event ends the process
    rows.on('error', (error) => out.destroy(error))
    zip.addReadStreamLazy(`${part.name}.json`, (give) => give(null, rows))
  }
  const { picture_id } = await getProfile(ctx.tx, ctx.actor.user_id)
  if (picture_id) {
    const picture = await readStoredPicture(ctx, picture_id).then(buffer, (error: unknown) => {
      if (error instanceof BlobMissingError) return null
      throw error
    })
    if (picture) zip.addBuffer(picture, 'picture.webp')
  }
  zip.end()
  const name = `plumbline-${ctx.now().toISOString().slice(0, 10)}.zip`
  return {
    body: out,
    type: 'application/zip',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}

export const exportMe = (
  parts: ExportPart[],
  record: (ctx: UserCtx) => Promise<void>,
): Handler<typeof api.exportMe, void> => ({
  prepare: (ctx) => ctx.limit(`export:${ctx.actor.user_id}`, MAX_EXPORTS_PER_HOUR, HOUR_S),
  handle: async (ctx) => {
    await record(ctx)
    return packExport(ctx, parts)
  },
})
