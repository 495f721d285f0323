import fsp from 'node:fs/promises'
import path from 'node:path'
import { createHeader, createVariant, deleteHeader, listVariants } from '@plumbline/contract/bim/bim'
import { createProject, deleteProject } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '../src/db/database.ts'
import { startApp, type TestApp } from './app.ts'
import { makeOwner } from './make.ts'
import { sendModel, waitUntilProcessed } from './upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const runJob = (queue: 'purge' | 'sweep') =>
  inTransaction(app.server.db, (tx) => app.server.jobs.add(tx, queue, {}))

/** Lets all be in the trash for so long that it is due. */
async function age() {
  for (const table of ['projects', 'bim_file_headers'])
    await sql`update ${sql.table(table)} set deleted_at = deleted_at - interval '40 days'
      where deleted_at is not null`.execute(app.server.db)
}

async function uploadDrawing({ client, project }: Awaited<ReturnType<typeof makeOwner>>) {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
  const sent = await sendModel(client, project.id, 'plan.svg', svg)
  return waitUntilProcessed(client, project.id, sent)
}

test('Projects and files that cannot be purged in a night do not block others', async () => {
  const owner = await makeOwner(app)
  const { client } = owner
  const ids: string[] = []
  for (const name of ['Stuck', 'Other']) {
    const { id } = await client.call(createProject, { body: { name } })
    await client.call(deleteProject, { params: { id } })
    ids.push(id)
  }
  const drawings = [await uploadDrawing(owner), await uploadDrawing(owner)]
  for (const { header_id } of drawings)
    await client.call(deleteHeader, { params: { id: owner.project.id, headerId: header_id } })
  await age()
  const { blobs } = app.server
  const remove = blobs.remove.bind(blobs)
  const stuck = [`attachments/${ids[0]}`, `variants/${drawings[0]?.id}`]
  const spy = vi.spyOn(blobs, 'remove').mockImplementation(async (key) => {
    if (stuck.includes(key)) throw new Error('no permission')
    await remove(key)
  })
  onTestFinished(() => spy.mockRestore())
  await runJob('purge')
  await expect.poll(() => blobs.size(`variants/${drawings[1]?.id}/file`)).toBeNull()
  const left = await app.server.db.selectFrom('projects').select('id').where('id', 'in', ids).execute()
  expect(left).toEqual([{ id: ids[0] }])
})

test('More versions than fit into one read are purged in one night', async () => {
  const owner = await makeOwner(app)
  const { header_id } = await uploadDrawing(owner)
  const { db } = app.server
  await sql`
    insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, state)
    select gen_random_uuid(), project_id, header_id, version + n, file_name, size_bytes, 'FAILED'
    from bim_file_variants, generate_series(1, 1200) n where header_id = ${header_id}`.execute(db)
  await owner.client.call(deleteHeader, { params: { id: owner.project.id, headerId: header_id } })
  await age()
  await runJob('purge')
  const left = () => db.selectFrom('bim_file_headers').select('id').where('id', '=', header_id).execute()
  await expect.poll(left).toEqual([])
})

test('A failed recovery of one worker does not block others that run every minute', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id: headerId } = await client.call(createHeader, { params, body: { name: 'Plan' } })
  const of = { ...params, headerId }
  await client.call(createVariant, { params: of, body: { file_name: 'a.ifc', size_bytes: 10 } })
  await sql`update bim_file_variants set created_at = created_at - interval '9 days'
    where header_id = ${headerId}`.execute(app.server.db)
  // a name of a run without a run's id, which the database refuses to look for
  await fsp.mkdir(path.join(app.dataDir, 'work', `run-${'-'.repeat(36)}-1-1`), { recursive: true })
  await runJob('sweep')
  await expect.poll(() => client.call(listVariants, { params: of })).toEqual([])
  await fsp.rm(path.join(app.dataDir, 'work'), { recursive: true })
})
