import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../test/app.ts'
import { startS3 } from '../../test/s3.ts'
import { BlobMissingError, type BlobStore, BlobStoreUnavailableError } from './blob-store.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'blobs-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await fsp.rm(folder, { recursive: true, force: true })
})

const stores: [name: string, open: () => BlobStore][] = [
  ['a folder', () => createDiskStore(path.join(folder, 'store'))],
  ['S3', () => createS3Store(s3.url)],
]

describe.each(stores)('%s', (_, open) => {
  test('reads a stored blob in full and by range', async () => {
    const blobs = open()
    await blobs.put('a/one', Buffer.from('building'))
    expect(await blobs.size('a/one')).toBe(8)
    expect(await text(await blobs.read('a/one'))).toBe('building')
    expect(await text(await blobs.read('a/one', { start: 2, end: 4 }))).toBe('ild')
    await blobs.put('a/one', Buffer.from('replaced'))
    expect(await text(await blobs.read('a/one'))).toBe('replaced')
  })

  test('stores some blobs together', async () => {
    const blobs = open()
    const items = ['p/1/a', 'p/2/b', 'p/c'].map((key) => ({ key, body: Buffer.from(key) }))
    await blobs.putAll(items)
    for (const { key } of items) expect(await text(await blobs.read(key))).toBe(key)
    await blobs.putAll([])
  })

  test('moves a local file in and provides it as a local file', async () => {
    const blobs = open()
    const file = path.join(folder, `upload-${Math.random()}`)
    await fsp.writeFile(file, 'ISO-10303-21;')
    await blobs.putFile('variants/1/file', file)
    expect(fs.existsSync(file)).toBe(false)
    const local = await blobs.openLocalFile('variants/1/file')
    expect(await fsp.readFile(local.file, 'utf8')).toBe('ISO-10303-21;')
    await local.release()
    expect(await blobs.size('variants/1/file')).toBe(13)
  })

  test('reports a missing blob as null size or BlobMissingError', async () => {
    const blobs = open()
    expect(await blobs.size('no/such')).toBe(null)
    await expect(blobs.read('no/such')).rejects.toBeInstanceOf(BlobMissingError)
    await expect(blobs.openLocalFile('no/such')).rejects.toBeInstanceOf(BlobMissingError)
  })

  test('removes a key and everything below it but no siblings', async () => {
    const blobs = open()
    for (const key of ['m/1/a', 'm/1/b', 'm/1/c', 'm/1/d/e', 'm/10/a']) await blobs.put(key, Buffer.from('x'))
    await blobs.remove('m/1')
    expect(await blobs.size('m/1/a')).toBe(null)
    expect(await blobs.size('m/1/d/e')).toBe(null)
    expect(await blobs.size('m/10/a')).toBe(1)
    await blobs.remove('m/never-was')
  })

  test('is ready once a blob was stored', async () => {
    await open().put('ready', Buffer.from('x'))
    expect(await open().isReady()).toBe(true)
  })
})

test('A key outside of the folder is refused', async () => {
  const blobs = createDiskStore(path.join(folder, 'store'))
  await expect(blobs.put('../outside', Buffer.from('x'))).rejects.toThrow('leaves the store')
})

test('A failed write of several blobs ends after all others and leaves no temporary file', async () => {
  const place = path.join(folder, 'several')
  const blobs = createDiskStore(place)
  await blobs.put('a/folder/inside', Buffer.from('x'))
  const items = [
    { key: 'a/folder', body: Buffer.from('x') },
    ...['a/1', 'a/2'].map((key) => ({ key, body: Buffer.alloc(10_000_000) })),
  ]
  await expect(blobs.putAll(items)).rejects.toThrow()
  expect((await fsp.readdir(path.join(place, 'a'))).sort()).toEqual(['1', '2', 'folder'])
  await expect(blobs.putAll([{ key: '../outside', body: Buffer.from('x') }])).rejects.toThrow(
    'leaves the store',
  )
})

test('S3 keys start with the prefix of BLOB_URL, and wrong credentials are not ready', async () => {
  await createS3Store(s3.url).put('k', Buffer.from('x'))
  expect(s3.keys()).toContain('some/prefix/k')
  expect(await createS3Store(s3.url.replace('KEY', 'OTHER')).isReady()).toBe(false)
})

test('A file that is larger than S3 takes at once is stored in parts, and a failed one leaves none', async () => {
  const bucket = await startS3(1000)
  onTestFinished(bucket.close)
  const file = path.join(folder, 'large')
  const content = 'building'.repeat(300)
  await fsp.writeFile(file, content)
  const blobs = createS3Store(bucket.url, folder, 1000)
  await blobs.copyFile('tables/elements', file)
  expect(await text(await blobs.read('tables/elements'))).toBe(content)
  expect(bucket.countOpenUploads()).toBe(0)
  await blobs.putFile('tables/elements', file)
  expect([await blobs.size('tables/elements'), fs.existsSync(file)]).toEqual([content.length, false])
  await fsp.writeFile(file, content)
  await expect(createS3Store(bucket.url, folder, 1500).putFile('tables/other', file)).rejects.toThrow()
  expect([await blobs.size('tables/other'), bucket.countOpenUploads(), fs.existsSync(file)]).toEqual([
    null,
    0,
    true,
  ])
})

test('A local copy of an S3 blob is swept when its server was killed, and stays while it is in use', async () => {
  const dataDir = await fsp.mkdtemp(path.join(folder, 'data-'))
  const app = await startApp({ BLOB_URL: s3.url, DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(32) })
  onTestFinished(() => app.close())
  const { blobs } = app.server
  await blobs.put('variants/9/file', Buffer.from('building'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { file, release } = await blobs.openLocalFile('variants/9/file')
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000)
  await fsp.utimes(file, ago(2), ago(2))
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  await expect.poll(async () => (await fsp.stat(file)).mtime.getTime()).toBeGreaterThan(ago(1).getTime())
  await app.sweepFolders()
  expect(fs.existsSync(file)).toBe(true)
  // the copy of a server that touches it no more
  await fsp.utimes(file, ago(2), ago(2))
  await app.sweepFolders()
  expect(fs.existsSync(file)).toBe(false)
  await release()
})

/** Lets a server of one test listen; returns its address. */
async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('A removal from S3 that fails for one object fails', async () => {
  const refusing = createServer((request, response) => {
    request.resume()
    response.end(
      '<?xml version="1.0"?><DeleteResult><Error><Key>k</Key><Code>InternalError</Code></Error></DeleteResult>',
    )
  })
  const blobs = createS3Store(`s3+http://KEY:SECRET@${await listen(refusing)}/bucket`)
  await expect(blobs.remove('k')).rejects.toThrow('k is not deleted: InternalError')
})

test('A download from S3 that is cut off leaves no local file', async () => {
  const cutting = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 })
    response.write(Buffer.alloc(200_000), () => response.destroy())
  })
  const temporary = await fsp.mkdtemp(path.join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const blobs = createS3Store(`s3+http://KEY:SECRET@${await listen(cutting)}/bucket`)
  const error = await blobs.openLocalFile('variants/1/file').catch((reason: unknown) => reason)
  expect(await fsp.readdir(temporary)).toEqual([])
  expect(error).toBeInstanceOf(BlobStoreUnavailableError)
})
