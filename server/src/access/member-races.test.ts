import { setImmediate } from 'node:timers/promises'
import * as access from '@plumbline/contract/access/access'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { acceptTeamInvite, inviteToTeam } from '@plumbline/contract/teams/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { countLocks, waitForLocks } from '../../test/held-locks.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../test/make.ts'

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
    await waitForLocks(app, 2)
    return { refused }
  })
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403])
  const members = await owner.client.call(access.listMembers, { params, query: {} })
  expect(members).toContainEqual(expect.objectContaining({ user_id: other.id, permission_level: 'EDITOR' }))
  expect(members).toContainEqual(expect.objectContaining({ user_id: demoted.id, permission_level: 'VIEWER' }))
})

test('A person who is added while they request access leaves no open request', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const person = await makeUser(app)
  const seat = await owner.client.call(inviteToTeam, {
    params: { id: owner.team.id },
    body: { email: person.email },
  })
  await person.client.call(acceptTeamInvite, { params: { id: owner.team.id, inviteId: seat.id } })
  const { code } = await owner.client.call(access.getAccessCode, { params })
  await person.client.call(access.lookUpAccessCode, { params: { code } })
  const viewer = { role: 'OTHER', permission_level: 'VIEWER' } as const
  const calls = await app.server.db.transaction().execute(async (tx) => {
    await sql`lock table access_requests in share mode`.execute(tx)
    const added = owner.client.call(access.addMember, { params, body: { ...viewer, user_id: person.id } })
    await waitForLocks(app, 1)
    const requested = person.client.call(access.requestAccess, { params, body: { role: 'OTHER' } })
    await waitForLocks(app, 2)
    return [added, requested]
  })
  await Promise.allSettled(calls)
  expect(await person.client.call(access.listMyAccessRequests, {})).toEqual([])
  const membership = await person.client.call(access.getMembership, { params })
  expect(membership.permission_level).toBe('VIEWER')
})

for (const [name, act] of Object.entries({
  demoted: (owner: User, at: { id: string; userId: string }) =>
    owner.client.call(access.updateMember, {
      params: at,
      body: { role: 'OTHER', permission_level: 'VIEWER' },
    }),
  removed: (owner: User, at: { id: string; userId: string }) =>
    owner.client.call(access.removeMember, { params: at, query: {} }),
}))
  test(`A member who is ${name} while an issue is assigned to them is not its assignee`, async () => {
    const owner = await makeOwner(app)
    const params = { id: owner.project.id }
    const member = await makeMember(app, params.id, 'EDITOR')
    const { id: issueId } = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
    const at = { ...params, issueId }
    const calls = await app.server.db.transaction().execute(async (tx) => {
      await sql`lock table issue_log in share mode`.execute(tx)
      const assigned = owner.client.call(updateIssue, { params: at, body: { assignee_id: member.id } })
      await waitForLocks(app, 1)
      const acted = act(owner, { ...params, userId: member.id })
      let isDone = false
      void acted.finally(() => {
        isDone = true
      })
      while (!isDone && (await countLocks(app)) < 2) await setImmediate()
      return [assigned, acted]
    })
    await Promise.all(calls)
    expect((await owner.client.call(getIssue, { params: at })).assignee_id).toBe(null)
  })

test('An issue that is made for a member while they are removed has no assignee who has left', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const member = await makeMember(app, params.id, 'EDITOR')
  const calls = await app.server.db.transaction().execute(async (tx) => {
    await sql`select from projects where id = ${params.id} for no key update`.execute(tx)
    const gone = { ...params, userId: member.id }
    const removed = owner.client.call(access.removeMember, { params: gone, query: {} })
    await waitForLocks(app, 1)
    const body = { name: 'Crack', assignee_id: member.id }
    // null when the database lets the removal pass first
    const made = owner.client.call(createIssue, { params, body }).catch(() => null)
    await waitForLocks(app, 2)
    return { removed, made }
  })
  await calls.removed
  const issue = await calls.made
  if (issue) {
    const at = { ...params, issueId: issue.id }
    expect((await owner.client.call(getIssue, { params: at })).assignee_id).toBe(null)
  }
})

test('A person whose project is deleted while they request access is told of a conflict, not of a server error', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const asker = await makeUser(app)
  const { code } = await owner.client.call(access.getAccessCode, { params })
  await asker.client.call(access.lookUpAccessCode, { params: { code } })
  const { refused } = await app.server.db.transaction().execute(async (tx) => {
    await sql`select from projects where id = ${params.id} for update`.execute(tx)
    const refused = refusal(asker.client.call(access.requestAccess, { params, body: { role: 'OTHER' } }))
    await waitForLocks(app, 1)
    await sql`update projects set deleted_at = now() where id = ${params.id}`.execute(tx)
    return { refused }
  })
  expect((await refused).body.error).toBe('conflict')
})
