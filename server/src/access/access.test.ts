import * as access from '@plumbline/contract/access/access'
import { checkSignupCode } from '@plumbline/contract/auth/auth'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { deleteProject, getProject, updateProject } from '@plumbline/contract/projects/projects'
import { acceptTeamInvite, inviteToTeam, listMyTeamInvites } from '@plumbline/contract/teams/teams'
import { listUsers, maxListedPeople, updateMe } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import {
  makeMember,
  makeOwner,
  makeUser,
  parseCode,
  signUpByCode,
  type User,
  waitForMail,
} from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const HOUR_MS = 3600 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const subcontractor = { role: 'SUBCONTRACTOR' as const, permission_level: 'CONTRIBUTOR' as const }
const asked = { role: 'SUBCONTRACTOR' as const }

const notesOf = async ({ client }: { client: Client }) =>
  (await client.call(listNotifications, { query: {} })).map(({ type, payload }) => ({ type, ...payload }))

/** A refusal without its request id. */
async function seen(work: Promise<unknown>) {
  const { status, body } = await refusal(work)
  return [status, body.error, body.message]
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

const inviteOf = ({ client, project }: Owner, email: string, standing = subcontractor) =>
  client.call(access.createInvite, { params: { id: project.id }, body: { email, ...standing } })

/** A user who has looked up the project's access code. */
async function makeAsker({ client, project }: Owner): Promise<User> {
  const asker = await makeUser(app, 'Aram Asker')
  const { code } = await client.call(access.getAccessCode, { params: { id: project.id } })
  await asker.client.call(access.lookUpAccessCode, { params: { code } })
  return asker
}

const ask = ({ client }: User, id: string) =>
  client.call(access.requestAccess, { params: { id }, body: { ...asked, message: 'Ducts, level 2' } })

test('An administrator can add connected people but no strangers', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const second = await makeOwner(app)
  const colleague = await makeMember(app, second.project.id, 'VIEWER', 'Colin League')
  const stranger = await makeUser(app)
  const params = { id: owner.project.id }
  const add = (user_id: string) =>
    owner.client.call(access.addMember, { params, body: { user_id, ...subcontractor } })
  expect((await refusal(add(stranger.id))).status).toBe(404)
  // from now on they share a project
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: second.project.id, user_id: owner.id, role: 'OTHER', permission_level: 'VIEWER' })
    .execute()
  const admin = await makeMember(app, params.id, 'ADMIN')
  expect(await add(colleague.id)).toMatchObject({ kind: 'MEMBER', user_id: colleague.id, ...subcontractor })
  expect((await refusal(add(colleague.id))).body.error).toBe('already_exists')
  expect(await notesOf(colleague)).toMatchObject([
    { type: 'USER_ADDED_TO_PROJECT', added_by_user_name: 'Ines Okafor', project_name: 'Harbour School' },
  ])
  expect(await notesOf(admin)).toMatchObject([
    { type: 'PROJECT_MEMBER_ADDED', added_user_name: 'Colin League', added_by_user_name: 'Ines Okafor' },
  ])
  expect(await notesOf(owner)).toEqual([])
})

test('An address that is invited again gets its invitation also behind a thousand newer ones', async () => {
  const owner = await makeOwner(app)
  const first = await inviteOf(owner, 'first@example.com')
  await sql`insert into project_invites (id, project_id, email, role, permission_level, invited_by, expires_at, created_at)
    select gen_random_uuid(), project_id, 'later' || n || '@example.com', role, permission_level, invited_by, expires_at,
      created_at + interval '1 minute' from project_invites, generate_series(1, 1000) n where id = ${first.id}`.execute(
    app.server.db,
  )
  expect((await inviteOf(owner, 'First@example.com')).id).toBe(first.id)
})

