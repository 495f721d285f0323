import fs from 'node:fs'
import path from 'node:path'
import { getMe } from '@plumbline/contract/users/get-me'
import {
  getMyPicture,
  getUserPicture,
  removeMyPicture,
  setMyPicture,
} from '@plumbline/contract/users/profile'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, multipart, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 20 } } })
const blob = (bytes: Uint8Array, type = 'image/png') => new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
const png = async (width = 300, height = 200) => blob(await plain(width, height).png().toBuffer())
const stored = () => {
  const folder = path.join(app.dataDir, 'blobs/pictures')
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}
/** Blobs are removed after the response, so the tests poll. */
const until = (check: () => boolean) => expect.poll(check).toBe(true)

test('A picture is set while a write that refers to its person is going on', async () => {
  const { client, id } = await makeUser(app)
  const file = await png()
  const set = await app.server.db.transaction().execute(async (tx) => {
    // the lock of a foreign key
    await sql`select from users where id = ${id} for key share`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(tx)
    return client.call(setMyPicture, { file })
  })
  expect(set.picture_id).not.toBeNull()
})

async function download(client: Client, url: string) {
  const response = await app.fastify.inject({
    method: 'GET',
    url,
    headers: { cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

test('An uploaded picture becomes an upright WebP square without metadata', async () => {
  const { client } = await makeUser(app)
  // left half red, right half blue, EXIF orientation of 90° clockwise: red ends up on top
  const half = await plain(400, 600).composite([
    {
      input: await sharp({ create: { width: 200, height: 600, channels: 3, background: 'blue' } })
        .png()
        .toBuffer(),
      left: 200,
      top: 0,
    },
  ])
  const jpeg = await half
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('secret place') || (await sharp(jpeg).metadata()).exif).toBeTruthy()
  const me = await client.call(setMyPicture, { file: blob(jpeg, 'image/jpeg') })
  const { headers, bytes } = await download(client, `/api/me/picture?v=${me.picture_id}`)
  expect(headers['content-type']).toBe('image/webp')
  const meta = await sharp(bytes).metadata()
  expect([meta.format, meta.width, meta.height, meta.exif, meta.orientation]).toEqual([
    'webp',
    256,
    256,
    undefined,
    undefined,
  ])
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  expect(at(128, 20)[0]).toBeGreaterThan(150)
  expect(at(128, 235)[2]).toBeGreaterThan(150)
})

test('A picture URL with its id is cached forever, any other URL is revalidated', async () => {
  const { client } = await makeUser(app)
  const me = await client.call(setMyPicture, { file: await png() })
  const lasting = await download(client, `/api/me/picture?v=${me.picture_id}`)
  expect(lasting.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  for (const url of ['/api/me/picture', `/api/me/picture?v=${crypto.randomUUID()}`])
    expect((await download(client, url)).headers['cache-control']).toBe('private, no-cache')
})

test('A replaced or removed picture is deleted from the store', async () => {
  const { client } = await makeUser(app)
  const first = await client.call(setMyPicture, { file: await png() })
  const second = await client.call(setMyPicture, { file: await png(20, 20) })
  expect(second.picture_id).not.toBe(first.picture_id)
  await until(() => !stored().includes(first.picture_id ?? ''))
  expect(stored()).toContain(second.picture_id)
  const none = await client.call(removeMyPicture, {})
  expect(none.picture_id).toBeNull()
  await until(() => !stored().includes(second.picture_id ?? ''))
  expect((await refusal(client.call(getMyPicture, { query: {} }))).status).toBe(404)
})

test('A file that is no JPEG or PNG by content is refused and not stored', async () => {
  const { client } = await makeUser(app)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const whole = Buffer.from(await (await png(600, 600)).arrayBuffer())
  const before = stored()
  const wrong = [
    Buffer.from(svg),
    await plain(9, 9).webp().toBuffer(),
    await plain(9, 9).gif().toBuffer(),
    whole.subarray(0, whole.length - 40),
    Buffer.concat([whole.subarray(0, 8), Buffer.from('not a picture')]),
    Buffer.from(''),
  ]
  for (const bytes of wrong) {
    const { status, body } = await refusal(client.call(setMyPicture, { file: blob(bytes) }))
    expect([status, body.error]).toEqual([415, 'unsupported_type'])
    expect(body.message).toMatch(/Use (a|another) JPG or PNG image/)
  }
  expect(stored()).toEqual(before)
  expect((await client.call(getMe, {})).picture_id).toBeNull()
})

test('A picture over 10 MB or over 100 megapixels is refused', async () => {
  const { client } = await makeUser(app)
  const small = Buffer.from(await (await png()).arrayBuffer())
  const padded = (size: number) => blob(Buffer.concat([small, Buffer.alloc(size - small.length)]))
  await client.call(setMyPicture, { file: padded(10_000_000) })
  const large = await refusal(client.call(setMyPicture, { file: padded(10_000_001) }))
  expect([large.status, large.body.message]).toEqual([413, 'This file is larger than 10 MB'])
  const bomb = blob(await plain(10_001, 10_000).png({ compressionLevel: 9 }).toBuffer())
  expect(bomb.size).toBeLessThan(1_000_000)
  expect((await refusal(client.call(setMyPicture, { file: bomb }))).status).toBe(413)
})

test('A far too large file gets a 413 response instead of a broken connection', async () => {
  const { client } = await makeUser(app)
  const origin = await listenOnPort(app)
  const body = new FormData()
  body.append('file', blob(Buffer.alloc(40_000_000, 1)))
  const response = await fetch(`${origin}/api/me/picture`, {
    method: 'POST',
    body,
    headers: {
      cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    },
  })
  expect([response.status, (await response.json()) as unknown]).toMatchObject([413, { error: 'too_large' }])
})

test('Uploads are limited to sixty files per user in ten minutes', async () => {
  const { client, id } = await makeUser(app)
  await client.call(setMyPicture, { file: await png(9, 9) })
  await app.server.db.updateTable('rate_limits').set({ hits: 60 }).where('key', '=', `upload:${id}`).execute()
  expect((await refusal(client.call(setMyPicture, { file: await png(9, 9) }))).status).toBe(429)
})

test('A form without exactly one file in the field "file" is refused', async () => {
  const { client } = await makeUser(app)
  const file = await png(9, 9)
  const forms: [string, Blob | string][][] = [
    [],
    [['file', 'text']],
    [['picture', file]],
    [
      ['file', file],
      ['file', file],
    ],
  ]
  for (const parts of forms) {
    const { body, headers } = await multipart(parts)
    const answer = await client.send('POST', '/api/me/picture', body, headers)
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, 'bad_request'])
  }
  const { body, headers } = await multipart([['file', file]])
  const cut = await client.send('POST', '/api/me/picture', body.subarray(0, body.length - 30), headers)
  expect(cut.status).toBe(400)
  expect((await client.send('POST', '/api/me/picture', { file: 'x' })).status).toBe(400)
})

test('The stored picture of a failed change is removed', async () => {
  const { client, id } = await makeUser(app)
  await sql`alter table users add constraint frozen check (id <> ${sql.lit(id)} or picture_id is null)`.execute(
    app.server.db,
  )
  const before = stored()
  expect((await refusal(client.call(setMyPicture, { file: await png() }))).status).toBe(500)
  await until(() => stored().length === before.length)
})

test('A user’s picture is visible to connected people and 404 for others', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'VIEWER')
  const stranger = await makeUser(app)
  const { picture_id } = await owner.client.call(setMyPicture, { file: await png() })
  const url = `/api/user/${owner.id}/picture?v=${picture_id}`
  expect((await download(member.client, url)).status).toBe(200)
  const strip = ({ body }: { body: unknown }) => ({ ...(body as object), request_id: '' })
  const absent = await stranger.client.send('GET', `/api/user/${crypto.randomUUID()}/picture`)
  const hidden = await stranger.client.send('GET', url)
  expect([hidden.status, strip(hidden)]).toEqual([404, strip(absent)])
  expect((await refusal(new Client(app).call(getUserPicture, { params: { userId: owner.id } }))).status).toBe(
    401,
  )
})
