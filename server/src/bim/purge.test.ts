import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { deleteHeader } from '@plumbline/contract/bim/bim'
import { fillPath } from '@plumbline/contract/http'
import { deleteProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { buildHouse } from '../../test/older-models.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { purgeProjects } from '../projects/purge-projects.ts'
import { purgeFiles } from './purge.ts'

/** A purge while other requests use the same bytes. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '1' })
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

async function upload({ client, project }: Owner, bytes: Uint8Array) {
  const sent = await sendModel(client, project.id, 'house.ifc', bytes)
  return waitUntilProcessed(client, project.id, sent)
}

/** Uploads a model and puts it into the trash; returns the folder of its artefacts. */
async function uploadAndDelete(owner: Owner, bytes: Uint8Array): Promise<string> {
  const { artefacts_key, header_id } = await upload(owner, bytes)
  await owner.client.call(deleteHeader, { params: { id: owner.project.id, headerId: header_id } })
  return `artefacts/${owner.team.id}/${artefacts_key}`
}

const inAMonth = (blobs: Partial<BlobStore> = {}) => ({
  ...app.server,
  blobs: { ...app.server.blobs, ...blobs },
  now: () => new Date(Date.now() + 31 * 24 * 3600_000),
})

async function readManifest(owner: Owner, bytes: Uint8Array) {
  const { id, state, artefacts_key } = await upload(owner, bytes)
  const params = { id: owner.project.id, variantId: id, key: artefacts_key ?? '', name: 'manifest.json' }
  const { status } = await owner.client.send('GET', fillPath(getArtefact.path, params))
  return { state, status }
}

async function listKeys(below: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.server.blobs.list()) if (key.includes(below)) keys.push(key)
  return keys
}

test('A model is whole when its file is uploaded again after a purge that was cut off', async () => {
  const owner = await makeOwner(app)
  const bytes = buildHouse(81)
  const folder = await uploadAndDelete(owner, bytes)
  const { blobs } = app.server
  const purging = purgeFiles(
    inAMonth({
      remove: async (key) => {
        if (key !== folder) return blobs.remove(key)
        await blobs.remove(`${folder}/manifest.json`)
        await blobs.remove(`${folder}/manifest.json.br`)
        throw new Error('the storage is away')
      },
    }),
  )
  await expect(purging).rejects.toThrow('the storage is away')
  expect(await readManifest(owner, bytes)).toEqual({ state: 'COMPLETED', status: 200 })
})

test('A model is complete when its file is uploaded again while the previous one is purged', async () => {
  const owner = await makeOwner(app)
  const bytes = buildHouse(82)
  const folder = await uploadAndDelete(owner, bytes)
  const { blobs, db } = app.server
  const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const remove = async (key: string) => {
    if (key.startsWith(folder)) {
      begun.resolve()
      await mayGoOn.promise
    }
    await blobs.remove(key)
  }
  const purging = purgeFiles(inAMonth({ remove }))
  await begun.promise
  let isDone = false
  const reading = readManifest(owner, bytes).finally(() => {
    isDone = true
  })
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db)
    return isDone || rows.length > 0
  }
  await expect.poll(isWaiting).toBe(true)
  mayGoOn.resolve()
  await purging
  expect(await reading).toEqual({ state: 'COMPLETED', status: 200 })
  const [manifest] = await listKeys(`${folder}/manifest.json`)
  expect(manifest).toBeDefined()
})

/**
 * Deletes the file of a model as soon as its conversion has stored all artefacts; returns the id of the version once the
 * worker has ended.
 */
async function deleteWhileStored({ client, project }: Owner, bytes: Uint8Array): Promise<string> {
  const { blobs } = app.server
  const { put, remove } = { put: blobs.put.bind(blobs), remove: blobs.remove.bind(blobs) }
  const putting = vi.spyOn(blobs, 'put').mockImplementation(async (key, body) => {
    await put(key, body)
    if (!key.endsWith('/result.json')) return
    const { headerId } = await sending
    await client.call(deleteHeader, { params: { id: project.id, headerId } })
  })
  const ended = Promise.withResolvers<void>()
  const removing = vi.spyOn(blobs, 'remove').mockImplementation(async (key) => {
    await remove(key)
    // the last step of a worker
    if (key.startsWith('first/')) ended.resolve()
  })
  const sending = sendModel(client, project.id, 'house.ifc', bytes)
  await ended.promise
  putting.mockRestore()
  removing.mockRestore()
  return (await sending).variantId
}

test('A purged version leaves no files, not even of a conversion that its deletion stopped', async () => {
  const owner = await makeOwner(app)
  const id = await deleteWhileStored(owner, buildHouse(83))
  await app.server.blobs.put(`first/${id}/first-1/manifest.json`, Buffer.from('{}'))
  await purgeFiles(inAMonth())
  expect([...(await listKeys(id)), ...(await listKeys(owner.team.id))]).toEqual([])
})

test('A purged project leaves no files, not even of a conversion that a deletion stopped', async () => {
  const owner = await makeOwner(app)
  const id = await deleteWhileStored(owner, buildHouse(84))
  await app.server.blobs.put(`first/${id}/first-1/manifest.json`, Buffer.from('{}'))
  await owner.client.call(deleteProject, { params: { id: owner.project.id } })
  await purgeProjects(inAMonth())
  expect([...(await listKeys(id)), ...(await listKeys(owner.team.id))]).toEqual([])
})