test('A member reads their own role, and the member list shows each member’s company', async () => {
  const owner = await makeOwner(app)
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const params = { id: owner.project.id }
  expect(await viewer.client.call(access.getMembership, { params })).toEqual({
    project_id: params.id,
    user_id: viewer.id,
    team_id: null,
    role: 'OTHER',
    permission_level: 'VIEWER',
    is_implied: false,
  })
  await inviteOf(owner, 'pending@example.com')
  const shown = (client: Client) =>
    client.call(access.listMembers, { params, query: { show_invites: 'true' } })
  expect((await shown(viewer.client)).map(({ kind }) => kind)).toEqual(['MEMBER', 'MEMBER'])
  expect((await shown(owner.client)).map(({ kind }) => kind)).toEqual(['MEMBER', 'MEMBER', 'INVITE'])
  const one = { params: { ...params, userId: owner.id } }
  expect(await viewer.client.call(access.getMember, one)).toMatchObject({
    team_name: owner.team.name,
    permission_level: 'ADMIN',
    last_seen_at: expect.any(String),
  })
  const nobody = { params: { ...params, userId: crypto.randomUUID() } }
  expect((await refusal(viewer.client.call(access.getMember, nobody))).status).toBe(404)
})

test('A new user finds the invitation to their address and joins the project', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const invite = await inviteOf(owner, 'Ducts.New@Example.com')
  expect(invite).toMatchObject({ state: 'PENDING', email: 'ducts.new@example.com' })
  const mail = await waitForMail(app, invite.email)
  expect(mail).toContain('Ines Okafor invited you to the project Harbour School')
  const code = parseCode(mail)
  const check = () => new Client(app).call(checkSignupCode, { query: { code } })
  expect(await check()).toMatchObject({
    has_account: false,
    invitation: { id: invite.id, project_id: owner.project.id, name: 'Harbour School', is_pending: true },
  })
  const guest = await signUpByCode(app, code, 'Dora Ducts')
  expect(await notesOf(guest)).toMatchObject([
    { type: 'USER_INVITED_TO_PROJECT', invitation_id: invite.id, from_name: 'Ines Okafor' },
  ])
  expect(await guest.client.call(access.listMyInvites, {})).toMatchObject([{ id: invite.id }])
  const ref = { params: { id: owner.project.id, inviteId: invite.id } }
  expect((await guest.client.call(access.acceptInvite, ref)).state).toBe('APPROVED')
  // the link leads into the project from now on, and creates no second account
  expect(await check()).toMatchObject({ has_account: true, invitation: { is_pending: false } })
  expect((await refusal(signUpByCode(app, code))).body.error).toBe('already_exists')
  expect(await guest.client.call(getProject, { params: { id: owner.project.id } })).toMatchObject({
    my_permission_level: 'CONTRIBUTOR',
    my_role: 'SUBCONTRACTOR',
  })
  expect(await notesOf(owner)).toMatchObject([
    { type: 'USER_JOINED_PROJECT', added_user_name: 'Dora Ducts', project_name: 'Harbour School' },
  ])
})

test('An invitation is hidden from everybody but its addressee and administrators', async () => {
  const owner = await makeOwner(app)
  const [guest, stranger] = [await makeUser(app), await makeUser(app)]
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const { id: inviteId } = await inviteOf(owner, guest.email)
  const params = { id: owner.project.id, inviteId }
  const absent = { ...params, inviteId: crypto.randomUUID() }
  for (const { client } of [stranger, editor, owner])
    expect(await seen(client.call(access.acceptInvite, { params }))).toEqual(
      await seen(client.call(access.acceptInvite, { params: absent })),
    )
  expect((await refusal(editor.client.call(access.listInvites, { params: { id: params.id } }))).status).toBe(
    403,
  )
  expect(await notesOf(guest)).toMatchObject([{ type: 'USER_INVITED_TO_PROJECT', invitation_id: inviteId }])
})

