import * as access from '@plumbline/contract/access/access'
import { acceptTeamInvite, inviteToTeam, removeTeamMember } from '@plumbline/contract/teams/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner, makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

const editor = { role: 'OTHER', permission_level: 'EDITOR' } as const
const viewer = { role: 'OTHER', permission_level: 'VIEWER' } as const

/** A colleague who is invited to the project as EDITOR, and added as VIEWER while the invitation is open. */
async function makeInvitedMember({ client, project, team }: Owner) {
  const person = await makeUser(app)
  const { email } = person
  const company = { id: team.id }
  const seat = await client.call(inviteToTeam, { params: company, body: { email } })
  await person.client.call(acceptTeamInvite, { params: { ...company, inviteId: seat.id } })
  const params = { id: project.id }
  const invite = await client.call(access.createInvite, { params, body: { ...editor, email } })
  await client.call(access.addMember, { params, body: { ...viewer, user_id: person.id } })
  return { person, params: { ...params, inviteId: invite.id, userId: person.id } }
}

const listOpen = async ({ client, project }: Owner) => {
  const all = await client.call(access.listMembers, {
    params: { id: project.id },
    query: { show_invites: true },
  })
  return all.filter(({ kind }) => kind === 'INVITE')
}

test('A removed member cannot return by an invitation from before', async () => {
  const owner = await makeOwner(app)
  const { person, params } = await makeInvitedMember(owner)
  await owner.client.call(access.removeMember, { params, query: {} })
  expect((await refusal(person.client.call(access.acceptInvite, { params }))).body.error).toBe('wrong_state')
  expect((await refusal(person.client.call(access.getMembership, { params }))).status).toBe(404)
  expect(await listOpen(owner)).toEqual([])
})

test('A member whose level was set cannot raise it by an earlier invitation', async () => {
  const owner = await makeOwner(app)
  const { person, params } = await makeInvitedMember(owner)
  await owner.client.call(access.updateMember, { params, body: viewer })
  expect((await refusal(person.client.call(access.acceptInvite, { params }))).body.error).toBe('wrong_state')
  const standing = await person.client.call(access.getMembership, { params })
  expect(standing.permission_level).toBe('VIEWER')
})

test('A person who left the company cannot return to its project by an invitation from before', async () => {
  const owner = await makeOwner(app)
  const { person, params } = await makeInvitedMember(owner)
  const colleague = { id: owner.team.id, userId: person.id }
  await owner.client.call(removeTeamMember, { params: colleague })
  expect((await refusal(person.client.call(access.acceptInvite, { params }))).body.error).toBe('wrong_state')
  expect(await listOpen(owner)).toEqual([])
})
