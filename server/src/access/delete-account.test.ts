import fs from 'node:fs'
import path from 'node:path'
import { listMembers } from '@plumbline/contract/access/access'
import { listChats, listMessages, sendMessage } from '@plumbline/contract/chat/chat'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { getProject, listDeletedProjects, restoreProject } from '@plumbline/contract/projects/projects'
import { acceptTeamInvite, inviteToTeam, listTeamMembers } from '@plumbline/contract/teams/teams'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { getMe } from '@plumbline/contract/users/get-me'
import { setMyPicture } from '@plumbline/contract/users/profile'
import { listUsers } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, type User, waitForMail } from '../../test/make.ts'
import { dumpTables } from '../../test/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Creates a member of the owner's company. */
async function makeColleague(owner: Owner, name?: string): Promise<User> {
  const user = await makeUser(app, name)
  const { id } = await owner.client.call(inviteToTeam, {
    params: { id: owner.team.id },
    body: { email: user.email, role: 'MEMBER' },
  })
  await user.client.call(acceptTeamInvite, { params: { id: owner.team.id, inviteId: id } })
  return user
}

test('Deleting an account keeps authored content anonymously, unassigns issues and deletes personal data', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const leaver = await makeMember(app, owner.project.id, 'EDITOR', 'Lea Leaver')
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { picture_id } = await leaver.client.call(setMyPicture, {
    file: new Blob([png as Uint8Array<ArrayBuffer>]),
  })
  const written = await leaver.client.call(createIssue, { params, body: { name: 'Crack in slab' } })
  const assigned = await owner.client.call(createIssue, {
    params,
    body: { name: 'To do', assignee_id: leaver.id },
  })
  const [chat] = await leaver.client.call(listChats, {})
  await leaver.client.call(sendMessage, { params: { id: chat?.id ?? '' }, body: { message: 'Goodbye' } })

  await leaver.client.call(deleteMe, {})
  expect(leaver.client.cookies.size).toBe(0)
  expect((await refusal(leaver.client.call(getMe, {}))).status).toBe(401)
  const read = (id: string) => owner.client.call(getIssue, { params: { ...params, issueId: id } })
  expect(await read(written.id)).toMatchObject({ name: 'Crack in slab', created_by: null })
  expect(await read(assigned.id)).toMatchObject({ assignee_id: null })
  const messages = await owner.client.call(listMessages, { params: { id: chat?.id ?? '' }, query: {} })
  expect(messages).toMatchObject([{ message: 'Goodbye', user_id: null }])
  expect((await owner.client.call(listUsers, { query: {} })).map(({ id }) => id)).not.toContain(leaver.id)
  const members = await owner.client.call(listMembers, { params, query: {} })
  expect(JSON.stringify(members)).not.toContain(leaver.id)
  await expect
    .poll(() => fs.existsSync(path.join(app.dataDir, 'blobs/pictures', picture_id ?? '')))
    .toBe(false)
  expect(await waitForMail(app, leaver.email)).toContain('Your account was deleted')
  const mails = await app.server.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', leaver.email)
    .execute()
  expect(mails).toHaveLength(1)
})

test('Deleting an account publishes the unassigned issues to the project', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const leaver = await makeMember(app, owner.project.id, 'EDITOR')
  const issue = await owner.client.call(createIssue, {
    params,
    body: { name: 'To do', assignee_id: leaver.id },
  })
  await app.server.db.deleteFrom('outbox').execute()
  await leaver.client.call(deleteMe, {})
  const told = await app.server.db.selectFrom('outbox').selectAll().execute()
  const types = told.filter(({ data }) => data.issue_id === issue.id).map(({ type }) => type)
  expect(types).toContain('issue.updated')
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.updated', 'member.removed']))
})

test('The owner of a company with other members cannot delete their account', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  await makeColleague(owner)
  const before = await dumpTables(app)
  const { status, body } = await refusal(owner.client.call(deleteMe, {}))
  expect([status, body.error]).toEqual([409, 'wrong_state'])
  expect(body.message).toContain('Okafor Builders')
  expect(await dumpTables(app)).toEqual(before)
  expect((await owner.client.call(getMe, {})).id).toBe(owner.id)
})

test('Deleting the only member closes the company and trashes its projects for guest administrators', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const admin = await makeMember(app, owner.project.id, 'ADMIN')
  await owner.client.call(deleteMe, {})
  expect((await refusal(admin.client.call(getProject, { params }))).status).toBe(404)
  const trash = await admin.client.call(listDeletedProjects, {})
  expect(trash.map(({ id }) => id)).toContain(owner.project.id)
  const home = await makeOwner(app)
  expect((await refusal(home.client.call(restoreProject, { params: { projectId: params.id } }))).status).toBe(
    404,
  )
})

test('Deleting a member’s account leaves the company to the others', async () => {
  const owner = await makeOwner(app)
  const colleague = await makeColleague(owner)
  await colleague.client.call(deleteMe, {})
  const people = await owner.client.call(listTeamMembers, { params: { id: owner.team.id } })
  expect(JSON.stringify(people)).not.toContain(colleague.id)
  expect((await owner.client.call(getMe, {})).teams).toHaveLength(1)
})

test('Of a concurrent account deletion and a new member exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await makeOwner(app)
    const user = await makeUser(app)
    const { id: inviteId } = await owner.client.call(inviteToTeam, {
      params: { id: owner.team.id },
      body: { email: user.email, role: 'MEMBER' },
    })
    const [deleted, joined] = await Promise.allSettled([
      owner.client.call(deleteMe, {}),
      user.client.call(acceptTeamInvite, { params: { id: owner.team.id, inviteId } }),
    ])
    expect([deleted.status, joined.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('A colleague’s account is deleted during a write that refers to the company', async () => {
  const owner = await makeOwner(app)
  const colleague = await makeColleague(owner)
  await app.server.db.transaction().execute(async (tx) => {
    // the lock of a foreign key
    await sql`select from teams where id = ${owner.team.id} for key share`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(tx)
    await colleague.client.call(deleteMe, {})
  })
  const members = await owner.client.call(listTeamMembers, { params: { id: owner.team.id } })
  expect(members.map(({ user_id }) => user_id)).toEqual([owner.id])
})