test('A closed invitation is refused with the way it ended', async () => {
  const owner = await makeOwner(app)
  const guest = await makeUser(app)
  const params = async () => ({
    id: owner.project.id,
    inviteId: (await inviteOf(owner, guest.email)).id,
  })
  const answer = async (ref: { id: string; inviteId: string }) =>
    (await seen(guest.client.call(access.acceptInvite, { params: ref }))).slice(1)
  const declined = await params()
  await guest.client.call(access.declineInvite, { params: declined })
  expect(await answer(declined)).toEqual(['wrong_state', 'This invitation was already declined.'])
  const withdrawn = await params()
  expect((await owner.client.call(access.cancelInvite, { params: withdrawn })).state).toBe('CANCELLED')
  expect(await answer(withdrawn)).toEqual(['wrong_state', 'This invitation was cancelled.'])
  const expired = await params()
  await app.server.db
    .updateTable('project_invites')
    .set({ expires_at: ago(1) })
    .where('id', '=', expired.inviteId)
    .execute()
  expect(await answer(expired)).toEqual(['wrong_state', 'This invitation has expired.'])
  const mine = await guest.client.call(access.listMyInvites, {})
  expect(mine.map(({ state }) => state).sort()).toEqual(['CANCELLED', 'EXPIRED', 'REJECTED'])
  const accepted = await params()
  expect(accepted.inviteId).not.toBe(expired.inviteId)
  await guest.client.call(access.acceptInvite, { params: accepted })
  expect(await answer(accepted)).toEqual(['wrong_state', 'This invitation was already accepted.'])
  expect((await refusal(inviteOf(owner, guest.email))).body.error).toBe('already_exists')
})

test('A member who accepts an invitation keeps the higher level', async () => {
  const owner = await makeOwner(app)
  for (const [has, gets, keeps] of [
    ['EDITOR', 'CONTRIBUTOR', 'EDITOR'],
    ['VIEWER', 'CONTRIBUTOR', 'CONTRIBUTOR'],
  ] as const) {
    const guest = await makeUser(app)
    const { id } = await inviteOf(owner, guest.email, { ...subcontractor, permission_level: gets })
    await app.server.db
      .insertInto('project_members')
      .values({ project_id: owner.project.id, user_id: guest.id, role: 'OTHER', permission_level: has })
      .execute()
    const params = { id: owner.project.id, inviteId: id }
    expect((await guest.client.call(access.acceptInvite, { params })).state).toBe('APPROVED')
    const standing = await guest.client.call(access.getMembership, { params: { id: owner.project.id } })
    expect(standing.permission_level).toBe(keeps)
  }
})

test('Inviting to a project or company needs the rights of that project or company', async () => {
  const owner = await makeOwner(app)
  const editor = await makeMember(app, owner.project.id, 'EDITOR')
  const guest = await makeUser(app)
  const invite = (client: Client, body: object) =>
    client.call(access.inviteAnywhere, { body: { email: guest.email, ...body } })
  const [project_id, team_id] = [owner.project.id, owner.team.id]
  expect(await invite(owner.client, { project_id })).toMatchObject({
    project_id,
    team_id: null,
    state: 'PENDING',
  })
  expect(await invite(owner.client, { team_id })).toMatchObject({ project_id: null, team_id })
  expect(await guest.client.call(access.listMyInvites, {})).toHaveLength(1)
  expect(await guest.client.call(listMyTeamInvites, {})).toMatchObject([{ role: 'MEMBER' }])
  expect((await refusal(invite(editor.client, { project_id }))).status).toBe(403)
  expect((await refusal(invite(editor.client, { team_id }))).status).toBe(404)
  expect((await refusal(invite(owner.client, {}))).status).toBe(400)
  expect((await refusal(invite(owner.client, { project_id, team_id }))).status).toBe(400)
  expect((await refusal(invite(owner.client, { project_id, role: 'MEMBER' }))).status).toBe(400)
  expect((await refusal(invite(owner.client, { team_id, role: 'ARCHITECT' }))).status).toBe(400)
})

