import { randomUUID } from 'node:crypto'
import { startBcfImport } from '@plumbline/contract/bcf/bcf'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { listTopicPages } from './topic-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

test('Topics are read in pages limited by number and size, and filtered by outcome', async () => {
  const { client, project } = await makeOwner(app)
  const { id } = await client.call(startBcfImport, {
    ...{ params: { id: project.id }, query: { name: 'a.bcf' } },
    file: new Blob(['PK']) as never,
  })
  const topics = [
    { outcome: 'NEW', characters: 10 },
    { outcome: 'NEW', characters: 10 },
    { outcome: 'SAME', characters: 9_000_000 },
    { outcome: 'NEW', characters: 4_000_000 },
    { outcome: 'CHANGED', characters: 4_100_000 },
  ]
  for (const [index, { outcome, characters }] of topics.entries())
    await sql`insert into bcf_import_topics
      (import_id, place, guid, title, outcome, differences, comments, viewpoints, documents, topic)
      values (${id}, ${index + 1}, ${randomUUID()}, '', ${outcome}, '[]', 0, 0, 0,
        jsonb_build_object('description', repeat('x', ${characters}::int)))`.execute(app.server.db)
  const pages = async (most: number, ...outcomes: ('NEW' | 'CHANGED' | 'SAME')[]) =>
    (await listTopicPages(app.server.db, id, most, outcomes)).map(({ first, last }) => [first, last])
  expect(await pages(100, 'NEW', 'CHANGED', 'SAME')).toEqual([
    [1, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  expect(await pages(100, 'NEW')).toEqual([[1, 4]])
  expect(await pages(2, 'NEW')).toEqual([
    [1, 2],
    [4, 4],
  ])
})
