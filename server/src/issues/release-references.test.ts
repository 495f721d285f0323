import { removeMember } from '@plumbline/contract/access/access'
import { listIssues } from '@plumbline/contract/issues/lists'
import { checkLog } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createLevel, deleteLevel } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner } from '../../test/make.ts'

/** more than one page */
const MANY = 1500

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Inserts issues of the company that all name a level or a person. */
const insertMany = ({ project }: Owner, column: 'level_id' | 'assignee_id' | 'created_by', value: string) =>
  sql`insert into issues (id, project_id, team_id, number, name, visibility, ${sql.ref(column)})
    select gen_random_uuid(), p.id, p.team_id, n, 'Issue ' || n, 'COMPANY', ${value}
    from projects p, generate_series(1, ${MANY}) n where p.id = ${project.id}`.execute(app.server.db)

const countEvents = async (projectId: string) => {
  const { count } = await app.server.db
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', projectId)
    .where('type', '=', 'issue.updated')
    .executeTakeFirstOrThrow()
  return count
}

test('A deleted level is cleared from all its issues with one event per page', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const level = await owner.client.call(createLevel, { params: { id }, body: { name: 'L1', elevation_m: 3 } })
  await insertMany(owner, 'level_id', level.id)

  await owner.client.call(deleteLevel, { params: { id, levelId: level.id } })

  const cleared = await owner.client.call(listIssues, {
    params: { id },
    query: { level_id: 'none' } as never,
  })
  expect(cleared.total).toBe(MANY)
  expect(await countEvents(id)).toBe(2)
  expect(await owner.client.call(checkLog, { params: { id } })).toMatchObject({
    broken_at: null,
    entries: MANY,
  })
})

test('A successor in many issues is notified once per page', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const leaving = await makeMember(app, id, 'EDITOR')
  const successor = await makeMember(app, id, 'EDITOR')
  await insertMany(owner, 'assignee_id', leaving.id)

  const query = { reassign_to: successor.id }
  await owner.client.call(removeMember, { params: { id, userId: leaving.id }, query } as never)

  const theirs = { params: { id }, query: { assignee_id: successor.id } as never }
  expect((await successor.client.call(listIssues, theirs)).total).toBe(MANY)
  const notes = await successor.client.call(listNotifications, { query: {} })
  const counts = notes.flatMap(({ type, payload }) =>
    type === 'ISSUE_ASSIGNED' ? [payload.issue_count] : [],
  )
  expect(counts.sort()).toEqual([1000, 500])
})

test('The deletion of the author of many issues is published once to everybody who sees them', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const author = await makeMember(app, id, 'EDITOR')
  await insertMany(owner, 'created_by', author.id)

  await author.client.call(deleteMe, {})

  expect(await countEvents(id)).toBe(1)
  const { items } = await owner.client.call(listIssues, { params: { id }, query: { limit: 1 } })
  expect(items).toMatchObject([{ created_by: null }])
})
