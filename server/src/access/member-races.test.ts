import { setImmediate } from 'node:timers/promises'
import * as access from '@plumbline/contract/access/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('An administrator who is demoted while they change members cannot change them any more', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const [demoted, other] = [
    await makeMember(app, params.id, 'ADMIN'),
    await makeMember(app, params.id, 'EDITOR'),
  ]
  const of = ({ id }: { id: string }) => ({ params: { ...params, userId: id } })
  const { db } = app.server
  const waits = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const raise = { role: 'OTHER', permission_level: 'ADMIN' } as const
  const { refused } = await db.transaction().execute(async (tx) => {
    await sql`select from projects where id = ${params.id} for no key update`.execute(tx)
    await tx
      .updateTable('project_members')
      .set({ permission_level: 'VIEWER' })
      .where('project_id', '=', params.id)
      .where('user_id', '=', demoted.id)
      .execute()
    const refused = [
      refusal(demoted.client.call(access.removeMember, { ...of(other), query: {} })),
      refusal(demoted.client.call(access.updateMember, { ...of(demoted), body: raise })),
    ]
    while (((await waits.execute(db)).rows[0]?.count ?? 0) < 2) await setImmediate()
    return { refused }
  })
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403])
  const members = await owner.client.call(access.listMembers, { params, query: {} })
  expect(members).toContainEqual(expect.objectContaining({ user_id: other.id, permission_level: 'EDITOR' }))
  expect(members).toContainEqual(expect.objectContaining({ user_id: demoted.id, permission_level: 'VIEWER' }))
})
