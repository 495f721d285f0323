import { inflateSync } from 'node:zlib'
import { createHeader } from '@plumbline/contract/bim/bim'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, setViewpointMarkup } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import jsqr from 'jsqr'
import { sql } from 'kysely'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { measureLongestAnswer } from '../../../test/row-counts.ts'
import { toJsonb } from '../../db/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://plumbline.example' })
})
afterAll(() => app.close())

async function report({ client }: Pick<User, 'client'>, id: string, query = '') {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `/api/project/${id}/issue/export?format=pdf&language=en&sort=number&${query}`
  return app.fastify.inject({ method: 'GET', url, headers: { cookie } })
}

async function read(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  const outline = (await pdf.getOutline())?.map(({ title }) => title) ?? []
  return { pages, outline, text: pages.join('\n') }
}

/** The drawing operators of a PDF's pages. */
function drawings(bytes: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; ; ) {
    const begin = bytes.indexOf('stream\n', at)
    if (begin < 0) return found
    const end = bytes.indexOf('endstream', begin)
    try {
      found.push(inflateSync(bytes.subarray(begin + 7, end)).toString('latin1'))
    } catch {
      // a font or a picture
    }
    at = end + 9
  }
}

// the package's types declare the default export as the module
const decode = jsqr as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null

const QUIET_ZONE = 4
const PIXELS = 4

/** Decodes the QR codes of a page, which are drawn row by row as runs of dark modules. */
function codesIn(drawing: string): string[] {
  const texts: string[] = []
  for (const [path] of drawing.matchAll(/(?:\d+ \d+ m\n\d+ \d+ l\n\d+ \d+ l\n\d+ \d+ l\nh\n){50,}/g)) {
    const runs = [...path.matchAll(/(\d+) (\d+) m\n(\d+)/g)].map(([, x, y, end]) => ({
      x: Number(x),
      y: Number(y),
      end: Number(end),
    }))
    const modules = Math.max(...runs.map(({ end }) => end))
    const size = (modules + 2 * QUIET_ZONE) * PIXELS
    const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
    for (const { x, y, end } of runs)
      for (let row = 0; row < PIXELS; row++)
        for (let column = 0; column < (end - x) * PIXELS; column++) {
          const line = (y + QUIET_ZONE) * PIXELS + row
          pixels.set([0, 0, 0, 255], (line * size + (x + QUIET_ZONE) * PIXELS + column) * 4)
        }
    texts.push(decode(pixels, size, size)?.data ?? '')
  }
  return texts
}

const view = {
  perspective_camera: {
    ...{ camera_view_point: { x: 1, y: 2, z: 3 }, camera_direction: { x: 0, y: 1, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, field_of_view: 60, aspect_ratio: 1.6 },
  },
}

test('A report contains the listed issues as searchable text with a QR code each', async () => {
  const owner = await makeOwner(app, 'Ada Müller')
  const { id } = owner.project
  const params = { id }
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
  const header = await owner.client.call(createHeader, { params, body: { name: 'Architecture' } })
  const first = await owner.client.call(createIssue, {
    params,
    body: {
      anchors: ['D/4', 'C/3'].map((axes) => ({
        ...{ bim_file_header_id: header.id, variant_version_at_creation: 1, point: { x: 1, y: 2, z: 3 } },
        ...{ ifc_guid: null, ifc_class: null, element_name: null, axes },
      })),
      name: 'Crack in slab — Łódź, Αθήνα, Київ',
      description: 'Cut back to sound con\u00adcrete.\r\nThen fill.',
      assignee_id: owner.id,
      due_date: '2026-12-24',
      viewpoints: [
        { ...view, snapshot: { snapshot_type: 'png', snapshot_data: picture.toString('base64') } },
      ],
    },
  })
  await owner.client.call(addComment, {
    params: { id, issueId: first.id },
    body: { text: 'Repaired on **Tuesday**' },
  })
  for (let number = 2; number <= 9; number++)
    await owner.client.call(createIssue, { params, body: { name: `Issue ${number}`, priority: 'LOW' } })
  const viewer = await makeMember(app, id, 'VIEWER')
  const sent = await report(viewer, id, 'status=OPEN&priority=MEDIUM,LOW')
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { pages, outline, text } = await read(sent.rawPayload)
  expect(pages[0]).toContain('Harbour School')
  expect(pages[0]).toContain('Status: Open\nPriority: Medium, Low')
  expect(pages[0]).toMatch(/Issues ?9/)
  expect(outline.slice(1, 3)).toEqual(['#1 Crack in slab — Łódź, Αθήνα, Київ', '#2 Issue 2'])
  expect(outline).toHaveLength(10)
  for (const words of [
    '#1 Crack in slab — Łódź, Αθήνα, Київ',
    'Cut back to sound concrete.\nThen fill.',
    'Ada Müller: Repaired on Tuesday',
    'C/3, D/4',
    'Dec 24, 2026',
    '#9 Issue 9',
  ])
    expect(text).toContain(words)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1}`)
  const codes = drawings(sent.rawPayload).flatMap(codesIn)
  expect(codes).toEqual(
    Array.from({ length: 9 }, (_, index) => `https://plumbline.example/project/${id}/issues/${index + 1}`),
  )
  expect(sent.rawPayload.includes('/DCTDecode')).toBe(true)
  const plain = await report(viewer, id, 'pictures=false')
  expect(plain.rawPayload.includes('/DCTDecode')).toBe(false)
})

