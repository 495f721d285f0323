import {
  acceptInvite,
  approveAccessRequest,
  createInvite,
  getAccessCode,
  lookUpAccessCode,
  removeMember,
  requestAccess,
} from '@plumbline/contract/access/access'
import { updateCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { deleteTeam } from '@plumbline/contract/teams/teams'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { callWhileHeld } from '../../test/held-locks.ts'
import { makeFieldDefiner, makeMember, makeOwner, makeUser } from '../../test/make.ts'

/**
 * The order of locks in writes of people: companies, people, memberships, projects, invitations and requests, issues; last the
 * full locks of companies and people. A call that waits for one of them holds none that comes later.
 */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const standing = { role: 'OTHER', permission_level: 'EDITOR' } as const

const lockPerson = (id: string) => sql`select from users where id = ${id} for no key update`
const refersToPerson = (id: string) => sql`select from users where id = ${id} for key share nowait`

/** A guest who has been invited and has asked for access as well. */
async function makeInvited() {
  const owner = await makeOwner(app)
  const guest = await makeUser(app)
  const params = { id: owner.project.id }
  const { code } = await owner.client.call(getAccessCode, { params })
  await guest.client.call(lookUpAccessCode, { params: { code } })
  const { id: requestId } = await guest.client.call(requestAccess, { params, body: { role: 'OTHER' } })
  const { id: inviteId } = await owner.client.call(createInvite, {
    params,
    body: { email: guest.email, ...standing },
  })
  const request = sql`select from access_requests where id = ${requestId} for update nowait`
  const invite = sql`select from project_invites where id = ${inviteId} for update nowait`
  return { owner, guest, params, requestId, inviteId, request, invite }
}

test('An acceptance that waits for its person does not hold the invitation', async () => {
  const { guest, params, inviteId, invite, request } = await makeInvited()
  await callWhileHeld(app, {
    held: lockPerson(guest.id),
    call: () => guest.client.call(acceptInvite, { params: { ...params, inviteId } }),
    free: [invite, request],
  })
})

test('An approval that waits for the person does not hold the request', async () => {
  const { owner, guest, params, requestId, request } = await makeInvited()
  await callWhileHeld(app, {
    held: lockPerson(guest.id),
    call: () => owner.client.call(approveAccessRequest, { params: { ...params, requestId }, body: standing }),
    free: [request],
  })
})

test('A deletion of an account that waits for the person does not hold memberships and requests', async () => {
  const { guest, request } = await makeInvited()
  const other = await makeOwner(app)
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: other.project.id, user_id: guest.id, ...standing })
    .execute()
  await callWhileHeld(app, {
    held: lockPerson(guest.id),
    call: () => guest.client.call(deleteMe, {}),
    free: [request, sql`select from project_members where user_id = ${guest.id} for update nowait`],
  })
})

test('A deletion of an account that waits for an issue or an invitation of the person lets others refer to the person', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const admin = await makeMember(app, owner.project.id, 'ADMIN')
  const { id } = await admin.client.call(createIssue, { params, body: { name: 'Crack' } })
  await callWhileHeld(app, {
    held: sql`select from issues where id = ${id} for update`,
    call: () => admin.client.call(deleteMe, {}),
    free: [refersToPerson(admin.id)],
  })
  const second = await makeMember(app, owner.project.id, 'ADMIN')
  const body = { email: 'somebody@example.com', ...standing }
  const invite = await second.client.call(createInvite, { params, body })
  await callWhileHeld(app, {
    held: sql`select from project_invites where id = ${invite.id} for update`,
    call: () => second.client.call(deleteMe, {}),
    free: [refersToPerson(second.id)],
  })
})

test('A removal that waits for an issue which is assigned to the member does not hold the project', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'EDITOR')
  const params = { id: owner.project.id, userId: member.id }
  await callWhileHeld(app, {
    held: sql`select from project_members where user_id = ${member.id} for share`,
    call: () => owner.client.call(removeMember, { params, query: {} }),
    free: [sql`select from projects where id = ${params.id} for no key update nowait`],
  })
})

test('A change of an issue that waits for its new assignee does not hold the issue', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'EDITOR')
  const params = { id: owner.project.id }
  const { id } = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const change = { params: { ...params, issueId: id }, body: { assignee_id: member.id } }
  await callWhileHeld(app, {
    held: sql`select from project_members where user_id = ${member.id} for update`,
    call: () => owner.client.call(updateIssue, change),
    free: [sql`select from issues where id = ${id} for update nowait`],
  })
})

const lockProjectNow = (id: string) => sql`select from projects where id = ${id} for no key update nowait`

/** A member, a custom field for people, and an issue of the owner. */
async function makePersonField() {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'EDITOR')
  const params = { id: owner.project.id }
  const field = await makeFieldDefiner(owner, params.id)({ name: 'Surveyor', kind: 'PERSON' })
  const { id: issueId } = await owner.client.call(createIssue, { params, body: { name: 'Crack' } })
  const held = sql`select from project_members where user_id = ${member.id} for update`
  const custom_fields = { [field.id]: member.id }
  return { owner, member, params, field, issueId, held, custom_fields }
}

test('A change of an issue that waits for a person in a custom field does not hold the issue', async () => {
  const { owner, params, issueId, held, custom_fields } = await makePersonField()
  await callWhileHeld(app, {
    held,
    call: () => owner.client.call(updateIssue, { params: { ...params, issueId }, body: { custom_fields } }),
    free: [sql`select from issues where id = ${issueId} for update nowait`],
  })
})

test('A new issue that waits for a person in a custom field, named or by default, does not hold the project', async () => {
  const { owner, member, params, field, held, custom_fields } = await makePersonField()
  const free = [lockProjectNow(params.id)]
  const create = (body: object) =>
    owner.client.call(createIssue, { params, body: { name: 'Crack', ...body } })
  await callWhileHeld(app, { held, call: () => create({ custom_fields }), free })
  const at = { ...params, customFieldId: field.id }
  const setDefault = () => owner.client.call(updateCustomField, { params: at, body: { initial: member.id } })
  await callWhileHeld(app, { held, call: setDefault, free })
  await callWhileHeld(app, {
    held,
    call: async () => expect((await create({})).custom_fields).toEqual(custom_fields),
    free,
  })
})

test('A company that is closed while an issue is created in its project lets the issue refer to the company', async () => {
  const { client, project, team } = await makeOwner(app)
  await callWhileHeld(app, {
    held: sql`select from projects where id = ${project.id} for no key update`,
    call: () => client.call(deleteTeam, { params: { id: team.id } }),
    free: [sql`select from teams where id = ${team.id} for key share nowait`],
  })
})
