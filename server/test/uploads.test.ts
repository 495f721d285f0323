import { request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from './app.ts'
import type { Client } from './client.ts'
import { makeMember, makeOwner } from './make.ts'
import {
  awaitBytes,
  buildUploadMetadata,
  countReceivedBytes,
  drawing,
  getVersionRow,
  type RawCall,
  sendRaw,
  uploadCalls,
} from './upload-calls.ts'

/** Requests to /api/upload and their authorization. */

let app: TestApp
let sender: Awaited<ReturnType<typeof makeOwner>>
let victim: Awaited<ReturnType<typeof makeOwner>>
beforeAll(async () => {
  app = await startApp()
  sender = await makeOwner(app)
  victim = await makeOwner(app)
})
afterAll(() => app.close())

const { create, createWith, ask, send, drop } = uploadCalls
const size = drawing.length
const half = 40
const by = (call: RawCall, client: Client = sender.client) => sendRaw(client, call)
const own = (more?: Parameters<typeof awaitBytes>[3]) =>
  awaitBytes(app, sender.project.id, size, { created_by: sender.id, ...more })
const stored = async ({ variantId }: { variantId: string }) =>
  text(await app.server.blobs.read(`variants/${variantId}/file`))

/** Starts an upload and sends its first bytes. */
async function begun() {
  const version = await own()
  expect((await by(create(size, version.uploadId))).status).toBe(201)
  expect((await by(send(drawing.subarray(0, half), 0, version.uploadId))).status).toBe(204)
  return version
}

describe('A forged upload id', () => {
  const tricks: [title: string, (own: string, victim: string) => RawCall][] = [
    [
      'POST with an id of its own in the address',
      (mine, theirs) => ({ ...createWith(drawing, theirs), path: `/api/upload/${mine}` }),
    ],
    [
      'POST with two ids in the metadata',
      (mine, theirs) => ({
        ...createWith(drawing, mine),
        headers: {
          ...createWith(drawing, mine).headers,
          'upload-metadata': `${buildUploadMetadata(mine)},${buildUploadMetadata(theirs)}`,
        },
      }),
    ],
    [
      'POST with two headers of metadata',
      (mine, theirs) => ({
        ...createWith(drawing, mine),
        headers: {
          ...createWith(drawing, mine).headers,
          'upload-metadata': [buildUploadMetadata(mine), buildUploadMetadata(theirs)],
        },
      }),
    ],
    ...(['PATCH', 'DELETE', 'HEAD'] as const).flatMap((method) => {
      const call = (mine: string, after: string): RawCall => ({
        ...(method === 'PATCH' ? send(drawing.subarray(half), half, mine) : drop(mine)),
        ...{ method, path: `/api/upload/${mine}${after}` },
      })
      return [
        [`${method} with a query`, (mine, theirs) => call(mine, `?x=/${theirs}`)],
        [`${method} with an empty query`, (mine) => call(mine, '?')],
        [`${method} with a second segment`, (mine, theirs) => call(mine, `/${theirs}`)],
        [`${method} with an encoded slash`, (mine, theirs) => call(mine, `%2f${theirs}`)],
        [`${method} with dots`, (mine, theirs) => call(mine, `%2f..%2f${theirs}`)],
        [`${method} with a slash at the end`, (mine) => call(mine, '/')],
        [`${method} in capitals`, (mine) => call(mine.toUpperCase(), '')],
        [`${method} with an encoded letter`, (mine) => call(mine.replace('v', '%76'), '')],
        [`${method} with a semicolon`, (mine, theirs) => call(mine, `;/${theirs}`)],
        [
          `${method} with metadata of another`,
          (mine, theirs) => ({
            ...call(mine, ''),
            headers: { ...call(mine, '').headers, 'upload-metadata': buildUploadMetadata(theirs) },
          }),
        ],
      ] satisfies [string, (own: string, victim: string) => RawCall][]
    }),
  ]
  test.each(tricks)('by %s is refused, and both uploads stay unchanged', async (_, trick) => {
    const mine = await begun()
    const theirs = await awaitBytes(app, victim.project.id, size)
    await by(create(size, theirs.uploadId), victim.client)
    await by(send(drawing.subarray(0, half), 0, theirs.uploadId), victim.client)
    const call = trick(mine.uploadId, theirs.uploadId)
    const answer = await by(call)
    expect([400, 404]).toContain(answer.status)
    if (call.method !== 'HEAD') expect(answer.body).toHaveProperty('request_id')
    expect([countReceivedBytes(app, mine.uploadId), countReceivedBytes(app, theirs.uploadId)]).toEqual([
      half,
      half,
    ])
    for (const version of [mine, theirs])
      expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING', blob_key: null })
    expect((await by(send(drawing.subarray(half), half, theirs.uploadId), victim.client)).status).toBe(204)
    expect(await stored(theirs)).toBe(drawing.toString())
  })
})

describe('An unsupported tus call is refused in the error format of the contract', () => {
  const nowhere = `variant_${crypto.randomUUID()}`
  const wrong: [string, number, (id: string) => RawCall][] = [
    [
      'without Tus-Resumable',
      412,
      (id) => ({ ...ask(id), method: 'DELETE', headers: { 'tus-resumable': '0.2' } }),
    ],
    [
      'a length that comes later',
      400,
      (id) => ({
        ...create(size, id),
        headers: { 'upload-defer-length': '1', 'upload-metadata': buildUploadMetadata(id) },
      }),
    ],
    [
      'both lengths',
      400,
      (id) => ({ ...create(size, id), headers: { ...create(size, id).headers, 'upload-defer-length': '1' } }),
    ],
    [
      'a part of a concatenation',
      400,
      (id) => ({ ...create(size, id), headers: { ...create(size, id).headers, 'upload-concat': 'partial' } }),
    ],
    ['another length than announced', 400, (id) => create(size + 1, id)],
    [
      'no length',
      400,
      (id) => ({ ...create(size, id), headers: { 'upload-metadata': buildUploadMetadata(id) } }),
    ],
    [
      'a length that is no number',
      400,
      (id) => ({ ...create(size, id), headers: { ...create(size, id).headers, 'upload-length': '0x10' } }),
    ],
    [
      'metadata that is no base64',
      400,
      (id) => ({
        ...create(size, id),
        headers: { ...create(size, id).headers, 'upload-metadata': 'upload_id ???' },
      }),
    ],
    ['no metadata', 400, (id) => ({ ...create(size, id), headers: { 'upload-length': '5' } })],
    ['an id that is none', 400, () => create(size, '../../etc/passwd')],
    ['a kind that is none', 404, () => create(size, nowhere.replace('variant', 'other'))],
    ['a version that is none', 404, () => create(size, nowhere)],
    ['an upload that never began', 404, (id) => send(drawing, 0, id)],
    [
      'a PATCH without an offset',
      400,
      (id) => ({ ...send(drawing, 0, id), headers: { 'content-type': 'application/offset+octet-stream' } }),
    ],
    [
      'a PATCH of another type',
      415,
      (id) => ({ ...send(drawing, 0, id), headers: { 'upload-offset': '0', 'content-type': 'text/plain' } }),
    ],
    ['a PATCH without an id', 400, () => ({ ...send(drawing, 0, ''), path: '/api/upload' })],
    [
      'a PATCH with a length',
      400,
      (id) => ({
        ...send(drawing, 0, id),
        headers: { ...send(drawing, 0, id).headers, 'upload-length': '9' },
      }),
    ],
  ]
  test.each(wrong)('%s: %i', async (_, status, call) => {
    const version = await own()
    const answer = await by(call(version.uploadId))
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body).sort()).toEqual(
      expect.arrayContaining(['error', 'message', 'request_id']),
    )
    expect(countReceivedBytes(app, version.uploadId)).toBe(null)
  })

  test('A wrong offset is refused with 409, excess bytes with 413, and earlier bytes stay', async () => {
    const version = await begun()
    const offset = await by(send(drawing, 0, version.uploadId))
    expect([offset.status, offset.body.error]).toEqual([409, 'conflict'])
    const over = Buffer.concat([drawing, drawing])
    const many = await by(send(over, half, version.uploadId))
    expect([many.status, many.body.error]).toEqual([413, 'too_large'])
    const chunked = send(over, half, version.uploadId)
    const streamed = await by({ ...chunked, headers: { ...chunked.headers, 'transfer-encoding': 'chunked' } })
    expect([streamed.status, streamed.body.error]).toEqual([413, 'too_large'])
    expect(countReceivedBytes(app, version.uploadId)).toBeLessThanOrEqual(size)
  })

  test('OPTIONS lists the supported extensions, and no reply allows other origins', async () => {
    const options = await by({
      method: 'OPTIONS',
      path: '/api/upload',
      headers: { origin: 'https://evil.example' },
    })
    expect(options.status).toBe(204)
    expect(options.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': String(app.server.config.limits.uploadBytes),
    })
    const version = await begun()
    for (const answer of [options, await by(ask(version.uploadId)), await by(create(1, version.uploadId))])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('Sending', () => {
  test('all bytes with the creating call answers 201 with the offset', async () => {
    const version = await own()
    const answer = await by(createWith(drawing, version.uploadId))
    expect([answer.status, answer.headers['upload-offset']]).toEqual([201, String(size)])
    expect(answer.headers.location).toBe(`/api/upload/${version.uploadId}`)
    expect(await stored(version)).toBe(drawing.toString())
    expect(countReceivedBytes(app, version.uploadId)).toBe(null)
  })

  test('the creating call twice continues at the offset', async () => {
    const version = await begun()
    const again = await by(create(size, version.uploadId))
    expect([again.status, again.headers['upload-offset']]).toEqual([201, String(half)])
    const asked = await by(ask(version.uploadId))
    expect([asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([
      String(half),
      String(size),
    ])
  })

  test('to a complete version changes nothing and returns its full offset', async () => {
    const version = await own()
    await by(createWith(drawing, version.uploadId))
    for (const call of [
      create(size, version.uploadId),
      createWith(drawing, version.uploadId),
      send(Buffer.alloc(0), size, version.uploadId),
      drop(version.uploadId),
    ])
      expect([call.method, (await by(call)).status]).toEqual([call.method, 409])
    const asked = await by(ask(version.uploadId))
    expect([asked.status, asked.headers['upload-offset']]).toEqual([200, String(size)])
    expect(await stored(version)).toBe(drawing.toString())
  })

  test('can start again after the upload was deleted', async () => {
    const version = await begun()
    expect((await by(drop(version.uploadId))).status).toBe(204)
    expect((await by(ask(version.uploadId))).status).toBe(404)
    expect((await by(createWith(drawing, version.uploadId))).status).toBe(201)
  })

  test('is refused for a member removed in the middle', async () => {
    const editor = await makeMember(app, sender.project.id, 'EDITOR')
    const version = await own()
    await by(create(size, version.uploadId), editor.client)
    await by(send(drawing.subarray(0, half), 0, version.uploadId), editor.client)
    await app.server.db.deleteFrom('project_members').where('user_id', '=', editor.id).execute()
    const rest = await by(send(drawing.subarray(half), half, version.uploadId), editor.client)
    expect(rest.status).toBe(404)
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING', blob_key: null })
  })

  test('is not completed for a member removed during the last bytes', async () => {
    const editor = await makeMember(app, sender.project.id, 'EDITOR')
    const version = await own()
    await by(create(size, version.uploadId), editor.client)
    const { port } = new URL(await listenOnPort(app))
    const cookie = [...editor.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const call = send(drawing, 0, version.uploadId)
    const slow = openRequest({
      ...{ port, host: '127.0.0.1', method: call.method, path: call.path, agent: false },
      headers: {
        ...{ cookie, 'x-xsrf-token': editor.client.cookies.get('XSRF-TOKEN'), 'tus-resumable': '1.0.0' },
        ...{ ...call.headers, 'content-length': size },
      },
    })
    const status = new Promise((resolve) => slow.on('response', (answer) => resolve(answer.statusCode)))
    slow.write(drawing.subarray(0, half))
    await expect.poll(() => countReceivedBytes(app, version.uploadId)).toBe(half)
    await app.server.db.deleteFrom('project_members').where('user_id', '=', editor.id).execute()
    slow.end(drawing.subarray(half))
    expect(await status).toBe(404)
    expect(await getVersionRow(app, version)).toMatchObject({ state: 'UPLOADING', blob_key: null })
  })

  test('twice at once lets the later call continue, and the file is intact', async () => {
    const version = await begun()
    const answers = await Promise.all([
      by(send(drawing.subarray(half), half, version.uploadId)),
      by(send(drawing.subarray(half), half, version.uploadId)),
      by(ask(version.uploadId)),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const { headers } = await by(ask(version.uploadId))
    const offset = Number(headers['upload-offset'])
    if (offset < size) await by(send(drawing.subarray(offset), offset, version.uploadId))
    expect(await stored(version)).toBe(drawing.toString())
  })
})
