import { deleteTeam } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockUsers } from './team-members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const countWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.server.db)
  return rows.length
}

test('A recorded action that waits for the closing of its company does not hold the audit log', async () => {
  const { team, id } = await makeOwner(app)
  const { db } = app.server
  const actor = { user_id: id, session_id: null }
  const scope = { team_id: team.id }
  let recorded: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('teams').select('id').where('id', '=', team.id).forUpdate().execute()
    recorded = db
      .transaction()
      .execute((other) => recordAudit({ tx: other, actor }, scope, { kind: 'COMPANY_CHANGED' }))
    await expect.poll(countWaiting).toBe(1)
    await recordAudit({ tx, actor }, scope, { kind: 'COMPANY_CLOSED' })
  })
  await recorded
})

test('A closing company that waits for a write of one of its members can still be referred to by this write', async () => {
  const { client, team, id } = await makeOwner(app)
  let closing: Promise<unknown> = Promise.resolve()
  await app.server.db.transaction().execute(async (tx) => {
    await lockUsers(tx, [id])
    closing = client.call(deleteTeam, { params: { id: team.id } })
    await expect.poll(countWaiting).toBe(1)
    // the lock of a foreign key; it fails instead of waiting
    await sql`select from teams where id = ${team.id} for key share nowait`.execute(tx)
  })
  await closing
})
