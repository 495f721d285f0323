import fsp from 'node:fs/promises'
import path from 'node:path'
import { MutantMaker } from '@plumbline/bim/generate/mutant'
import { CONTENT_NAME, type Manifest } from '@plumbline/bim/model'
import { getArtefact, getChunk } from '@plumbline/contract/bim/artefacts'
import { deleteVariant, restartVariant, type Variant } from '@plumbline/contract/bim/bim'
import { fillPath } from '@plumbline/contract/http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { longTest } from '../../test/size.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

const mutate = (bytes: Buffer, seed: number) =>
  Buffer.from(new MutantMaker(bytes.toString(), { seed, moved: 0.1, newGuids: true }).make().text)

async function addVersion({ client, project }: Owner, bytes: Buffer, headerId?: string) {
  const sent = await sendModel(client, project.id, 'house.ifc', bytes, headerId ? { headerId } : {})
  const variant = await waitUntilProcessed(client, project.id, sent)
  expect(variant).toMatchObject({ state: 'COMPLETED', error: null })
  return { variant, headerId: sent.headerId }
}

const readManifest = async ({ client, project }: Owner, { id, artefacts_key }: Variant) => {
  const params = { id: project.id, variantId: id, key: artefacts_key ?? '', name: 'manifest.json' }
  return (await client.call(getArtefact, { params })) as unknown as Manifest
}

const namesOf = ({ chunks }: Manifest, isCarried: boolean) =>
  chunks.filter(({ carried }) => (carried !== undefined) === isCarried).map(({ file }) => file)

const readChunk = ({ client, project }: Owner, headerId: string, name: string, search = '') =>
  client.send('GET', fillPath(getChunk.path, { id: project.id, headerId, chunk: name }) + search)

test('A version keeps unchanged chunks of the previous one at their addresses, also when that version is deleted', async () => {
  const owner = await makeOwner(app)
  const bytes = buildHouse(31, 'architecture')
  const { variant: first, headerId } = await addVersion(owner, bytes)
  const { variant: second } = await addVersion(owner, mutate(bytes, 1), headerId)
  const before = await readManifest(owner, first)
  const after = await readManifest(owner, second)
  expect(second.shell_file).toBe(first.shell_file)
  expect(namesOf(after, true).length).toBeGreaterThan(0)
  expect(namesOf(before, false)).toEqual(expect.arrayContaining(namesOf(after, true)))
  expect(after.carried_file).toMatch(/^carried-[0-9a-f]{32}\.json$/)
  const { id } = owner.project
  const params = { id, variantId: second.id, key: second.artefacts_key ?? '', name: after.carried_file ?? '' }
  expect((await owner.client.send('GET', fillPath(getArtefact.path, params))).status).toBe(200)

  await owner.client.call(deleteVariant, { params: { id, headerId, variantId: first.id }, query: {} })
  for (const { file } of after.chunks) {
    expect(file).toMatch(CONTENT_NAME)
    const reply = await readChunk(owner, headerId, file)
    expect([reply.status, reply.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ])
  }
  const gone = namesOf(before, false).filter((name) => !after.chunks.some(({ file }) => file === name))
  for (const name of gone) expect((await readChunk(owner, headerId, name)).status).toBe(404)
})

test('A chunk that none of the latest 100 versions has is found in the version that the caller names', async () => {
  const owner = await makeOwner(app)
  const { variant, headerId } = await addVersion(owner, buildHouse(35, 'architecture'))
  const [name = ''] = namesOf(await readManifest(owner, variant), false)
  await sql`
    insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, sha256, blob_key, state,
      artefacts_key, artefacts_team_id)
    select gen_random_uuid(), project_id, header_id, version + n, file_name, size_bytes, sha256, blob_key, state,
      'later-' || n, artefacts_team_id from bim_file_variants, generate_series(1, 100) n
    where id = ${variant.id}`.execute(app.server.db)
  expect((await readChunk(owner, headerId, name)).status).toBe(404)
  expect((await readChunk(owner, headerId, name, `?variant_id=${variant.id}`)).status).toBe(200)
})

test('Chunks are sent to members of the project only, and for the file that has them', async () => {
  const owner = await makeOwner(app)
  const { variant, headerId } = await addVersion(owner, buildHouse(32, 'architecture'))
  const { headerId: other } = await addVersion(owner, buildHouse(33, 'architecture'))
  const name = variant.shell_file ?? ''
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const stranger = await makeOwner(app)
  const send = ({ client }: { client: Owner['client'] }, header: string) =>
    client.send('GET', fillPath(getChunk.path, { id: owner.project.id, headerId: header, chunk: name }))
  expect((await send(viewer, headerId)).status).toBe(200)
  expect((await send(stranger, headerId)).status).toBe(404)
  expect((await send(owner, other)).status).toBe(404)
})

longTest(
  'A version is drawn as a whole when people restart it, or when the one before is damaged',
  async () => {
    const owner = await makeOwner(app)
    const bytes = buildHouse(34, 'architecture')
    const { variant: first, headerId } = await addVersion(owner, bytes)
    const folder = path.join(app.dataDir, 'blobs/artefacts', owner.team.id, first.artefacts_key ?? '')
    const chunk = path.join(folder, first.shell_file ?? '')
    const kept = await fsp.readFile(chunk)
    await fsp.rm(chunk)
    await fsp.writeFile(chunk, kept.subarray(0, 100))
    const { variant: second } = await addVersion(owner, mutate(bytes, 2), headerId)
    expect(namesOf(await readManifest(owner, second), true)).toEqual([])

    const { variant: third } = await addVersion(owner, mutate(bytes, 3), headerId)
    expect(namesOf(await readManifest(owner, third), true).length).toBeGreaterThan(0)
    const target = { headerId, variantId: third.id }
    const params = { id: owner.project.id, ...target }
    await owner.client.call(restartVariant, { params, body: { force: true } })
    const again = await waitUntilProcessed(owner.client, owner.project.id, target)
    expect(namesOf(await readManifest(owner, again), true)).toEqual([])
    expect(await fsp.readdir(path.join(app.dataDir, 'work'))).toEqual([])
  },
)
