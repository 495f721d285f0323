import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type * as api from '@plumbline/contract/users/export-me'
import { ZipFile } from 'yazl'
import { BlobMissing } from '../blobs/blobs.ts'
import { openPicture } from '../blobs/pictures.ts'
import type { BytesReply, Handler, UserCtx } from '../context.ts'
import { Slices } from '../loop/slices.ts'
import type { ExportPart } from './export.ts'
import { readMe } from './me.ts'

const MOST = 10

const HOUR_S = 3600

async function* asJson(part: ExportPart, ctx: UserCtx) {
  let separator = '[\n'
  const slices = new Slices()
  for await (const row of await part.rows(ctx)) {
    if (slices.isOver) await slices.rest()
    yield separator + JSON.stringify(row, null, 2)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function packAll(ctx: UserCtx, parts: ExportPart[]): Promise<BytesReply> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  for (const part of parts) {
    const rows = Readable.from(asJson(part, ctx))
    // the library does not listen: an error of a stream that nobody hears ends the process
    rows.on('error', (error) => out.destroy(error))
    zip.addReadStreamLazy(`${part.name}.json`, (give) => give(null, rows))
  }
  const { picture_id } = await readMe(ctx.tx, ctx.actor.user_id)
  if (picture_id) {
    const picture = await openPicture(ctx, picture_id).then(buffer, (error: unknown) => {
      if (error instanceof BlobMissing) return null
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

export const exportMe = (parts: ExportPart[]): Handler<typeof api.exportMe, void> => ({
  prepare: (ctx) => ctx.limit(`export:${ctx.actor.user_id}`, MOST, HOUR_S),
  handle: (ctx) => packAll(ctx, parts),
})