test('A code is accepted however it is typed and stops working when regenerated', async () => {
  const owner = await makeOwner(app)
  const guest = await makeUser(app)
  const params = { id: owner.project.id }
  const { code, url } = await owner.client.call(access.getAccessCode, { params })
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(url).toContain(`/client?code=${code}`)
  const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  const look = (text: string) => guest.client.call(access.lookUpAccessCode, { params: { code: text } })
  expect(await look(typed)).toEqual({
    id: params.id,
    name: 'Harbour School',
    team_name: owner.team.name,
    already_member: false,
    pending_request: null,
  })
  const renewed = await owner.client.call(access.regenerateAccessCode, { params })
  expect(renewed.code).not.toBe(code)
  const unknown = await seen(look('0000-0000'))
  expect(unknown.slice(0, 2)).toEqual([404, 'not_found'])
  expect(await seen(look(code))).toEqual(unknown)
  expect(await seen(look('not a code at all'))).toEqual(unknown)
  // a look-up of the old code no longer entitles to a request
  expect((await refusal(ask(guest, params.id))).status).toBe(404)
  await owner.client.call(updateProject, { params, body: { status: 'ARCHIVED' } })
  expect(await seen(look(renewed.code))).toEqual(unknown)
})

test('Looking up codes is rate limited', async () => {
  const guest = await makeUser(app)
  const look = () => guest.client.call(access.lookUpAccessCode, { params: { code: 'AAAA-AAAA' } })
  for (let tries = 0; tries < 10; tries++) expect((await refusal(look())).status).toBe(404)
  expect((await refusal(look())).status).toBe(429)
})

test('Requesting access needs a look-up within a day or an invitation', async () => {
  const owner = await makeOwner(app)
  const { id } = owner.project
  const stranger = await makeUser(app)
  const absent = await seen(ask(stranger, crypto.randomUUID()))
  expect(await seen(ask(stranger, id))).toEqual(absent)
  const late = await makeAsker(owner)
  await app.server.db
    .updateTable('code_lookups')
    .set({ created_at: ago(25) })
    .where('user_id', '=', late.id)
    .execute()
  expect(await seen(ask(late, id))).toEqual(absent)
  const invited = await makeUser(app)
  const { id: inviteId } = await inviteOf(owner, invited.email)
  await owner.client.call(access.cancelInvite, { params: { id, inviteId } })
  expect((await ask(invited, id)).state).toBe('PENDING')
  expect((await refusal(ask(owner, id))).body.error).toBe('already_exists')
})

test('Approving a request sets role and level and notifies the requester', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const asker = await makeAsker(owner)
  const own = await makeOwner(app)
  const { id } = owner.project
  const request = await ask(asker, id)
  expect(await waitForMail(app, owner.email)).toContain('Aram Asker')
  expect(await owner.client.call(access.listMyAccessRequests, {})).toMatchObject([{ id: request.id }])
  expect(await own.client.call(access.listMyAccessRequests, {})).toEqual([])
  const params = { id, requestId: request.id }
  const approved = await owner.client.call(access.approveAccessRequest, { params, body: subcontractor })
  expect(approved).toMatchObject({ state: 'APPROVED', ...subcontractor, decided_at: expect.any(String) })
  expect(await notesOf(asker)).toMatchObject([
    { type: 'USER_ADDED_TO_PROJECT', added_by_user_name: 'Ines Okafor' },
  ])
  expect(await waitForMail(app, asker.email)).toContain('was approved')
  expect((await asker.client.call(getProject, { params: { id } })).my_permission_level).toBe('CONTRIBUTOR')
})

test('Accepting an invitation approves the pending request of that person', async () => {
  const owner = await makeOwner(app)
  const asker = await makeAsker(owner)
  const { id } = owner.project
  const request = await ask(asker, id)
  const { id: inviteId } = await inviteOf(owner, asker.email)
  await asker.client.call(access.acceptInvite, { params: { id, inviteId } })
  const [closed] = await asker.client.call(access.listMyAccessRequests, {})
  expect(closed).toMatchObject({ id: request.id, state: 'APPROVED', ...subcontractor })
  expect(await owner.client.call(access.listMyAccessRequests, {})).toEqual([])
})