test('Authors from BCF files are named by their address', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const issue = await owner.client.call(createIssue, { params, body: { name: 'Duct meets beam' } })
  await owner.client.call(addComment, { params: { ...params, issueId: issue.id }, body: { text: 'Seen' } })
  const { db } = app.server
  await db.updateTable('issues').set({ created_by: null }).where('id', '=', issue.id).execute()
  const topic = toJsonb({ creation_author: 'ana@example.com' })
  await db.insertInto('issue_bcf').values({ issue_id: issue.id, topic }).execute()
  await db
    .updateTable('issue_comments')
    .set({ created_by: null, bcf: toJsonb({ author: 'ben@example.com' }) })
    .where('issue_id', '=', issue.id)
    .execute()
  const { text } = await read((await report(owner, owner.project.id)).rawPayload)
  expect(text).toContain('ana@example.com,')
  expect(text).toContain('ben@example.com: Seen')
})

function noisePicture(): Promise<Buffer> {
  const noise = Buffer.alloc(600 * 400 * 3)
  for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919) % 251
  return sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
    .png()
    .toBuffer()
}

test('Blurred areas of pictures are blurred in reports', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const picture = await noisePicture()
  const snapshot = { snapshot_type: 'png' as const, snapshot_data: picture.toString('base64') }
  const issue = await owner.client.call(createIssue, {
    params: { id },
    body: { name: 'A face', viewpoints: [{ ...view, snapshot }] },
  })
  const sizes = async () => (await report(owner, id)).rawPayload.length
  const before = await sizes()
  await owner.client.call(setViewpointMarkup, {
    params: { id, issueId: issue.id, viewpointId: issue.viewpoints[0]?.guid ?? '' },
    body: { version: 1, shapes: [{ kind: 'BLUR', from: [0, 0], to: [1, 1] }] },
  })
  // noise compresses badly, pixelated areas and plain ones compress well
  expect(await sizes()).toBeLessThan(before / 2)
})

test('A report shows the first photo of an issue rather than its view, as lists do', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const snapshot_data = (await noisePicture()).toString('base64')
  const body = {
    name: 'Crack',
    viewpoints: [{ ...view, snapshot: { snapshot_type: 'png' as const, snapshot_data } }],
  }
  const issue = await owner.client.call(createIssue, { params: { id }, body })
  const before = (await report(owner, id)).rawPayload.length
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  await owner.client.call(addAttachment, {
    params: { id, issueId: issue.id },
    query: { name: 'plain.jpg' },
    file: new Blob([new Uint8Array(photo)]),
  })
  expect((await report(owner, id)).rawPayload.length).toBeLessThan(before / 2)
})

test('Reports leave out hidden issues, and reports of more than 1,000 issues are refused', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const viewer = await makeMember(app, id, 'VIEWER')
  await owner.client.call(createIssue, { params: { id }, body: { name: 'Secret', visibility: 'PRIVATE' } })
  const { pages, outline } = await read((await report(viewer, id)).rawPayload)
  expect([pages.length, outline.length]).toEqual([1, 1])
  expect(pages[0]).toMatch(/Issues ?0/)
  const large = await makeOwner(app)
  await sql`insert into issues (id, project_id, number, name)
    select gen_random_uuid(), ${large.project.id}, n, 'Generated ' || n from generate_series(10, 1010) n`.execute(
    app.server.db,
  )
  const refused = await report(large, large.project.id)
  expect([refused.statusCode, refused.json().message]).toEqual([
    413,
    'A report can contain at most 1000 issues',
  ])
})

test('The file of an export is named after the project, with umlauts as their letters', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  await app.server.db
    .updateTable('projects')
    .set({ name: 'Große Brücke – Zürich' })
    .where('id', '=', id)
    .execute()
  const { headers } = await report(owner, id)
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="grosse-brucke-zurich-\d{4}-\d\d-\d\d\.pdf"$/,
  )
})

test('A report reads only the beginning of the comments of BCF files, which may have a million characters', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  for (const name of ['First', 'Second']) {
    const { id: issueId } = await owner.client.call(createIssue, { params, body: { name } })
    await owner.client.call(addComment, { params: { ...params, issueId }, body: { text: 'Seen' } })
  }
  await sql`update issue_comments set text = 'Seen on Tuesday ' || repeat('x ', 500000)
    where issue_id in (select id from issues where project_id = ${params.id})`.execute(app.server.db)
  let bytes: Buffer = Buffer.alloc(0)
  const longest = await measureLongestAnswer(app.server.db, async () => {
    bytes = (await report(owner, params.id)).rawPayload
  })
  expect((await read(bytes)).text).toContain('Seen on Tuesday x')
  expect(longest).toBeLessThan(20_000)
})
