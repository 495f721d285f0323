import type { Upload } from '@plumbline/contract/http'
import { asIs, fill } from '@plumbline/contract/sentences'
import type { FastifyRequest } from 'fastify'
import type { PublicCtx, UserCtx } from '../context.ts'
import { Refusal } from './refusal.ts'

/** Files that one person may send in ten minutes: each is decoded, which costs. */
const MOST = 60
const WINDOW_S = 600

const wrong = (message: string) =>
  new Refusal('bad_request', { message: asIs(message), fields: { file: asIs(message) } })

/** The one file of a `multipart/form-data` request, whole, from the field `file`. */
export async function takeFile(
  request: FastifyRequest,
  { max_bytes }: Upload,
  ctx: PublicCtx | UserCtx | null,
): Promise<Uint8Array> {
  if (ctx) await ctx.limit(`upload:${'actor' in ctx ? ctx.actor.user_id : ctx.http.ip}`, MOST, WINDOW_S)
  if (!request.isMultipart()) throw wrong('Send one file as multipart/form-data, in the field "file"')
  let found: Uint8Array | null = null
  try {
    // one more than is taken, so that several files are told from one that is too large
    for await (const part of request.parts({
      limits: { files: 2, fileSize: max_bytes, fields: 20, fieldSize: 1000 },
    })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file' || found) throw wrong('Send exactly one file, in the field "file"')
      found = await part.toBuffer()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      const message = fill('This file is larger than {size} MB', { size: Math.floor(max_bytes / 1_000_000) })
      throw new Refusal('too_large', { message, fields: { file: message } })
    }
    throw wrong('The form with the file is not complete')
  }
  if (!found) throw wrong('Send exactly one file, in the field "file"')
  return found
}
