import { createIssue } from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { prepareTopics } from './prepare-topics.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

test('Topics with millions of characters of labels are prepared a few at a time, in the order asked for', async () => {
  const { client, project, id: user } = await makeOwner(app)
  const { db, blobs } = app.server
  for (const name of ['First', 'Second', 'Third', 'Fourth']) {
    const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name } })
    if (name !== 'Fourth')
      await sql`insert into issue_bcf (issue_id, topic) values (${id},
        jsonb_build_object('labels', (select jsonb_agg(n || repeat('x', 500)) from generate_series(1, 9000) n)))`.execute(
        db,
      )
  }
  const member = await findProjectMember(db, user, project.id)
  if (!member) throw new Error('no member')
  const pages: string[][] = []
  for await (const page of prepareTopics({ tx: db, member, blobs }, [4, 3, 2, 1]))
    pages.push(page.map(({ topic }) => `${topic.title} ${topic.labels.length}`))
  expect(pages).toEqual([['Fourth 0', 'Third 9000'], ['Second 9000'], ['First 9000']])
})

test('Topics with photo markup of a megabyte are prepared a few at a time', async () => {
  const { client, project, id: user } = await makeOwner(app)
  const { db, blobs } = app.server
  for (const name of ['First', 'Second', 'Third']) {
    const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name } })
    await sql`insert into issue_attachments (id, issue_id, blob_id, name, type, size, sha256, round, kind, markup)
      select gen_random_uuid(), ${id}, gen_random_uuid(), 'wall.png', 'image/png', 1, '', 0, 'PHOTO', jsonb_build_object('shapes',
        (select jsonb_agg(jsonb_build_object('kind', 'TEXT', 'text', repeat('x', 200))) from generate_series(1, 4000)))
      from generate_series(1, 5)`.execute(db)
  }
  const member = await findProjectMember(db, user, project.id)
  if (!member) throw new Error('no member')
  const pages: string[][] = []
  for await (const page of prepareTopics({ tx: db, member, blobs }, [1, 2, 3]))
    pages.push(page.map(({ topic }) => topic.title))
  expect(pages).toEqual([['First'], ['Second'], ['Third']])
})
