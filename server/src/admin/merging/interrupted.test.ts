import { listMembers } from '@plumbline/contract/access/access'
import { getAccount, mergeAccounts } from '@plumbline/contract/admin/people'
import { sendMessage } from '@plumbline/contract/chat/chat'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, checkLog } from '@plumbline/contract/issues/timeline'
import { createProject } from '@plumbline/contract/projects/projects'
import { updateMe } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { RefusedCall, refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User } from '../../../test/make.ts'
import { listColumnsNaming, mergeAtMachine, nameEverywhere } from '../../../test/merged-world.ts'
import { longTest } from '../../../test/size.ts'
import { dumpTables } from '../../../test/world.ts'
import { referenceRules, textRules } from './reference-rules.ts'
import { settleMerges } from './settle-merges.ts'

let app: TestApp
let operator: User
beforeAll(async () => {
  app = await startApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

const merge = (kept: User, givenUp: User) =>
  operator.client.call(mergeAccounts, {
    params: { id: kept.id },
    body: { given_up_id: givenUp.id, email: givenUp.email, password: PASSWORD },
  })
const settle = (after_ms: number) =>
  settleMerges({ ...app.server, now: () => new Date(Date.now() + after_ms) }, app.teller)

/** Columns that name the account, apart from records of the past. */
async function listLeftOvers(id: string) {
  const rules: Record<string, string> = { ...referenceRules, ...textRules }
  return (await listColumnsNaming(app, id)).filter(
    (name) => rules[name] !== 'RECORDED' && name !== 'users.id',
  )
}

test('A merge that fails at its last statement, or whose connection is cut, has merged nothing', async () => {
  const { kept, givenUp } = await nameEverywhere(app)
  const { db } = app.server
  const before = await dumpTables(app)
  // the log of the operators is written when everything else was moved
  await sql`create function fail_merge() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger fail_merge before insert on operator_log for each row execute function fail_merge()`.execute(
    db,
  )
  expect((await refusal(merge(kept, givenUp))).status).toBeGreaterThanOrEqual(500)
  expect(await dumpTables(app)).toEqual(before)

  await sql`create or replace function fail_merge() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db)
  expect((await refusal(merge(kept, givenUp))).status).toBe(503)
  expect(await dumpTables(app)).toEqual(before)

  await sql`drop trigger fail_merge on operator_log`.execute(db)
  await merge(kept, givenUp)
  expect(await listLeftOvers(givenUp.id)).toEqual([])
})

test('Writes during a merge of two accounts are kept, or refused with the reason', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const kept = await makeMember(app, params.id, 'EDITOR', 'Ada After')
  const givenUp = await makeMember(app, params.id, 'EDITOR', 'Bea Before')
  const issues = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      givenUp.client.call(createIssue, { params, body: { name: `Issue ${index}`, assignee_id: givenUp.id } }),
    ),
  )
  const { id: chat } = await app.server.db
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', params.id)
    .executeTakeFirstOrThrow()
  const writes = (round: number) =>
    issues.flatMap(({ id }) => {
      const at = { ...params, issueId: id }
      const text = `round ${round}`
      return [
        () => givenUp.client.call(addComment, { params: at, body: { text } }),
        () => kept.client.call(addComment, { params: at, body: { text } }),
        () => owner.client.call(updateIssue, { params: at, body: { assignee_id: givenUp.id } }),
        () => givenUp.client.call(sendMessage, { params: { id: chat }, body: { message: text } }),
        () => owner.client.call(bulkChangeIssues, { params, body: { ids: [id], change: { stage: text } } }),
        () => givenUp.client.call(updateMe, { body: { last_name: text } }),
      ]
    })
  const results: PromiseSettledResult<unknown>[] = []
  const run = async (round: number) =>
    void results.push(...(await Promise.allSettled(writes(round).map((write) => write()))))
  const running = [run(1), run(2)]
  await merge(kept, givenUp)
  await Promise.all([...running, run(3)])

  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  for (const error of refused) {
    expect(error).toBeInstanceOf(RefusedCall)
    const { status, body } = error as RefusedCall
    // the ended session, or an assignee who is no longer a member
    expect([401, 400]).toContain(status)
    if (status === 401) expect(body.reason?.code).toBe('account_merged')
  }
  expect(refused.length).toBeLessThan(results.length)
  await settle(0)
  expect(await listLeftOvers(givenUp.id)).toEqual([])
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from issue_comments c join issues i on i.id = c.issue_id where i.project_id = ${params.id})
      + (select count(*)::int from chat_messages where chat_id = ${chat}) as count`.execute(app.server.db)
  const sent = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value as object)
  expect(rows[0]?.count).toBe(
    sent.filter((value) => 'attachment_ids' in value || 'reactions' in value).length,
  )
  expect(await owner.client.call(checkLog, { params })).toMatchObject({ broken_at: null })
})

longTest('A write that was on its way is moved within a minute, until none can be any more', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const kept = await makeUser(app)
  const givenUp = await makeUser(app)
  const { id } = await owner.client.call(createIssue, { params, body: { name: 'Late' } })
  await mergeAtMachine(app, { kept: kept.id, given_up: givenUp.id })
  const joinLate = () =>
    app.server.db
      .insertInto('project_members')
      .values({ project_id: params.id, user_id: givenUp.id, role: 'OTHER', permission_level: 'EDITOR' })
      .execute()
  await joinLate()
  await app.server.db.updateTable('issues').set({ assignee_id: givenUp.id }).where('id', '=', id).execute()
  await settle(0)
  expect((await owner.client.call(getIssue, { params: { ...params, issueId: id } })).assignee_id).toBe(
    kept.id,
  )
  const members = await owner.client.call(listMembers, { params, query: {} })
  expect(JSON.stringify(members)).toContain(kept.id)
  expect(await listLeftOvers(givenUp.id)).toEqual([])

  await settle(5 * 60_000)
  await joinLate()
  await settle(6 * 60_000)
  expect(await listLeftOvers(givenUp.id)).toEqual(['project_members.user_id'])
})

test('Of two merges at once exactly one succeeds', async () => {
  const [a, b] = [await makeOwner(app), await makeOwner(app)]
  const results = await Promise.allSettled([merge(a, b), merge(b, a)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const accounts = await Promise.all(
    [a, b].map(({ id }) => operator.client.call(getAccount, { params: { id } })),
  )
  expect(accounts.filter(({ merged_into }) => merged_into !== null)).toHaveLength(1)
  expect(accounts.map(({ companies }) => companies.length).sort()).toEqual([0, 2])
})

test('A project that the given-up account has created belongs to the kept one', async () => {
  const [kept, givenUp] = [await makeOwner(app), await makeOwner(app)]
  const project = await givenUp.client.call(createProject, { body: { name: 'New School' } })
  await merge(kept, givenUp)
  const row = await app.server.db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', project.id)
    .execute()
  expect(row).toEqual([{ user_id: kept.id }])
})
