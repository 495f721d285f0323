import { createIssue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { createBcfClient } from '../../../test/bcf.ts'
import { makeOwner } from '../../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A list of viewpoints has 100,000 lines at most, and each viewpoint is read with all of its own', async () => {
  const { client, project } = await makeOwner(app)
  const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Crack' } })
  // as several calls of the BCF API add them; the last one is small
  await sql`insert into issue_viewpoints (id, issue_id, index, view)
    select gen_random_uuid(), ${id}, v, jsonb_build_object('lines', (
      select jsonb_agg('{"start_point":{"x":0,"y":0,"z":0},"end_point":{"x":1,"y":1,"z":1}}'::jsonb)
      from generate_series(1, case when v < 3 then 45000 else 2 end)))
    from generate_series(0, 3) v`.execute(app.server.db)
  const api = createBcfClient(client, '3.0', project.id)
  type View = { guid: string; lines?: object[] }
  const views = await api.get<View[]>(`/topics/${id}/viewpoints`)
  expect(views.map(({ lines }) => lines?.length)).toEqual([45_000, 45_000, undefined, 2])
  const whole = await api.get<View>(`/topics/${id}/viewpoints/${views[2]?.guid}`)
  expect(whole.lines).toHaveLength(45_000)
})

test('Documents of a project are listed all, and refused where they do not fit into one answer', async () => {
  const { client, project } = await makeOwner(app)
  const addDocuments = (count: number) =>
    sql`insert into bcf_documents (id, project_id, blob_id, name, type, size, sha256)
      select gen_random_uuid(), ${project.id}, gen_random_uuid(), 'a.txt', 'text/plain', 1, repeat('0', 64)
      from generate_series(1, ${count}::int)`.execute(app.server.db)
  const api = createBcfClient(client, '3.0', project.id)
  await addDocuments(10_001)
  expect(await api.get<object[]>('/documents')).toHaveLength(10_001)
  await addDocuments(90_000)
  const { status, body } = await api.send('GET', '/documents')
  expect([status, body]).toMatchObject([
    413,
    { reason: { code: 'answer_too_large', values: { count: 100_000 } } },
  ])
})