test('Becoming an administrator of the company approves the pending request of that person', async () => {
  const owner = await makeOwner(app)
  const asker = await makeAsker(owner)
  const request = await ask(asker, owner.project.id)
  const params = { id: owner.team.id }
  const body = { email: asker.email, role: 'ADMIN' as const }
  const { id: inviteId } = await owner.client.call(inviteToTeam, { params, body })
  await asker.client.call(acceptTeamInvite, { params: { ...params, inviteId } })
  const [closed] = await asker.client.call(access.listMyAccessRequests, {})
  expect(closed).toMatchObject({ id: request.id, state: 'APPROVED', permission_level: 'ADMIN' })
  expect(await owner.client.call(access.listMyAccessRequests, {})).toEqual([])
})

test('A rejected request can be repeated after a day', async () => {
  const owner = await makeOwner(app)
  const asker = await makeAsker(owner)
  await asker.client.call(updateMe, { body: { locale: 'fr' } })
  const { id } = owner.project
  const { id: requestId } = await ask(asker, id)
  const params = { id, requestId }
  const rejected = await owner.client.call(access.rejectAccessRequest, {
    params,
    body: { reason: 'Not yet' },
  })
  expect(rejected).toMatchObject({ state: 'REJECTED', reason: 'Not yet', permission_level: null })
  expect(await waitForMail(app, asker.email)).toMatch(/refusée[\s\S]*Not yet/)
  const soon = await refusal(ask(asker, id))
  expect([soon.status, soon.body.error]).toEqual([409, 'wrong_state'])
  expect(soon.body.message).toMatch(/You can request access again from \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  await app.server.db
    .updateTable('access_requests')
    .set({ decided_at: ago(25) })
    .where('id', '=', requestId)
    .execute()
  const again = await ask(asker, id)
  expect(again.id).not.toBe(requestId)
  const twice = await refusal(ask(asker, id))
  expect([twice.status, twice.body.error]).toEqual([409, 'already_exists'])
})

test('A request can be cancelled only by its requester and is decided once', async () => {
  const owner = await makeOwner(app)
  const asker = await makeAsker(owner)
  const { id } = owner.project
  const { id: requestId } = await ask(asker, id)
  const params = { id, requestId }
  expect((await refusal(owner.client.call(access.cancelAccessRequest, { params }))).status).toBe(404)
  await asker.client.call(access.cancelAccessRequest, { params })
  const late = owner.client.call(access.approveAccessRequest, { params, body: subcontractor })
  expect((await seen(late)).slice(1)).toEqual(['wrong_state', 'This request was cancelled.'])
  const { id: second } = await ask(asker, id)
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: id, user_id: asker.id, role: 'OTHER', permission_level: 'VIEWER' })
    .execute()
  const member = owner.client.call(access.approveAccessRequest, {
    params: { id, requestId: second },
    body: subcontractor,
  })
  expect((await refusal(member)).status).toBe(409)
  expect(await owner.client.call(access.listAccessRequests, { params: { id } })).toMatchObject([
    { id: second, state: 'PENDING' },
    { id: requestId, state: 'CANCELLED' },
  ])
})

