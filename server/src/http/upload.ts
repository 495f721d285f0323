import { createHash, randomUUID } from 'node:crypto'
import fsp, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { cutText, repairLine } from '@plumbline/contract/characters'
import type { Upload } from '@plumbline/contract/http'
import { asUntranslated, fillSentence } from '@plumbline/contract/sentences'
import type { FastifyRequest } from 'fastify'
import type { PublicCtx, UserCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from './refusal.ts'

/** Files that one person may send in ten minutes: each is decoded, which costs. Photos of a whole day come at once. */
const MAX_FILES = { upload: 60, streamed: 300 }
const WINDOW_S = 600
/** after which nobody is still at work on a file */
const ABANDONED_MS = 3600 * 1000

/** A file that was sent, as long as the call is at work on it. */
export interface LocalFile {
  path: string
  size: number
  /** hex */
  sha256: string
  /** as the sender calls it */
  name: string | null
}

const refuseFile = (message: string) =>
  new Refusal('bad_request', { message: asUntranslated(message), fields: { file: asUntranslated(message) } })

function refuseLargeFile({ max_bytes }: Upload): Refusal {
  const message = fillSentence('This file is larger than {size} MB', {
    size: Math.floor(max_bytes / 1_000_000),
  })
  return new Refusal('too_large', { message, fields: { file: message } })
}

/** The name in a Content-Disposition header (RFC 6266), the one in UTF-8 before the plain one. */
function parseFileName(disposition: string | undefined): string {
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  // header values arrive as Latin-1, also where somebody wrote UTF-8
  const latin = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  const utf8 = Buffer.from(latin, 'latin1').toString()
  const plain = utf8.includes('\ufffd') ? latin : utf8
  try {
    return encoded ? decodeURIComponent(encoded) : plain
  } catch {
    return plain
  }
}

/** A name of a bounded length that has nothing in it which cannot be stored. */
const cleanFileName = (name: string) => cutText(repairLine(name), 255) || null

interface SentFile {
  file: AsyncIterable<Buffer>
  name: string | null
}

/** The file that is the body itself. */
function readBodyFile(request: FastifyRequest, upload: Upload): SentFile {
  const { body, headers } = request
  if (!(body instanceof Readable)) throw refuseFile('Send the bytes of one file as the body')
  const counted = async function* () {
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > upload.max_bytes) throw refuseLargeFile(upload)
      yield chunk
    }
  }
  return { file: counted(), name: cleanFileName(parseFileName(headers['content-disposition'])) }
}

/** An error of our disk or database, not of the form or of the connection that it came by. */
function isServerError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return getSqlState(error) !== null || (syscall !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE')
}

/** The one file of a `multipart/form-data` request, from the field `file`, as `take` makes it of the part. */
async function readOnlyFile<T>(
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx | null,
  kind: keyof typeof MAX_FILES,
  take: (sent: SentFile) => Promise<T>,
): Promise<T> {
  const sender = ctx && ('actor' in ctx ? ctx.actor.user_id : ctx.http.ip)
  if (ctx) await ctx.limit(`${kind}:${sender}`, MAX_FILES[kind], WINDOW_S)
  if (upload.in_body && !request.isMultipart()) return take(readBodyFile(request, upload))
  if (!request.isMultipart()) throw refuseFile('Send one file as multipart/form-data, in the field "file"')
  let found: { file: T } | null = null
  try {
    // one more than is taken, so that several files are told from one that is too large
    for await (const part of request.parts({
      limits: { files: 2, fileSize: upload.max_bytes, fields: 20, fieldSize: 1000 },
    })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'file' || found) throw refuseFile('Send exactly one file, in the field "file"')
      found = { file: await take({ file: part.file, name: cleanFileName(part.filename ?? '') }) }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw refuseLargeFile(upload)
    throw isServerError(error) ? error : refuseFile('The form with the file is not complete')
  }
  if (!found) throw refuseFile('Send exactly one file, in the field "file"')
  return found.file
}

/** The file, whole. */
export const readFileIntoMemory = (
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx | null,
): Promise<Uint8Array> => readOnlyFile(request, upload, ctx, 'upload', async ({ file }) => buffer(file))

/** A file that is too large is cut, and ends the reading of the form after it. */
async function storeLocalFile({ file, name }: SentFile, at: string, into: FileHandle): Promise<LocalFile> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(file, counted, into.createWriteStream())
  return { path: at, size, sha256: hash.digest('hex'), name }
}

const getIncomingFolder = (dataDir: string) => path.join(dataDir, 'incoming')

/** Streams the file to a place of its own, where `use` may work on it or move it away. */
export async function withLocalFile<T>(
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx,
  use: (file: LocalFile) => Promise<T>,
): Promise<T> {
  const folder = getIncomingFolder(ctx.config.dataDir)
  await fsp.mkdir(folder, { recursive: true })
  const at = path.join(folder, randomUUID())
  // Made before anything is read: what makes it later, when the form has broken off, would leave it behind.
  const into = await fsp.open(at, 'wx')
  try {
    const file = await readOnlyFile(request, upload, ctx, 'streamed', (part) =>
      storeLocalFile(part, at, into),
    )
    await into.close()
    return await use(file)
  } finally {
    await into.close()
    await fsp.rm(at, { force: true })
  }
}

/** Removes what a process left that ended while it was at work. */
export async function sweepIncoming(dataDir: string, now: Date): Promise<void> {
  const folder = getIncomingFolder(dataDir)
  for (const name of await fsp.readdir(folder).catch(() => [])) {
    const found = await fsp.stat(path.join(folder, name)).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > ABANDONED_MS)
      await fsp.rm(path.join(folder, name), { force: true })
  }
}
