import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { isTransientError } from '../db/transient-errors.ts'
import {
  BlobMissingError,
  type BlobStore,
  BlobStoreUnavailableError,
  type StoredBlob,
  settleAll,
} from './blob-store.ts'

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…]`, or `s3+http://…` without TLS. Without KEY the
 * credentials of the environment are used.
 */
function parseBlobUrl(text: string) {
  const url = new URL(text)
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean)
  if (!bucket) throw new Error('BLOB_URL names no bucket: s3://KEY:SECRET@host/bucket')
  const key = decodeURIComponent(url.username)
  return {
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    endpoint: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: key ? { accessKeyId: key, secretAccessKey: decodeURIComponent(url.password) } : null,
  }
}

const isMissing = (error: unknown) => error instanceof NoSuchKey || error instanceof NotFound

const CONNECT_TIMEOUT_MS = 3000
/** Time without a byte in either direction; a store may pause after receiving a large file. */
const IDLE_TIMEOUT_MS = 10_000
/** Time until a response starts, for requests without a large body. */
const RESPONSE_TIMEOUT_MS = 8000
const READY_TIMEOUT_MS = 1500
const TOUCH_MS = 10 * 60_000
/** Larger files are sent in parts of this size: a store takes at most 5 GiB at once, and 10,000 parts. */
const PART_BYTES = 1024 ** 3

/** Converts network errors, timeouts and 5xx responses of the store to BlobStoreUnavailableError. */
function convertUnavailable(error: unknown): unknown {
  const { name = '' } = error instanceof Error ? error : {}
  const isTheirs = error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) >= 500
  return isTheirs || isTransientError(error) || /^(TimeoutError|AbortError|SlowDown)$/.test(name)
    ? new BlobStoreUnavailableError(error)
    : error
}

/** Client settings that stores other than AWS need: path-style URLs, checksums only if required. */
function buildS3Settings(text: string) {
  const { endpoint, region, credentials, bucket, prefix } = parseBlobUrl(text)
  const client = {
    endpoint,
    region,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    ...(credentials ? { credentials } : {}),
  }
  return { client, bucket, prefix }
}

/** All objects below a prefix, page by page. */
async function* listObjects(
  prefix: string,
  readPage: (token?: string) => Promise<ListObjectsV2CommandOutput>,
): AsyncGenerator<StoredBlob> {
  let token: string | undefined
  do {
    const page = await readPage(token)
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
      yield { key: Key.slice(prefix.length), size: Size, modified_at: LastModified }
    token = page.NextContinuationToken
  } while (token)
}

/** A local copy, which is touched while it is in use: old ones in the folder belong to killed processes. */
async function writeTemporaryFile(bytes: Readable, folder: string) {
  await fsp.mkdir(folder, { recursive: true })
  const file = path.join(folder, `plumbline-${randomBytes(8).toString('hex')}`)
  const touch = () => void fsp.utimes(file, new Date(), new Date()).catch(() => {})
  const timer = setInterval(touch, TOUCH_MS)
  timer.unref()
  const release = () => {
    clearInterval(timer)
    return fsp.rm(file, { force: true })
  }
  await pipeline(bytes, fs.createWriteStream(file)).catch(async (error: unknown) => {
    await release()
    throw convertUnavailable(error)
  })
  return { file, release }
}

type Upload = { Bucket: string; Key: string; UploadId: string | undefined }

/** Uploads a local file in parts, which become the object together; after an error none of them stays. */
async function putInParts(
  s3: S3Client,
  target: { Bucket: string; Key: string },
  { file, size, partBytes }: { file: string; size: number; partBytes: number },
): Promise<void> {
  let upload: Upload = { ...target, UploadId: undefined }
  try {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target))
    upload = { ...target, UploadId }
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size)
      const [PartNumber, Body] = [Parts.length + 1, fs.createReadStream(file, { start, end: end - 1 })]
      const part = new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: end - start })
      Parts.push({ PartNumber, ETag: (await s3.send(part)).ETag })
    }
    await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    // parts that stay are paid for and not listed
    if (upload.UploadId) await s3.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw convertUnavailable(error)
  }
}

/** `folder`: for local copies of blobs; `partBytes`: of larger files */
export function createS3Store(text: string, folder = os.tmpdir(), partBytes = PART_BYTES): BlobStore {
  const { client: settings, bucket: Bucket, prefix } = buildS3Settings(text)
  const s3 = new S3Client(settings)
  const Key = (key: string) => prefix + key
  /** Limits the time until the response starts; streaming has its own idle timeout. */
  const request = async <T>(
    send: (limit: { abortSignal: AbortSignal }) => Promise<T>,
    ms = RESPONSE_TIMEOUT_MS,
  ) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), ms)
    try {
      return await send({ abortSignal: abort.signal })
    } catch (error) {
      throw convertUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
  const headBucket = (ms: number) => request((limit) => s3.send(new HeadBucketCommand({ Bucket }), limit), ms)
  const put = async (key: string, Body: Uint8Array | Readable, ContentLength?: number): Promise<void> => {
    const command = new PutObjectCommand({ Bucket, Key: Key(key), Body, ContentLength })
    await s3.send(command).catch((error: unknown) => {
      throw convertUnavailable(error)
    })
  }
  const read = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined
      const command = new GetObjectCommand({ Bucket, Key: Key(key), Range })
      const { Body } = await request((limit) => s3.send(command, limit))
      return Body as Readable
    } catch (error) {
      throw isMissing(error) ? new BlobMissingError(key) : error
    }
  }
  const removeObjects = async (Objects: { Key: string | undefined }[]) => {
    if (Objects.length === 0) return
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
    const { Errors = [] } = await request((limit) => s3.send(command, limit))
    // the reply to the call as a whole is 200
    const [first] = Errors
    if (first) throw new BlobStoreUnavailableError(new Error(`${first.Key} is not deleted: ${first.Code}`))
  }
  const removePage = async (below: string, token?: string): Promise<string | undefined> => {
    const command = new ListObjectsV2Command({ Bucket, Prefix: below, ContinuationToken: token })
    const page = await request((limit) => s3.send(command, limit))
    await removeObjects((page.Contents ?? []).map((item) => ({ Key: item.Key })))
    return page.NextContinuationToken
  }
  const copyFile = async (key: string, file: string) => {
    const { size } = await fsp.stat(file)
    if (size <= partBytes) return put(key, fs.createReadStream(file), size)
    await putInParts(s3, { Bucket, Key: Key(key) }, { file, size, partBytes })
  }
  return {
    list: () =>
      listObjects(prefix, (token) =>
        request((limit) =>
          s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }), limit),
        ),
      ),
    put: (key, body) => put(key, body),
    putAll: (items) => settleAll(items.map(({ key, body }) => put(key, body))),
    copyFile,
    putFile: async (key, file) => {
      await copyFile(key, file)
      await fsp.rm(file, { force: true })
    },
    read,
    size: async (key) => {
      try {
        const command = new HeadObjectCommand({ Bucket, Key: Key(key) })
        return (await request((limit) => s3.send(command, limit))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => {
      await removeObjects([{ Key: Key(key) }])
      let token = await removePage(`${Key(key)}/`)
      while (token) token = await removePage(`${Key(key)}/`, token)
    },
    openLocalFile: async (key) => writeTemporaryFile(await read(key), folder),
    isReady: async () => (await headBucket(READY_TIMEOUT_MS).catch(() => null)) !== null,
    checkReady: async () => void (await headBucket(RESPONSE_TIMEOUT_MS)),
  }
}
