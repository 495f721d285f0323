import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import sharp, { type Color } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { multipart, refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { sanitizeFileName } from './file-kind.ts'
import { purgeOriginals } from './purge-originals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Shape = attachments.MarkupShape
const blob = (bytes: Uint8Array | string) => new Blob([bytes as Uint8Array<ArrayBuffer>])

async function makeIssue() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const { id } = await owner.client.call(issues.createIssue, { params, body: { name: 'Crack' } })
  const at = { ...params, issueId: id }
  const send = (
    user: User,
    name: string,
    bytes: Uint8Array | string,
    more: { id?: string; shows_fix?: 'true' } = {},
  ) =>
    user.client.call(attachments.addAttachment, { params: at, query: { name, ...more }, file: blob(bytes) })
  const read = (user: User = owner) => user.client.call(issues.getIssue, { params: at })
  const draw = (user: User, attachmentId: string, shapes: Shape[], version: number) =>
    user.client.call(attachments.setMarkup, { params: { ...at, attachmentId }, body: { shapes, version } })
  /** Downloads a file: its bytes and the response. */
  const get = async (user: User, attachmentId: string, query = '') => {
    const { cookies } = user.client
    const answer = await app.fastify.inject({
      url: `/api/project/${at.id}/issue/${at.issueId}/attachment/${attachmentId}${query}`,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  return { owner, params, at, send, read, draw, get }
}

const plain = (width: number, height: number, background: Color = '#c40') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A photo like those of phones: rotated, with EXIF location and time. */
const phonePhoto = () =>
  plain(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Secretphone' },
      IFD2: { DateTimeOriginal: '2026:05:04 13:14:15', OffsetTimeOriginal: '+02:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 8/1 15/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '11/1 34/1 30/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** A PNG that declares any size but contains one line. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(width * 3 + 1))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return ~value >>> 0
}

test('Others get a photo upright and without EXIF data; its author gets the original with all of it', async () => {
  const { owner, params, send, read, get } = await makeIssue()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const bytes = await phonePhoto()
  const made = await send(worker, 'C:\\photos\\crack.jpg', bytes)
  const taken = {
    taken_at: '2026-05-04T13:14:15+02:00',
    taken_place: { lat: 48.1375, lng: -11.575 },
  }
  expect(made).toMatchObject({ kind: 'PHOTO', type: 'image/jpeg', name: 'crack.jpg', width: 40, height: 60 })
  expect(made).toMatchObject({ ...taken, size: bytes.length, version: 1, markup: null })
  expect(await read()).toMatchObject({ version: 1, has_proof: false, attachments: [{ id: made.id }] })
  expect((await read()).attachments[0]).toMatchObject({ taken_at: null, taken_place: null })
  for (const query of ['', '?as=picture', '?as=thumbnail', '?as=marked']) {
    const { status, headers, bytes: seen } = await get(owner, made.id, query)
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ])
    const { width, height, exif, orientation } = await sharp(seen).metadata()
    expect([width, height, exif, orientation]).toEqual([40, 60, undefined, undefined])
    expect(seen.includes('Secretphone')).toBe(false)
  }
  expect((await get(owner, made.id, '?as=original')).status).toBe(403)
  const original = await get(worker, made.id, '?as=original')
  expect(original.bytes.equals(bytes)).toBe(true)
  expect(original.headers['content-disposition']).toContain('attachment; filename="crack.jpg"')
})

test('Renditions are bounded in size and keep transparency', async () => {
  const { owner, send, get } = await makeIssue()
  const wide = await send(owner, 'wide.jpg', await plain(4000, 1000).jpeg().toBuffer())
  const size = async (query: string) => {
    const { width, height } = await sharp((await get(owner, wide.id, query)).bytes).metadata()
    return [width, height]
  }
  expect([await size('?as=picture'), await size('?as=thumbnail')]).toEqual([
    [2560, 640],
    [480, 120],
  ])
  const clear = await send(
    owner,
    'plan.png',
    await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer(),
  )
  const { data } = await sharp((await get(owner, clear.id)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)
})

test('Markup is drawn on the marked rendition only; the photo stays unchanged', async () => {
  const { owner, send, draw, get, read } = await makeIssue()
  const { id } = await send(owner, 'wall.png', await plain(200, 100, '#ffffff').png().toBuffer())
  const box: Shape = { kind: 'BOX', from: [0.25, 0.2], to: [0.75, 0.8], color: 'RED', width: 0.02 }
  const text: Shape = { kind: 'TEXT', at: [0.3, 0.3], text: 'Crack <b>', color: 'BLACK', width: 0.02 }
  const drawn = await draw(owner, id, [box, text], 1)
  expect(drawn).toMatchObject({ version: 2, markup: { shapes: [box, text] } })
  const pixels = async (query: string) => {
    const { data, info } = await sharp((await get(owner, id, query)).bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
  }
  const [bare, marked] = [await pixels('?as=picture'), await pixels('?as=marked&v=2')]
  expect(bare(50, 50)[1]).toBeGreaterThan(240)
  const [red = 0, green = 255] = marked(50, 50)
  expect(red - green).toBeGreaterThan(100)
  // text is drawn even if the machine has no fonts
  let dark = 0
  for (let x = 60; x < 140; x++) for (let y = 30; y < 60; y++) if ((marked(x, y)[0] ?? 255) < 80) dark++
  expect(dark).toBeGreaterThan(50)
  expect((await refusal(draw(owner, id, [], 1))).body.error).toBe('stale')
  const scribble: Shape = { kind: 'PEN', points: Array(2000).fill([0.5, 0.5]), color: 'RED', width: 0.01 }
  expect((await refusal(draw(owner, id, Array(11).fill(scribble), 2))).status).toBe(400)
  expect(await draw(owner, id, [], 2)).toMatchObject({ version: 3, markup: null })
  expect((await read()).version).toBe(1)
})

test('An area blurred by the author is pixelated for others, who cannot remove the blur', async () => {
  const { owner, params, send, draw, get } = await makeIssue()
  const [worker, editor] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'EDITOR'),
  ]
  // stripes of one pixel become grey when blurred
  const stripes = Buffer.alloc(200 * 100 * 3)
  for (let i = 0; i < 200 * 100; i++) stripes.fill(i % 2 ? 255 : 0, i * 3, i * 3 + 3)
  const bytes = await sharp(stripes, { raw: { width: 200, height: 100, channels: 3 } })
    .png()
    .toBuffer()
  const { id } = await send(worker, 'face.png', bytes)
  const blur: Shape = { kind: 'BLUR', from: [0, 0], to: [0.5, 1] }
  await draw(worker, id, [blur], 1)
  const contrast = async (user: User, query: string, from: number) => {
    const { data, info } = await sharp((await get(user, id, query)).bytes)
      .removeAlpha()
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const row = data.subarray(50 * info.width, 51 * info.width)
    const part = [...row.subarray(from, from + 60)]
    return Math.max(...part) - Math.min(...part)
  }
  for (const query of ['?as=picture', '?as=marked', '?as=picture&v=2']) {
    expect(await contrast(owner, query, 10)).toBeLessThan(30)
    expect(await contrast(owner, query, 130)).toBeGreaterThan(150)
  }
  expect(await contrast(worker, '?as=picture', 10)).toBeGreaterThan(150)
  expect(await contrast(worker, '?as=marked', 10)).toBeLessThan(30)
  expect((await get(worker, id, '?as=picture&v=2')).headers['cache-control']).toBe('private, no-store')
  expect((await get(owner, id, '?as=picture&v=2')).headers['cache-control']).toContain('immutable')
  expect((await refusal(draw(editor, id, [], 2))).status).toBe(403)
  const box: Shape = { kind: 'BOX', from: [0, 0], to: [1, 1], color: 'BLUE', width: 0.01 }
  expect((await draw(editor, id, [blur, box], 2)).version).toBe(3)
  expect((await draw(worker, id, [], 3)).markup).toBeNull()
})

test('Every file is served as a download under its name', async () => {
  const { owner, send, get, draw } = await makeIssue()
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const files: [name: string, bytes: string | Buffer, type: string][] = [
    ['page.jpg', html, 'application/octet-stream'],
    ['plan.svg', svg, 'application/octet-stream'],
    ['plan.png', svg, 'application/octet-stream'],
    ['report.pdf', '%PDF-1.7\n%…', 'application/pdf'],
    ['notes.txt', 'Prüfung, 3 mm', 'text/plain'],
    ['tool.exe', Buffer.from([0x4d, 0x5a, 0, 0]), 'application/octet-stream'],
  ]
  for (const [name, bytes, type] of files) {
    const made = await send(owner, name, bytes)
    expect(made).toMatchObject({ kind: 'FILE', name, type, width: null, taken_at: null })
    const { status, headers } = await get(owner, made.id)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining(type),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    expect((await get(owner, made.id, '?as=picture')).status).toBe(404)
    expect((await refusal(draw(owner, made.id, [], 1))).body.error).toBe('wrong_state')
  }
})

test('A photo of the damage does not prove the fix; one sent as proof does, and so does one taken during the work', async () => {
  const { owner, at, send, read } = await makeIssue()
  const change = (body: object) => owner.client.call(issues.updateIssue, { params: at, body })
  await send(owner, 'damage.jpg', await phonePhoto())
  expect((await read()).has_proof).toBe(false)
  expect((await refusal(change({ status: 'RESOLVED' }))).body.error).toBe('wrong_state')
  await send(owner, 'report.txt', 'Repaired', { shows_fix: 'true' })
  expect((await read()).has_proof).toBe(false)
  await send(owner, 'repaired.jpg', await phonePhoto(), { shows_fix: 'true' })
  expect(await change({ status: 'RESOLVED' })).toMatchObject({ status: 'RESOLVED', has_proof: true })
  expect(await change({ status: 'REOPENED' })).toMatchObject({ has_proof: false })
  await change({ status: 'IN_PROGRESS' })
  await send(owner, 'again.jpg', await phonePhoto())
  expect((await read()).has_proof).toBe(true)
})

test('A picture that is also valid HTML is re-encoded as a picture', async () => {
  const { owner, send, get } = await makeIssue()
  const polyglot = Buffer.concat([
    await plain(9, 9).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const { id } = await send(owner, 'both.html', polyglot)
  expect((await get(owner, id)).bytes.includes('script')).toBe(false)
  const original = await get(owner, id, '?as=original')
  expect(original.headers['content-disposition']).toContain('attachment')
  expect(original.headers['content-type']).toBe('image/jpeg')
})

test('Uploads with too many pixels, damaged, empty, too large or aborted are refused and leave no blobs', async () => {
  const { owner, at, send, read } = await makeIssue()
  const stored = () => fs.existsSync(path.join(app.dataDir, 'blobs', 'attachments', at.id))
  const whole = await plain(300, 300).png().toBuffer()
  const bomb = await refusal(send(owner, 'bomb.png', hugePng(60_000, 60_000)))
  expect([bomb.status, bomb.body.message]).toEqual([413, 'This image has more than 100 megapixels'])
  expect((await refusal(send(owner, 'cut.png', whole.subarray(0, whole.length / 2)))).status).toBe(415)
  expect((await refusal(send(owner, 'empty.txt', ''))).status).toBe(415)
  const large = await refusal(send(owner, 'large.bin', Buffer.alloc(25_000_001)))
  expect([large.status, large.body.message]).toEqual([413, 'This file is larger than 25 MB'])
  const form = await multipart([['file', blob(whole)]])
  const cut = await owner.client.send(
    'POST',
    `/api/project/${at.id}/issue/${at.issueId}/attachment?name=x`,
    form.body.subarray(0, -30),
    form.headers,
  )
  expect(cut.status).toBe(400)
  expect((await read()).attachments).toEqual([])
  expect(stored()).toBe(false)
  expect(await fsp.readdir(path.join(app.dataDir, 'incoming'))).toEqual([])
})

test('Authors remove their own files and editors any; the blobs are removed too', async () => {
  const { owner, params, at, send, read, draw } = await makeIssue()
  const [worker, other] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'CONTRIBUTOR'),
  ]
  const bytes = await plain(9, 9).png().toBuffer()
  const [mine, theirs] = [await send(worker, 'a.png', bytes), await send(worker, 'b.png', bytes)]
  const remove = (user: User, { id }: { id: string }) =>
    user.client.call(attachments.deleteAttachment, { params: { ...at, attachmentId: id } })
  expect((await refusal(remove(other, mine))).status).toBe(403)
  expect((await refusal(draw(other, mine.id, [], 1))).status).toBe(403)
  await remove(worker, mine)
  await remove(owner, theirs)
  expect((await refusal(remove(owner, theirs))).status).toBe(404)
  expect((await read()).attachments).toEqual([])
  const folder = path.join(app.dataDir, 'blobs', 'attachments', at.id)
  await expect.poll(() => fs.readdirSync(folder)).toEqual([])
})

test('An upload repeated with the same id creates one file; the id is refused to others', async () => {
  const { owner, send, read } = await makeIssue()
  const bytes = await plain(9, 9).png().toBuffer()
  const id = crypto.randomUUID()
  const [first, second] = await Promise.all([
    send(owner, 'a.png', bytes, { id }),
    send(owner, 'a.png', bytes, { id }),
  ])
  expect([first.id, second.id]).toEqual([id, id])
  expect((await read()).attachments).toHaveLength(1)
  const elsewhere = await makeIssue()
  const other = await plain(9, 9, '#00f').png().toBuffer()
  expect((await refusal(elsewhere.send(elsewhere.owner, 'b.png', other, { id }))).status).toBe(409)
  expect((await elsewhere.read()).attachments).toEqual([])
  expect((await read()).attachments).toHaveLength(1)
})

test('Followers of an issue are notified of new files, several in one notification', async () => {
  const { owner, params, send } = await makeIssue()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  await send(worker, 'one.txt', 'One')
  await send(worker, 'two.txt', 'Two')
  const notes = await owner.client.call(listNotifications, { query: {} })
  expect(notes.map(({ type, payload }) => [type, payload.message])).toEqual([['ISSUE_UPDATED', '2 changes']])
  expect(await worker.client.call(listNotifications, { query: {} })).toEqual([])
})

test('Deleting the author’s account removes a photo’s original, location and time, and keeps the picture', async () => {
  const { owner, params, at, send, get } = await makeIssue()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const { id } = await send(worker, 'crack.jpg', await phonePhoto())
  await worker.client.call(deleteMe, {})
  await purgeOriginals(app.server)
  expect((await get(owner, id)).status).toBe(200)
  const row = await app.server.db
    .selectFrom('issue_attachments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ taken_at: null, taken_place: null, created_by: null })
  const folder = path.join(app.dataDir, 'blobs', 'attachments', at.id, row.blob_id)
  expect(fs.readdirSync(folder).sort()).toEqual(['picture', 'thumbnail'])
})

test('File names are sanitized for every operating system', () => {
  expect(sanitizeFileName('../../etc/passwd')).toBe('passwd')
  expect(sanitizeFileName('a\u202egpj.exe')).toBe('agpj.exe')
  expect(sanitizeFileName('what? <now>: "x".txt')).toBe('what_ _now__ _x_.txt')
  expect(sanitizeFileName(' ... ')).toBe('file')
  expect(sanitizeFileName('C:\\plans\\level\n2.pdf')).toBe('level 2.pdf')
  expect(sanitizeFileName(`${'plan'.repeat(100)}.pdf`)).toBe(`${'plan'.repeat(100).slice(0, 251)}.pdf`)
  // names documents in a BCF file can have, which are any text
  expect(sanitizeFileName(`a${' '.repeat(1_000_000)}.pdf`)).toBe(`a${' '.repeat(250)}.pdf`)
})
