import { createHash } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { createS3Store } from '../src/blobs/s3-store.ts'
import type { Client } from '../test/client.ts'
import { makeOwner } from '../test/make.ts'
import type { ServerProcess } from '../test/server-process.ts'
import { createUpload, sendBytes, type UploadTarget, waitUntilProcessed } from '../test/upload.ts'
import type { Cluster } from './cluster.ts'
import { createBuilding } from './flow.ts'
import { connectApp } from './remote-app.ts'

/** Uploads cut off at one web server that continue at another. */

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Starts sending a whole file to one server, and leaves the request open before its end. */
function beginAt(
  server: ServerProcess,
  client: Client,
  { location }: UploadTarget,
  bytes: Buffer,
  end: number,
) {
  const request = openRequest(server.origin + location, {
    method: 'PATCH',
    agent: false,
    headers: {
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN'),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  })
  // the connection is cut
  request.on('error', () => {})
  request.write(bytes.subarray(0, end))
  return request
}

const at = (target: UploadTarget, { origin }: { origin: string }) => ({ ...target, origin })
const readOffset = async (client: Client, target: UploadTarget) =>
  Number((await sendBytes(client, target, null, 0)).headers.get('upload-offset'))

/** Announces a model of about 12 MB with its checksum. */
async function announce(cluster: Cluster) {
  const owner = await makeOwner(connectApp(cluster, cluster.origin))
  // comments bring the file to the wanted size
  const model = createBuilding().toString()
  const comment = `/*${'x'.repeat(12_000_000)}*/\n`
  const bytes = Buffer.from(model.replace('DATA;', `DATA;\n${comment}`))
  const options = { sha256: hash(bytes) }
  const target = await createUpload(owner.client, owner.project.id, 'large.ifc', bytes.length, options)
  return { ...owner, bytes, target }
}
type Announced = Awaited<ReturnType<typeof announce>>

async function checkStored(cluster: Cluster, { client, project, target, bytes }: Announced) {
  expect((await waitUntilProcessed(client, project.id, target)).state).toBe('COMPLETED')
  const stored = await createS3Store(cluster.blobUrl).read(`variants/${target.variantId}/file`)
  expect(hash(await buffer(stored))).toBe(hash(bytes))
  const left = await cluster.database.db.selectFrom('uploads').select('id').execute()
  expect(left.map(({ id }) => id)).not.toContain(`variant_${target.variantId}`)
}

/** Stored bytes of an upload, by its row. */
async function countStored({ database }: Cluster, { variantId }: UploadTarget): Promise<number> {
  const row = await database.db
    .selectFrom('uploads')
    .select('received')
    .where('id', '=', `variant_${variantId}`)
    .executeTakeFirst()
  return row?.received ?? 0
}

/** The connection to one server is cut. */
export async function checkCutUpload(cluster: Cluster) {
  const upload = await announce(cluster)
  const { client, target, bytes } = upload
  const [first, second] = cluster.webs
  const request = beginAt(first, client, target, bytes, 10_000_000)
  await expect.poll(() => countStored(cluster, target), { timeout: 20_000 }).toBeGreaterThan(8_000_000)
  request.destroy()
  const offset = await readOffset(client, at(target, second))
  expect(offset).toBeGreaterThan(8_000_000)
  expect(offset).toBeLessThan(bytes.length)
  const rest = await sendBytes(client, at(target, second), bytes.subarray(offset), offset)
  expect(rest.status).toBe(204)
  await checkStored(cluster, upload)
}

/** The server that receives an upload is killed. */
export async function checkKilledReceiver(cluster: Cluster) {
  const upload = await announce(cluster)
  const { client, target, bytes } = upload
  const [first] = cluster.webs
  beginAt(first, client, target, bytes, 10_000_000)
  await expect.poll(() => countStored(cluster, target), { timeout: 20_000 }).toBeGreaterThan(8_000_000)
  await first.end('SIGKILL')
  const offset = await readOffset(client, at(target, cluster))
  expect(offset).toBe(await countStored(cluster, target))
  expect((await sendBytes(client, at(target, cluster), bytes.subarray(offset), offset)).status).toBe(204)
  await first.start()
  await checkStored(cluster, upload)
}

/** Each request goes to the next server. */
export async function checkUploadInPieces(cluster: Cluster) {
  const upload = await announce(cluster)
  const { client, target, bytes } = upload
  const length = Math.ceil(bytes.length / 7)
  for (let from = 0; from < bytes.length; from += length) {
    const sent = await sendBytes(client, target, bytes.subarray(from, from + length), from)
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([
      204,
      String(Math.min(bytes.length, from + length)),
    ])
  }
  await checkStored(cluster, upload)
}
