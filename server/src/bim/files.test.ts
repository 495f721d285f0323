import { createHash } from 'node:crypto'
import { generateBuilding } from '@plumbline/bim/generate/building'
import {
  addProposedLevels,
  createHeader,
  createVariant,
  deleteHeader,
  deleteVariant,
  downloadVariant,
  type Header,
  listDeletedFiles,
  listHeaders,
  listVariants,
  makeVariantCurrent,
  proposedLevels,
  purgeDeletedFile,
  restartVariant,
  restoreHeader,
  restoreVariant,
  updateHeader,
  updateVariant,
} from '@plumbline/contract/bim/bim'
import { type CallOf, fillPath } from '@plumbline/contract/http'
import { createIssue, getIssueByNumber } from '@plumbline/contract/issues/issues'
import { createLevel, createSection, deleteLevel, listLevels } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { type Client, refusal } from '../../test/client.ts'
import { makeMember, makeOwner } from '../../test/make.ts'
import {
  createUpload,
  type SendOptions,
  sendBytes,
  sendModel,
  waitUntilProcessed,
} from '../../test/upload.ts'
import { dumpTables } from '../../test/world.ts'
import { purgeFiles } from './purge.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '2' })
})
afterAll(() => app.close())

const picture = (shade: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .png()
    .toBuffer()

/** Creates a project of a new company, so that tests do not see each other's files. */
async function fresh() {
  owner = await makeOwner(app)
  const { client, project } = owner
  const id = { id: project.id }
  const plain = async () => (await client.call(listHeaders, { params: id })) as Header[]
  return { client, id, plain }
}

async function upload(client: Client, id: string, name: string, bytes: Uint8Array, options?: SendOptions) {
  const sent = await sendModel(client, id, name, bytes, options)
  if (sent.status !== 204) throw new Error(`${sent.status} ${sent.body.message}`)
  const variant = await waitUntilProcessed(client, id, sent)
  return { ...variant, at: { id, headerId: sent.headerId, variantId: sent.variantId } }
}

/** Uploads a drawing with this many COMPLETED versions, oldest first. */
async function drawing(client: Client, id: string, versions: number, name = 'Plan.png') {
  const first = await upload(client, id, name, await picture(1))
  const made = [first]
  for (let n = 2; n <= versions; n++)
    made.push(await upload(client, id, name, await picture(n), { headerId: first.header_id }))
  return made
}

test('A deleted file is hidden from everybody and restored complete from the trash', async () => {
  const { client, id, plain } = await fresh()
  const viewer = await makeMember(app, id.id, 'VIEWER')
  const [first] = await drawing(client, id.id, 2)
  const anchor = {
    bim_file_header_id: first?.header_id ?? '',
    variant_version_at_creation: 1,
    ifc_guid: null,
    ifc_class: null,
    element_name: null,
    point: { x: 1, y: 2, z: 3 },
  }
  const issue = await client.call(createIssue, { params: id, body: { name: 'On it', anchors: [anchor] } })
  const params = { ...id, headerId: first?.header_id ?? '' }
  expect((await refusal(viewer.client.call(deleteHeader, { params }))).status).toBe(403)
  await client.call(deleteHeader, { params })
  expect(await plain()).toEqual([])
  const variantId = first?.id ?? ''
  for (const [method, path] of [
    ['GET', listVariants.path],
    ['GET', downloadVariant.path],
    ['DELETE', deleteHeader.path],
    ['DELETE', deleteVariant.path],
    ['POST', makeVariantCurrent.path],
  ] as const)
    expect([path, (await client.send(method, fillPath(path, { ...params, variantId }))).status]).toEqual([
      path,
      404,
    ])
  const [kept] = await client.call(listDeletedFiles, { params: id })
  expect(kept).toMatchObject({ header_id: params.headerId, variant_id: null, name: 'Plan.png' })
  expect(kept?.deleted_by_name).toBe('Test Person')
  const back = await client.call(restoreHeader, { params })
  expect(back).toMatchObject({ versions: 2, open_issues: 1, current: { version: 2 } })
  expect((await refusal(client.call(restoreHeader, { params }))).body.error).toBe('wrong_state')
  const read = await client.call(getIssueByNumber, { params: { ...id, number: issue.number } })
  expect(read.anchors).toMatchObject([anchor])
})

test('Beyond the 2,000 files that are listed another one is refused, created or restored', async () => {
  const { client, id, plain } = await fresh()
  const create = (name: string) => client.call(createHeader, { params: id, body: { name } })
  const first = await create('First')
  await sql`insert into bim_file_headers (id, project_id, name, type_of, trade, created_by)
    select gen_random_uuid(), project_id, 'Drawing ' || n, type_of, trade, created_by
    from bim_file_headers, generate_series(1, 1999) n where id = ${first.id}`.execute(app.server.db)
  const tooMany = { error: 'conflict', reason: { code: 'too_many_files', values: { count: 2000 } } }
  expect((await refusal(create('One more'))).body).toMatchObject(tooMany)
  expect((await plain()).length).toBe(2000)
  const params = { ...id, headerId: first.id }
  await sql`update bim_file_headers set deleted_at = now() where id = ${first.id}`.execute(app.server.db)
  await create('In its place')
  expect((await refusal(client.call(restoreHeader, { params }))).body).toMatchObject(tooMany)
  expect(await plain()).toHaveLength(2000)
})

test('After 30 days a file is purged with its bytes, and issues keep their anchors', async () => {
  const { client, id } = await fresh()
  const [first, second] = await drawing(client, id.id, 2)
  const headerId = first?.header_id ?? ''
  const place = { bim_file_header_id: headerId, variant_version_at_creation: 1, point: { x: 0, y: 0, z: 0 } }
  const anchor = { ...place, ifc_guid: null, ifc_class: null, element_name: null }
  const issue = await client.call(createIssue, { params: id, body: { name: 'On it', anchors: [anchor] } })
  await client.call(deleteHeader, { params: { ...id, headerId } })
  const at = (days: number) => () => new Date(Date.now() + days * 24 * 3600 * 1000)
  await purgeFiles({ ...app.server, now: at(29) })
  expect(await app.server.blobs.size(`variants/${second?.id}/file`)).toBeGreaterThan(0)
  expect(await purgeFiles({ ...app.server, now: at(31) })).toBe(2)
  for (const variant of [first, second])
    expect(await app.server.blobs.size(`variants/${variant?.id}/file`)).toBe(null)
  expect((await refusal(client.call(restoreHeader, { params: { ...id, headerId } }))).status).toBe(404)
  const read = await client.call(getIssueByNumber, { params: { ...id, number: issue.number } })
  expect(read.anchors).toMatchObject([anchor])
})

test('An administrator purges one file or version from the trash and nothing else', async () => {
  const { client, id } = await fresh()
  const editor = await makeMember(app, id.id, 'EDITOR')
  const [first, second] = await drawing(client, id.id, 2)
  const [other] = await drawing(client, id.id, 1, 'Other.png')
  if (!first || !second || !other) throw new Error('nothing was uploaded')
  const size = (variant: { id: string }) => app.server.blobs.size(`variants/${variant.id}/file`)
  const { header_id } = first
  const purge = (body: CallOf<typeof purgeDeletedFile>['body'], by = client) =>
    by.call(purgeDeletedFile, { params: id, body })
  const listed = async () => (await client.call(listDeletedFiles, { params: id })).length
  const version = { header_id, variant_id: first.id }
  expect((await refusal(purge(version))).body.error).toBe('wrong_state')
  await client.call(deleteVariant, { params: first.at, query: {} })
  await client.call(deleteHeader, { params: other.at })
  expect(await listed()).toBe(2)
  expect((await refusal(purge(version, editor.client))).status).toBe(403)
  const elsewhere = await makeOwner(app)
  const strange = elsewhere.client.call(purgeDeletedFile, {
    params: { id: elsewhere.project.id },
    body: version,
  })
  expect((await refusal(strange)).body.error).toBe('wrong_state')
  await purge(version)
  expect(await listed()).toBe(1)
  await expect.poll(() => size(first)).toBeNull()
  expect([await size(second), await size(other)]).not.toContain(null)
  expect((await refusal(client.call(restoreVariant, { params: first.at }))).status).toBe(404)
  await purge({ header_id: other.header_id, variant_id: null })
  await expect.poll(() => size(other)).toBeNull()
  expect(await listed()).toBe(0)
  expect((await refusal(client.call(restoreHeader, { params: other.at }))).status).toBe(404)
})

test('Artefacts stay while another version of the company has the same bytes', async () => {
  const { client, id } = await fresh()
  const size = { storeys: 1, bays_x: 2, bays_y: 2, seed: 9 }
  const bytes = Buffer.from([...generateBuilding({ ...size, discipline: 'structure', version: 1 })].join(''))
  const one = await upload(client, id.id, 'a.ifc', bytes)
  const two = await upload(client, id.id, 'b.ifc', bytes)
  const manifest = `artefacts/${owner.team.id}/${one.artefacts_key}/manifest.json`
  const later = { ...app.server, now: () => new Date(Date.now() + 31 * 24 * 3600 * 1000) }
  await client.call(deleteVariant, { params: one.at, query: { last: 'true' } })
  await purgeFiles(later)
  expect(await app.server.blobs.size(manifest)).toBeGreaterThan(0)
  await client.call(deleteHeader, { params: two.at })
  await purgeFiles(later)
  expect(await app.server.blobs.size(manifest)).toBe(null)
})

test('An older version made current stays current until a newer one is uploaded or it is deleted', async () => {
  const { client, id, plain } = await fresh()
  const [one, two, three] = await drawing(client, id.id, 3)
  const current = async () => (await plain())[0]?.current?.version
  expect(await current()).toBe(3)
  await client.call(makeVariantCurrent, { params: one?.at as never })
  expect(await current()).toBe(1)
  await client.call(makeVariantCurrent, { params: two?.at as never })
  expect(await current()).toBe(2)
  await client.call(deleteVariant, { params: two?.at as never })
  expect(await current()).toBe(1)
  await client.call(restoreVariant, { params: two?.at as never })
  expect(await current()).toBe(2)
  const four = await upload(client, id.id, 'Plan.png', await picture(44), { headerId: one?.header_id })
  expect(await current()).toBe(4)
  await client.call(deleteVariant, { params: four.at })
  await client.call(deleteVariant, { params: two?.at as never })
  await client.call(deleteVariant, { params: one?.at as never })
  expect(await current()).toBe(3)
  const last = await refusal(client.call(deleteVariant, { params: three?.at as never }))
  expect(last.body.error).toBe('wrong_state')
  expect(await current()).toBe(3)
  await client.call(deleteVariant, { params: three?.at as never, query: { last: 'true' } })
  expect((await plain())[0]).toMatchObject({ current: null, latest: null, versions: 0 })
  const trash = await client.call(listDeletedFiles, { params: id })
  expect(trash.map((item) => item.version).sort()).toEqual([1, 2, 3, 4])
})

test('One of two concurrent deletions of the last two ready versions is refused', async () => {
  const { client, id, plain } = await fresh()
  const [one, two] = await drawing(client, id.id, 2)
  const answers = await Promise.all(
    [one, two].map((variant) =>
      client.send('DELETE', fillPath(deleteVariant.path, variant?.at as Record<string, string>)),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
  expect((await plain())[0]?.current).not.toBe(null)
  const whole = await Promise.all(
    [1, 2, 3].map(() => client.send('DELETE', fillPath(deleteHeader.path, one?.at as never))),
  )
  expect(whole.map((answer) => answer.status).sort()).toEqual([204, 404, 404])
})

test('Restarting a version that is being deleted returns 404, and does not change the version', async () => {
  const { client, id } = await fresh()
  const sent = await sendModel(client, id.id, 'plan.png', await picture(40))
  const { id: variantId, header_id: headerId } = await waitUntilProcessed(client, id.id, sent)
  const { db } = app.server
  const readState = () =>
    db.selectFrom('bim_file_variants').select('state').where('id', '=', variantId).executeTakeFirstOrThrow()
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db)
    return rows.length > 0
  }
  let restarted: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`update bim_file_variants set deleted_at = now() where id = ${variantId}`.execute(tx)
    restarted = refusal(
      client.call(restartVariant, { params: { ...id, headerId, variantId }, body: { force: true } }),
    )
    await expect.poll(isWaiting).toBe(true)
  })
  expect(await restarted).toMatchObject({ status: 404 })
  expect(await readState()).toEqual({ state: 'COMPLETED' })
})