test('Removing a member ends access at once, reassigns open issues and notifies them', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const [leaver, heir, viewer] = [
    await makeMember(app, owner.project.id, 'EDITOR'),
    await makeMember(app, owner.project.id, 'CONTRIBUTOR'),
    await makeMember(app, owner.project.id, 'VIEWER'),
  ]
  const params = { id: owner.project.id }
  const file = (name: string) =>
    owner.client.call(createIssue, { params, body: { name, assignee_id: leaver.id } })
  const issue = await file('Theirs')
  const listener = new Listener(await listenOnPort(app), leaver.client)
  await listener.first('hello')
  const ref = { ...params, userId: leaver.id }
  const remove = (reassign_to: string) =>
    owner.client.call(access.removeMember, { params: ref, query: { reassign_to } })
  for (const wrong of [viewer.id, leaver.id, crypto.randomUUID()])
    expect((await refusal(remove(wrong))).body.fields).toHaveProperty('reassign_to')
  await remove(heir.id)

  const handed = await owner.client.call(getIssue, { params: { ...params, issueId: issue.id } })
  expect(handed.assignee_id).toBe(heir.id)
  expect(await notesOf(heir)).toMatchObject([{ type: 'ISSUE_ASSIGNED', issue_name: 'Theirs' }])
  expect((await notesOf(leaver))[0]).toMatchObject({
    type: 'USER_REMOVED_FROM_PROJECT',
    removed_by_user_name: 'Ines Okafor',
  })
  await listener.first('reload')
  await owner.client.call(createIssue, { params, body: { name: 'Behind their back' } })
  await owner.client.call(inviteToTeam, { params: { id: owner.team.id }, body: { email: leaver.email } })
  await listener.first('invite.updated')
  expect(listener.frames.map(({ type }) => type)).not.toContain('issue.created')
  listener.close()
})

test('A member who becomes a VIEWER is no longer the assignee of open issues', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const member = await makeMember(app, params.id, 'EDITOR')
  const body = { name: 'Theirs', assignee_id: member.id }
  const [open, done] = [
    await owner.client.call(createIssue, { params, body }),
    await owner.client.call(createIssue, { params, body }),
  ]
  const resolved = { status: 'RESOLVED', comment: 'Done' } as const
  await member.client.call(updateIssue, { params: { ...params, issueId: done.id }, body: resolved })
  const demote = (permission_level: 'CONTRIBUTOR' | 'VIEWER') =>
    owner.client.call(access.updateMember, {
      params: { ...params, userId: member.id },
      body: { role: 'OTHER', permission_level },
    })
  const assigneeOf = async ({ id }: { id: string }) =>
    (await owner.client.call(getIssue, { params: { ...params, issueId: id } })).assignee_id
  await demote('CONTRIBUTOR')
  expect(await assigneeOf(open)).toBe(member.id)
  await demote('VIEWER')
  expect(await assigneeOf(open)).toBe(null)
  expect(await assigneeOf(done)).toBe(member.id)
})

test('A former member gets no notifications of their old issues', async () => {
  const owner = await makeOwner(app)
  const author = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const params = { id: owner.project.id }
  const { id: issueId } = await author.client.call(createIssue, { params, body: { name: 'Crack' } })
  const rename = (name: string) =>
    owner.client.call(updateIssue, { params: { ...params, issueId }, body: { name } })
  await rename('Crack in slab')
  await author.client.call(access.removeMember, { params: { ...params, userId: author.id } })
  await rename('Crack in slab, secret')
  expect(await notesOf(author)).toMatchObject([{ type: 'ISSUE_UPDATED', issue_name: 'Crack in slab' }])
})

test('A member can leave, except the last administrator; removing others needs ADMIN', async () => {
  const owner = await makeOwner(app)
  const viewer = await makeMember(app, owner.project.id, 'VIEWER')
  const contributor = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const params = { id: owner.project.id }
  const remove = ({ client }: { client: Client }, userId: string) =>
    client.call(access.removeMember, { params: { ...params, userId } })
  expect((await refusal(remove(viewer, contributor.id))).status).toBe(403)
  expect((await refusal(remove(owner, owner.id))).body.error).toBe('last_administrator')
  const demotion = owner.client.call(access.updateMember, {
    params: { ...params, userId: owner.id },
    body: subcontractor,
  })
  expect((await refusal(demotion)).body.error).toBe('last_administrator')
  await owner.client.call(updateProject, { params, body: { status: 'ARCHIVED' } })
  await remove(viewer, viewer.id)
  expect(await notesOf(viewer)).toEqual([])
  expect((await refusal(viewer.client.call(getProject, { params }))).status).toBe(404)
  expect((await refusal(remove(owner, viewer.id))).status).toBe(404)
})

