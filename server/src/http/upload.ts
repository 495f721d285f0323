import { createHash, randomUUID } from 'node:crypto'
import fsp, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { removeBidiControls } from '@plumbline/contract/file-names'
import type { Upload } from '@plumbline/contract/http'
import { reason } from '@plumbline/contract/reasons'
import type { FastifyRequest } from 'fastify'
import { openFileUpload } from '../blobs/file-uploads.ts'
import type { PublicCtx, Route, UserCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from './refusal.ts'

/** Files per user within ten minutes: pictures are expensive to decode, while field photos arrive in batches. */
const MAX_FILES = { upload: 60, streamed: 300 }
const WINDOW_S = 600
/** age after which a temporary file is abandoned */
const ABANDONED_MS = 3600 * 1000

/** An uploaded temporary file, which exists until the call ends. */
export interface LocalFile {
  path: string
  size: number
  /** hex */
  sha256: string
  /** file name given by the client */
  name: string | null
}

/** Called once the file has arrived, before its content is worked on; `sha256` in hex. May refuse the call. */
type OnFile = (sha256: string) => Promise<void>

const refuseFile = (message: string) =>
  new Refusal('bad_request', { reason: { text: message }, fields: { file: { text: message } } })

function refuseLargeFile({ max_bytes }: Upload): Refusal {
  const why = reason('file_too_large', {
    size: Math.floor(max_bytes / 1_000_000),
  })
  return new Refusal('too_large', { reason: why, fields: { file: why } })
}

/** Parses the file name of a Content-Disposition header (RFC 6266); the UTF-8 variant takes precedence. */
function parseFileName(disposition: string | undefined): string {
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  // header values arrive as Latin-1, even if the client wrote UTF-8
  const latin = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  const utf8 = Buffer.from(latin, 'latin1').toString()
  const plain = utf8.includes('\ufffd') ? latin : utf8
  try {
    return encoded ? decodeURIComponent(encoded) : plain
  } catch {
    return plain
  }
}

/** Truncates a name and removes characters that cannot be stored. */
const cleanFileName = (name: string) => cutText(repairLine(removeBidiControls(name)), 255) || null

interface SentFile {
  file: AsyncIterable<Buffer>
  name: string | null
}

/** Reads a file sent as the request body. */
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

/** True for an error of our disk or database, false for one of the form or the client's connection. */
function isServerError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return getSqlState(error) !== null || (syscall !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE')
}

/** Processes the only file of a request, from the multipart field `file` or from the body, with `take`. */
async function readOnlyFile<T>(
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx | null,
  kind: keyof typeof MAX_FILES,
  take: (sent: SentFile) => Promise<T>,
): Promise<T> {
  const sender = ctx && ('actor' in ctx ? ctx.actor.user_id : ctx.http.network)
  if (ctx) await ctx.limit(`${kind}:${sender}`, MAX_FILES[kind], WINDOW_S)
  if (upload.in_body && !request.isMultipart()) return take(readBodyFile(request, upload))
  if (!request.isMultipart()) throw refuseFile('Send one file as multipart/form-data, in the field "file"')
  let found: { file: T } | null = null
  try {
    // two files are allowed, so that a second file is distinguished from an oversized one
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

/** Reads the file into memory. */
async function readFileIntoMemory(
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx | null,
  onFile: OnFile,
): Promise<Uint8Array> {
  const bytes = await readOnlyFile(request, upload, ctx, 'upload', async ({ file }) => buffer(file))
  await onFile(createHash('sha256').update(bytes).digest('hex'))
  return bytes
}

/** Streams the file to disk and hashes it; busboy truncates an oversized file and then reports it. */
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

export const getIncomingFolder = (dataDir: string) => path.join(dataDir, 'incoming')

/** The id of a file that was sent in pieces, if the call takes it in place of a body. */
export function findUploadId({ in_pieces }: Upload, input: object): string | undefined {
  return in_pieces ? (input as { query?: { upload_id?: string } }).query?.upload_id : undefined
}

/** Streams the file to a temporary path, which `use` may read or move. */
async function withLocalFile<T>(
  request: FastifyRequest,
  upload: Upload,
  ctx: PublicCtx | UserCtx,
  uploadId: string | undefined,
  use: (file: LocalFile) => Promise<T>,
): Promise<T> {
  const folder = getIncomingFolder(ctx.config.dataDir)
  await fsp.mkdir(folder, { recursive: true })
  const at = path.join(folder, randomUUID())
  // created before reading: a stream that opens the file after an aborted form would leave it behind
  const into = await fsp.open(at, 'wx')
  try {
    const file = uploadId
      ? await storeLocalFile({ file: await openFileUpload(ctx, uploadId), name: null }, at, into)
      : await readOnlyFile(request, upload, ctx, 'streamed', (part) => storeLocalFile(part, at, into))
    await into.close()
    return await use(file)
  } finally {
    await into.close()
    await fsp.rm(at, { force: true })
  }
}

/** Removes temporary files that killed processes left behind. */
export async function sweepIncoming(dataDir: string, now: Date): Promise<void> {
  const folder = getIncomingFolder(dataDir)
  for (const name of await fsp.readdir(folder).catch(() => [])) {
    const found = await fsp.stat(path.join(folder, name)).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > ABANDONED_MS)
      await fsp.rm(path.join(folder, name), { force: true })
  }
}

/** Reads the call's file and runs the handler's preparation outside of the transaction; `early`: the context after the access check. */
export async function prepareWork(
  { endpoint: { upload }, handler }: Route,
  request: FastifyRequest,
  early: PublicCtx | null,
  parsed: object,
  /** input of a handler without preparation */
  unprepared: unknown,
  onFile: OnFile,
): Promise<{ input: object; prepared: unknown }> {
  const { prepareFile } = handler
  if (upload && prepareFile) {
    const prepared = await withLocalFile(
      request,
      upload,
      early as PublicCtx,
      findUploadId(upload, parsed),
      async (file) => {
        await onFile(file.sha256)
        return prepareFile(early as never, parsed as never, file)
      },
    )
    return { input: parsed, prepared }
  }
  const input = upload
    ? { ...parsed, file: await readFileIntoMemory(request, upload, early, onFile) }
    : parsed
  return { input, prepared: unprepared ?? (await handler.prepare?.(early as never, input as never)) }
}