test('A cancelled upload and a file without versions are deleted without a trace', async () => {
  const { client, id, plain } = await fresh()
  const target = await createUpload(client, id.id, 'Plan.png', 5000)
  await sendBytes(client, target, Buffer.alloc(1000), 0)
  const params = { ...id, headerId: target.headerId, variantId: target.variantId }
  await client.call(deleteVariant, { params })
  expect((await sendBytes(client, target, Buffer.alloc(4000), 1000)).status).toBe(404)
  await client.call(deleteHeader, { params })
  expect(await plain()).toEqual([])
  expect(await client.call(listDeletedFiles, { params: id })).toEqual([])
})

test('A file that is deleted in the moment its upload ends is in the trash', async () => {
  const { client, id } = await fresh()
  const { db, jobs } = app.server
  const add = jobs.add.bind(jobs)
  const [isQueueing, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const spy = vi.spyOn(jobs, 'add').mockImplementationOnce(async (...job) => {
    isQueueing.resolve()
    await mayCommit.promise
    await add(...job)
  })
  onTestFinished(() => spy.mockRestore())
  const bytes = await picture(8)
  const target = await createUpload(client, id.id, 'Plan.png', bytes.length)
  const sending = sendBytes(client, target, bytes, 0)
  await isQueueing.promise
  const params = { ...id, headerId: target.headerId }
  const deleting = client.call(deleteHeader, { params })
  const isWaiting = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length
  await expect.poll(isWaiting).toBeGreaterThan(0)
  mayCommit.resolve()
  await Promise.all([sending, deleting])
  expect(await client.call(listDeletedFiles, { params: id })).toMatchObject([{ header_id: target.headerId }])
  expect(await client.call(restoreHeader, { params })).toMatchObject({ versions: 1 })
})

test('Bytes that do not match the announced checksum end FAILED and are removed', async () => {
  const { client, id } = await fresh()
  const bytes = await picture(7)
  const sha256 = createHash('sha256').update('other bytes').digest('hex')
  const sent = await sendModel(client, id.id, 'Plan.png', bytes, { sha256 })
  expect(sent.status).toBe(400)
  const params = { ...id, headerId: sent.headerId, variantId: sent.variantId }
  const [variant] = await client.call(listVariants, { params })
  expect(variant).toMatchObject({ state: 'FAILED', sha256, error: { code: 'WRONG_SUM' } })
  expect(variant?.error?.hint).toMatch(/again/)
  const again = await refusal(client.call(restartVariant, { params, body: {} }))
  expect([again.status, again.body.error]).toEqual([409, 'wrong_state'])
  const right = createHash('sha256').update(bytes).digest('hex')
  expect((await upload(client, id.id, 'Plan.png', bytes, { sha256: right })).state).toBe('COMPLETED')
})

test('Files are grouped by level, section and trade and can be moved', async () => {
  const { client, id } = await fresh()
  const level = await client.call(createLevel, { params: id, body: { name: 'Level 1', elevation_m: 3 } })
  const section = await client.call(createSection, { params: id, body: { name: 'Core' } })
  const { id: headerId } = await client.call(createHeader, { params: id, body: { name: 'Plan' } })
  await client.call(createHeader, { params: id, body: { name: 'Plan' } })
  const params = { ...id, headerId }
  await client.call(updateHeader, {
    params,
    body: { level_id: level.id, section_id: section.id, trade: 'HVAC', type_of: 'DRAWING' },
  })
  const groups = async (group_by: 'level' | 'section' | 'trade') =>
    ((await client.call(listHeaders, { params: id, query: { group_by } })) as Record<string, unknown>[]).map(
      (group) => {
        const place = group[group_by] as { name: string } | string | null
        return [typeof place === 'string' ? place : (place?.name ?? null), (group.headers as []).length]
      },
    )
  expect(await groups('level')).toEqual([
    ['Level 1', 1],
    [null, 1],
  ])
  expect(await groups('section')).toEqual([
    ['Core', 1],
    [null, 1],
  ])
  expect(await groups('trade')).toEqual([
    ['HVAC', 1],
    ['GENERAL', 1],
  ])
  await client.call(createVariant, { params, body: { file_name: 'a.png', size_bytes: 10 } })
  const before = await dumpTables(app)
  const refused = await refusal(
    client.call(updateHeader, { params, body: { name: 'Other', type_of: 'MODEL' } }),
  )
  expect(refused.body.error).toBe('wrong_state')
  const stranger = await makeOwner(app)
  const other = await client.call(listLevels, { params: id })
  expect((await refusal(stranger.client.call(updateHeader, { params, body: { name: 'x' } }))).status).toBe(
    404,
  )
  const foreign = await refusal(
    client.call(updateHeader, { params, body: { level_id: stranger.project.id } }),
  )
  expect(foreign.body.fields).toHaveProperty('level_id')
  expect((await dumpTables(app)).bim_file_headers).toBe(before.bim_file_headers)
  await client.call(deleteLevel, { params: { ...id, levelId: other[0]?.id ?? '' } })
  expect(await groups('level')).toEqual([[null, 2]])
})

test('An editor shares a version, only an administrator publishes it', async () => {
  const { client, id } = await fresh()
  const editor = await makeMember(app, id.id, 'EDITOR')
  const [one] = await drawing(client, id.id, 1)
  const params = one?.at as never
  expect(one).toMatchObject({ cde_state: 'SHARED', suitability: null })
  const shared = { cde_state: 'WIP' as const, suitability: 'S0' as const }
  expect(await editor.client.call(updateVariant, { params, body: shared })).toMatchObject(shared)
  const body = { cde_state: 'PUBLISHED' as const, suitability: 'S4' as const }
  expect((await refusal(editor.client.call(updateVariant, { params, body }))).status).toBe(403)
  expect((await client.call(listVariants, { params }))[0]).toMatchObject(shared)
  expect(await client.call(updateVariant, { params, body })).toMatchObject(body)
})

test('A published version is withdrawn and deleted by administrators only', async () => {
  const { client, id } = await fresh()
  const editor = await makeMember(app, id.id, 'EDITOR')
  const [one] = await drawing(client, id.id, 1)
  const params = one?.at as never
  await client.call(updateVariant, { params, body: { cde_state: 'PUBLISHED' } })
  for (const refused of [
    () => editor.client.call(updateVariant, { params, body: { cde_state: 'WIP' } }),
    () => editor.client.call(updateVariant, { params, body: { suitability: 'S1' } }),
    () => editor.client.call(deleteVariant, { params, query: { last: 'true' } }),
    () => editor.client.call(deleteHeader, { params }),
  ])
    expect((await refusal(refused())).status).toBe(403)
  expect(await client.call(listVariants, { params })).toMatchObject([
    { cde_state: 'PUBLISHED', suitability: null },
  ])
  await client.call(deleteHeader, { params })
  expect((await refusal(client.call(listVariants, { params }))).status).toBe(404)
})

test('A download has type and name, supports ranges and is inert in browsers', async () => {
  const { client, id } = await fresh()
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const variant = await upload(client, id.id, 'Grundriß "2".svg', Buffer.from(text))
  const url = fillPath(downloadVariant.path, variant.at)
  const whole = await client.send('GET', url)
  expect(whole.body).toBe(text)
  expect(whole.headers['content-type']).toBe('image/svg+xml')
  expect(whole.headers['content-disposition']).toContain("filename*=UTF-8''Grundri%C3%9F%20_2_.svg")
  expect(whole.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(whole.headers['x-content-type-options']).toBe('nosniff')
  for (const [range, status, body] of [
    ['bytes=0-3', 206, '<svg'],
    ['bytes=-6', 206, '</svg>'],
    ['bytes=90-9999', 206, text.slice(90)],
    ['bytes=9999-', 416, ''],
    ['lines=1-2', 200, text],
  ] as const) {
    const part = await client.send('GET', url, undefined, { range })
    expect([range, part.status, part.body]).toEqual([range, status, body])
  }
})

test('Storeys of later models are proposed as levels unless they match an existing one', async () => {
  const { client, id } = await fresh()
  const model = (discipline: 'architecture' | 'structure', storeys: number, seed: number) => {
    const size = { storeys, bays_x: 2, bays_y: 2, seed }
    return Buffer.from([...generateBuilding({ ...size, discipline, version: 1 })].join(''))
  }
  const low = await upload(client, id.id, 'low.ifc', model('architecture', 1, 5))
  const before = await client.call(listLevels, { params: id })
  expect(before.length).toBeGreaterThan(0)
  expect(await client.call(proposedLevels, { params: id })).toEqual([])
  const [a, b] = [
    await upload(client, id.id, 'high.ifc', model('architecture', 4, 5)),
    await upload(client, id.id, 'frame.ifc', model('structure', 4, 5)),
  ]
  const proposed = await client.call(proposedLevels, { params: id })
  expect(proposed.length).toBeGreaterThan(1)
  const [first] = proposed
  expect(first?.header_ids.sort()).toEqual([a.header_id, b.header_id].sort())
  expect(first?.header_ids).not.toContain(low.header_id)
  const some = { ifc_guids: [first?.ifc_guid ?? ''] }
  const added = await client.call(addProposedLevels, { params: id, body: some })
  expect(added).toHaveLength(before.length + 1)
  expect(await client.call(proposedLevels, { params: id })).toEqual(proposed.slice(1))
  await Promise.all([1, 2].map(() => client.call(addProposedLevels, { params: id, body: {} })))
  expect(await client.call(listLevels, { params: id })).toHaveLength(before.length + proposed.length)
})
