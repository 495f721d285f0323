import { deleteHeader, deleteVariant, makeVariantCurrent, updateVariant } from '@plumbline/contract/bim/bim'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember } from '../../test/make.ts'
import { makeWorld, type World } from '../../test/world.ts'

/** Writes of a version that wait for a concurrent change of it. */

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startApp()
  world = await makeWorld(app)
})
afterAll(() => app.close())

const isWaiting = async () => {
  const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(app.server.db)
  return rows.length > 0
}

/** A version that is ready, and a change of its row that is committed once the write waits for it. */
async function addReadyVersion() {
  const { id = '', headerId = '' } = world.ids
  const { db } = app.server
  const variantId = crypto.randomUUID()
  const { version } = await db
    .updateTable('bim_file_headers')
    .set({ last_version: sql`last_version + 1` })
    .where('id', '=', headerId)
    .returning('last_version as version')
    .executeTakeFirstOrThrow()
  const file = { file_name: 'tower.ifc', size_bytes: 1, state: 'COMPLETED' as const, blob_key: variantId }
  const row = { id: variantId, project_id: id, header_id: headerId, version, ...file }
  await db.insertInto('bim_file_variants').values(row).execute()
  const writeBeside = async <T>(
    change: { deleted_at: string } | { cde_state: 'PUBLISHED' },
    write: () => T,
  ) => {
    const begun = await db.transaction().execute(async (tx) => {
      await tx.updateTable('bim_file_variants').set(change).where('id', '=', variantId).execute()
      const call = write()
      await expect.poll(isWaiting).toBe(true)
      return [call]
    })
    return begun[0] as T
  }
  return { params: { id, headerId, variantId }, writeBeside }
}

const deletion = () => ({ deleted_at: new Date().toISOString() })

test('A version that is deleted meanwhile is not found by who changes it or makes it current', async () => {
  const { client } = world.owner
  const first = await addReadyVersion()
  const change = () =>
    refusal(client.call(updateVariant, { params: first.params, body: { cde_state: 'SHARED' } }))
  expect((await first.writeBeside(deletion(), change)).status).toBe(404)
  const second = await addReadyVersion()
  const choose = () => refusal(client.call(makeVariantCurrent, { params: second.params }))
  expect((await second.writeBeside(deletion(), choose)).status).toBe(404)
  expect((await refusal(client.call(deleteVariant, { params: second.params, query: {} }))).status).toBe(404)
})

test('An editor can neither change nor delete a version, or its file, that an administrator publishes meanwhile', async () => {
  const { params, writeBeside } = await addReadyVersion()
  const editor = await makeMember(app, params.id, 'EDITOR')
  const change = () => refusal(editor.client.call(updateVariant, { params, body: { cde_state: 'WIP' } }))
  expect((await writeBeside({ cde_state: 'PUBLISHED' }, change)).status).toBe(403)
  const other = await addReadyVersion()
  const remove = () =>
    refusal(editor.client.call(deleteVariant, { params: other.params, query: { last: 'true' } }))
  expect((await other.writeBeside({ cde_state: 'PUBLISHED' }, remove)).status).toBe(403)
  await app.server.db.deleteFrom('bim_file_variants').where('cde_state', '=', 'PUBLISHED').execute()
  const third = await addReadyVersion()
  const removeFile = () => refusal(editor.client.call(deleteHeader, { params: third.params }))
  expect((await third.writeBeside({ cde_state: 'PUBLISHED' }, removeFile)).status).toBe(403)
})
