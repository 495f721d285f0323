import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { BlobMissing, type Blobs } from './blobs.ts'

/**
 * `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…]`, or `s3+http://…` without TLS. Without KEY the
 * surroundings' credentials are used, and without a host part before the bucket AWS itself.
 */
export function parseBlobUrl(text: string) {
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

/** Client settings that other stores than AWS need: path-style addresses, checksums only when required. */
export function s3Settings(text: string) {
  const { endpoint, region, credentials, bucket, prefix } = parseBlobUrl(text)
  const client = {
    endpoint,
    region,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    ...(credentials ? { credentials } : {}),
  }
  return { client, bucket, prefix }
}

export function s3Blobs(text: string): Blobs {
  const { client: settings, bucket: Bucket, prefix } = s3Settings(text)
  const s3 = new S3Client(settings)
  const Key = (key: string) => prefix + key
  const read = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: Key(key), Range }))
      return Body as Readable
    } catch (error) {
      throw isMissing(error) ? new BlobMissing(key) : error
    }
  }
  const removePage = async (below: string, token?: string): Promise<string | undefined> => {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: below, ContinuationToken: token }))
    const Objects = (page.Contents ?? []).map((item) => ({ Key: item.Key }))
    if (Objects.length > 0)
      await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    return page.NextContinuationToken
  }
  const copyFile = async (key: string, file: string) => {
    const { size } = await fsp.stat(file)
    const Body = fs.createReadStream(file)
    await s3.send(new PutObjectCommand({ Bucket, Key: Key(key), Body, ContentLength: size }))
  }
  return {
    put: async (key, body) =>
      void (await s3.send(new PutObjectCommand({ Bucket, Key: Key(key), Body: body }))),
    copyFile,
    putFile: async (key, file) => {
      await copyFile(key, file)
      await fsp.rm(file, { force: true })
    },
    read,
    size: async (key) => {
      try {
        return (await s3.send(new HeadObjectCommand({ Bucket, Key: Key(key) }))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => {
      await s3.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: Key(key) }], Quiet: true } }),
      )
      let token = await removePage(`${Key(key)}/`)
      while (token) token = await removePage(`${Key(key)}/`, token)
    },
    local: async (key) => {
      const file = path.join(os.tmpdir(), `plumbline-${randomBytes(8).toString('hex')}`)
      await pipeline(await read(key), fs.createWriteStream(file))
      return { file, release: () => fsp.rm(file, { force: true }) }
    },
    ready: () =>
      s3.send(new HeadBucketCommand({ Bucket })).then(
        () => true,
        () => false,
      ),
  }
}
