import { getBcfImport } from '@plumbline/contract/bcf/bcf'
import { createIssue } from '@plumbline/contract/issues/issues'
import { listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { exportFile, previewFile } from '../../../test/bcf-files.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('An import that waits when its importer’s account is locked is not applied', async () => {
  const source = await makeOwner(app)
  await source.client.call(createIssue, { params: { id: source.project.id }, body: { name: 'Crack' } })
  const bytes = await exportFile(app, source.client, source.project.id, '3.0')
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const importer = await makeMember(app, project.id, 'EDITOR')
  const { id: importId, state } = await previewFile(importer.client, project.id, bytes)
  expect(state).toBe('READY')
  const { db, jobs } = app.server
  const locked_at = new Date().toISOString()
  await db.updateTable('users').set({ locked_at }).where('id', '=', importer.id).execute()
  // applied just before
  await db
    .updateTable('bcf_imports')
    .set({ state: 'APPLYING', known: 'MERGE' })
    .where('id', '=', importId)
    .execute()
  await jobs.add(db, 'bcf', {})
  const read = async () => (await client.call(getBcfImport, { params: { ...params, importId } })).state
  await expect.poll(read, { timeout: 20_000 }).toBe('FAILED')
  expect((await client.call(listIssues, { params, query: {} })).items).toEqual([])
})
