import { createIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import type { ProjectCtx } from '../../context.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { isCommentEntry, listEventsOfComments, listEventsOfTopics } from './events.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

test('Events contain the beginning of descriptions and comments of a million characters, and read no more of them', async () => {
  const { client, project, id: user } = await makeOwner(app)
  const mention = `@[Ben Baker](user:${user})`
  const body = { name: 'Long', description: mention }
  const issue = await client.call(createIssue, { params: { id: project.id }, body })
  const params = { id: project.id, issueId: issue.id }
  await client.call(addComment, { params, body: { text: mention } })
  const { db } = app.server
  // as imported from a BCF file
  await sql`update issue_comments set text = text || repeat('x', 1000000) where issue_id = ${issue.id}`.execute(
    db,
  )
  await sql`insert into issue_log (project_id, seq, issue_id, at, by_user_id, kind, data, hash)
    select project_id, seq + 100, issue_id, at, by_user_id, kind, jsonb_set(data, '{fields,description}',
      to_jsonb(data->'fields'->>'description' || repeat('x', 1000000))), hash
    from issue_log where issue_id = ${issue.id} and kind = 'CREATED'`.execute(db)
  const member = await findProjectMember(db, user, project.id)
  if (!member) throw new Error('no member')
  let read = 0
  const countCharacters: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += JSON.stringify(result.rows).length
      return result
    },
  }
  const ctx = { tx: db.withPlugin(countCharacters), member } as unknown as ProjectCtx
  const events = [
    ...(await listEventsOfTopics(ctx, {}, sql<boolean>`true`)),
    ...(await listEventsOfComments(ctx, {}, isCommentEntry)),
  ]
  const texts = events.flatMap(({ actions }) => actions.flatMap(({ value }) => value ?? []))
  const beginning = '@Ben Baker'.padEnd(1024, 'x')
  expect(texts.filter((text) => text === beginning)).toHaveLength(2)
  expect(read).toBeLessThan(20_000)
})