test('A changed level applies from the next call and on open sockets', async () => {
  const owner = await makeOwner(app)
  const member = await makeMember(app, owner.project.id, 'VIEWER')
  const params = { id: owner.project.id }
  const listener = new Listener(await listenOnPort(app), member.client)
  await listener.first('hello')
  const file = () => member.client.call(createIssue, { params, body: { name: 'Mine' } })
  expect((await refusal(file())).status).toBe(403)
  const changed = await owner.client.call(access.updateMember, {
    params: { ...params, userId: member.id },
    body: subcontractor,
  })
  expect(changed).toMatchObject(subcontractor)
  const userId = member.id
  const changes = [{ role: 'ARCHITECT' }, { permission_level: 'EDITOR' }] as const
  await Promise.all(
    changes.map((body) => owner.client.call(access.updateMember, { params: { ...params, userId }, body })),
  )
  const members = await owner.client.call(access.listMembers, { params, query: {} })
  expect(members.find((one) => 'user_id' in one && one.user_id === userId)).toMatchObject({
    ...changes[0],
    ...changes[1],
  })
  await listener.first('member.updated')
  await listener.first('reload')
  await file()
  listener.close()
})

test('Connected people missing from the first answer are found by name', async () => {
  const owner = await makeOwner(app)
  const { db } = app.server
  const { rows } = await sql<{ id: string }>`
    insert into users (id, email, password_hash, first_name, last_name)
    select gen_random_uuid(), 'colleague' || n || ${`@${owner.id}.example`}, '', 'Aaron', 'Number ' || n
    from generate_series(1, ${maxListedPeople}) n
    union all select gen_random_uuid(), ${`zoe@${owner.id}.example`}, '', 'Zoé', 'O_Brien' returning id`.execute(
    db,
  )
  await sql`insert into project_members (project_id, user_id, role, permission_level)
    select ${owner.project.id}::uuid, id, 'OTHER', 'VIEWER' from unnest(${rows.map(({ id }) => id)}::uuid[]) id`.execute(
    db,
  )
  const lists = [
    (q?: string) => owner.client.call(listUsers, { query: q === undefined ? {} : { q } }),
    (q?: string) => owner.client.call(access.listConnected, { query: q === undefined ? {} : { q } }),
  ]
  for (const list of lists) {
    const all = await list()
    expect([all.length, all.some(({ first_name }) => first_name === 'Zoé')]).toEqual([maxListedPeople, false])
    expect((await list(' o_br  ZOÉ')).map(({ first_name }) => first_name)).toEqual(['Zoé'])
    expect(await list('zo% nobody')).toEqual([])
  }
})

test('Connected people share a company or project, also through company administration', async () => {
  const owner = await makeOwner(app)
  const { id } = await inviteOf(owner, (await makeUser(app)).email)
  expect(id).toBeDefined()
  const member = await makeMember(app, owner.project.id, 'ADMIN', 'Mona Member')
  const stranger = await makeUser(app)
  // the owner loses the membership but still administers the project through the company
  await owner.client.call(access.removeMember, { params: { id: owner.project.id, userId: owner.id } })
  const connected = await owner.client.call(access.listConnected, { query: {} })
  expect(connected).toMatchObject([{ id: member.id, email: member.email, team_name: null }])
  const users = await owner.client.call(listUsers, { query: { ids: `${member.id},${stranger.id}` } })
  expect(users.map((user) => user.id)).toEqual([member.id])
  expect(await stranger.client.call(access.listConnected, { query: {} })).toEqual([])
  await owner.client.call(deleteProject, { params: { id: owner.project.id } })
  expect(await owner.client.call(access.listConnected, { query: {} })).toEqual([])
})
