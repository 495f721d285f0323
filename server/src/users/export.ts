import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { exportMe } from '@plumbline/contract/users/profile'
import { Me } from '@plumbline/contract/users/users'
import { ZipFile } from 'yazl'
import * as z from 'zod/mini'
import { BlobMissing } from '../blobs/blobs.ts'
import { openPicture } from '../blobs/pictures.ts'
import { type BytesReply, bind, type Route, type UserCtx } from '../context.ts'
import { Slices } from '../loop/slices.ts'
import { readMe } from './me.ts'

/**
 * Everything stored about a person, as a ZIP of JSON files. Each domain says what it holds: what the caller may still
 * see, or wrote. Rows come page by page, so that the export of a busy person needs no more memory than another.
 */
export interface ExportPart {
  /** of the file in the ZIP, without its ending */
  name: string
  rows: (ctx: UserCtx) => AsyncIterable<object> | Promise<object[]>
}

const MOST = 10
const HOUR_S = 3600
const PAGE = 500

/** All rows of a query in the order of their ids; `page` gets the last id so far and how many to read. */
export async function* everyRow<T extends { id: string }>(
  page: (after: string, limit: number) => Promise<T[]>,
): AsyncIterable<T> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await page(after, PAGE)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

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

export const exportRoute = (parts: ExportPart[]): Route =>
  bind(exportMe, {
    prepare: (ctx) => ctx.limit(`export:${ctx.actor.user_id}`, MOST, HOUR_S),
    handle: (ctx) => packAll(ctx, parts),
  })

export const profilePart: ExportPart = {
  name: 'profile',
  // by the contract's shape, which leaves out what nobody is to see
  rows: async (ctx) => [z.parse(Me, await readMe(ctx.tx, ctx.actor.user_id))],
}
