import { addMember, filterMembers, getMembership, listMembers } from '@plumbline/contract/access/access'
import { checkSignupCode } from '@plumbline/contract/auth/auth'
import { createHeader } from '@plumbline/contract/bim/bim'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import {
  createProject,
  getProject,
  listDeletedProjects,
  restoreProject,
} from '@plumbline/contract/projects/projects'
import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import * as teams from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { updateMe } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import {
  makeMember,
  makeOwner,
  makeUser,
  parseCode,
  signUpByCode,
  type User,
  waitForMail,
} from '../../test/make.ts'
import { PIXEL } from '../../test/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Creates a member of the owner's company. */
async function makeColleague({ client, team }: Owner, role: 'MEMBER' | 'ADMIN' = 'MEMBER'): Promise<User> {
  const user = await makeUser(app, 'Colin League')
  const params = { id: team.id }
  const { id } = await client.call(teams.inviteToTeam, { params, body: { email: user.email, role } })
  await user.client.call(teams.acceptTeamInvite, { params: { ...params, inviteId: id } })
  return user
}

const rolesIn = async ({ client, team }: Owner) => {
  const rows = await client.call(teams.listTeamMembers, { params: { id: team.id } })
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]))
}

test('Name and logo of a company are visible to its members only', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.team.id }
  const renamed = await owner.client.call(teams.renameTeam, {
    params,
    body: { company_name: 'Okafor & Sons' },
  })
  expect(renamed).toMatchObject({ name: 'Okafor & Sons', my_role: 'OWNER', max_team_size: null })
  const file = new Blob([Buffer.from(PIXEL, 'base64')])
  const { picture_id } = await owner.client.call(teams.setTeamPicture, { params, file })
  const colleague = await makeColleague(owner)
  const picture = await colleague.client.send('GET', `/api/team/${params.id}/picture?v=${picture_id}`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(picture.headers['cache-control']).toContain('immutable')
  const stranger = await makeUser(app)
  expect((await stranger.client.send('GET', `/api/team/${params.id}/picture`)).status).toBe(404)
  await owner.client.call(teams.removeTeamPicture, { params })
  expect((await owner.client.send('GET', `/api/team/${params.id}/picture`)).status).toBe(404)
  expect((await colleague.client.call(getMe, {})).teams[0]?.team.name).toBe('Okafor & Sons')
})

test('A new user finds the invitation to their address regardless of case', async () => {
  const owner = await makeOwner(app, 'Ines Okafor')
  const params = { id: owner.team.id }
  const invite = await owner.client.call(teams.inviteToTeam, {
    params,
    body: { email: 'Jan.New@Example.com' },
  })
  const mail = await waitForMail(app, 'jan.new@example.com')
  expect(mail).toContain('Ines Okafor invited you')
  const code = parseCode(mail)
  const check = () => new Client(app).call(checkSignupCode, { query: { code } })
  expect(await check()).toEqual({
    email: 'jan.new@example.com',
    has_account: false,
    invitation: {
      ...{ id: invite.id, project_id: null, team_id: params.id, name: owner.team.name },
      ...{ invited_by: 'Ines Okafor', is_pending: true },
    },
  })
  const jan = await signUpByCode(app, code)
  const mine = await jan.client.call(teams.listMyTeamInvites, {})
  expect(mine).toMatchObject([{ id: invite.id, state: 'PENDING', team_name: owner.team.name }])
  await jan.client.call(teams.acceptTeamInvite, { params: { ...params, inviteId: invite.id } })
  expect((await jan.client.call(getMe, {})).teams).toMatchObject([{ team_id: params.id, is_default: true }])
  const again = owner.client.call(teams.inviteToTeam, { params, body: { email: jan.email } })
  expect((await refusal(again)).body.error).toBe('already_exists')
})

test('An invitation mail uses the recipient’s language', async () => {
  const owner = await makeOwner(app)
  const reader = await makeUser(app)
  await reader.client.call(updateMe, { body: { locale: 'de' } })
  await owner.client.call(teams.inviteToTeam, {
    params: { id: owner.team.id },
    body: { email: reader.email },
  })
  expect(await waitForMail(app, reader.email)).toContain('hat Sie eingeladen')
})

test('An invitation can be answered only by its addressee and only once', async () => {
  const owner = await makeOwner(app)
  const [guest, stranger] = [await makeUser(app), await makeUser(app)]
  const params = { id: owner.team.id }
  const { id } = await owner.client.call(teams.inviteToTeam, { params, body: { email: guest.email } })
  const ref = { params: { ...params, inviteId: id } }
  const absent = { params: { ...params, inviteId: crypto.randomUUID() } }
  const shape = async (work: Promise<unknown>) => {
    const { status, body } = await refusal(work)
    return [status, body.error, body.message]
  }
  expect(await shape(stranger.client.call(teams.acceptTeamInvite, ref))).toEqual(
    await shape(stranger.client.call(teams.acceptTeamInvite, absent)),
  )
  await guest.client.call(teams.declineTeamInvite, ref)
  const late = await refusal(guest.client.call(teams.acceptTeamInvite, ref))
  expect([late.status, late.body.message]).toEqual([409, 'This invitation was already declined.'])
  const withdrawn = await refusal(owner.client.call(teams.cancelTeamInvite, ref))
  expect(withdrawn.body.error).toBe('wrong_state')
})

test('An invitation expires after 14 days, frees its seat and can be sent again', async () => {
  const owner = await makeOwner(app)
  const guest = await makeUser(app)
  const params = { id: owner.team.id }
  await owner.client.call(teams.resizeTeam, { params, body: { max_team_size: 2 } })
  const { id } = await owner.client.call(teams.inviteToTeam, { params, body: { email: guest.email } })
  const other = { params, body: { email: 'other@example.com' } }
  const full = await refusal(owner.client.call(teams.inviteToTeam, other))
  expect([full.status, full.body.error, full.body.message]).toEqual([
    409,
    'no_seats',
    'All 2 seats are in use',
  ])
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString()
  await app.server.db
    .updateTable('team_invites')
    .set({ expires_at: yesterday })
    .where('id', '=', id)
    .execute()
  const late = guest.client.call(teams.acceptTeamInvite, { params: { ...params, inviteId: id } })
  expect((await refusal(late)).body.message).toBe('This invitation has expired.')
  expect(await guest.client.call(teams.listMyTeamInvites, {})).toEqual([])
  const again = await owner.client.call(teams.inviteToTeam, { params, body: { email: guest.email } })
  expect(again.id).not.toBe(id)
  expect(again.state).toBe('PENDING')
})

test('The team size cannot be set below the seats in use', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.team.id }
  await makeColleague(owner)
  await owner.client.call(teams.inviteToTeam, { params, body: { email: 'third@example.com' } })
  const small = await refusal(owner.client.call(teams.resizeTeam, { params, body: { max_team_size: 2 } }))
  expect([small.status, small.body.message]).toEqual([
    409,
    '3 seats are in use. Remove members or cancel invitations first.',
  ])
  const fits = await owner.client.call(teams.resizeTeam, { params, body: { max_team_size: 3 } })
  expect(fits.max_team_size).toBe(3)
})

test('The configuration returns plan, limits and usage', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.team.id }
  const project_id = owner.project.id
  const header = await owner.client.call(createHeader, { params: { id: project_id }, body: { name: 'A' } })
  await app.server.db
    .insertInto('bim_file_variants')
    .values({
      id: crypto.randomUUID(),
      project_id,
      header_id: header.id,
      version: 1,
      file_name: 'a.ifc',
      size_bytes: 1234,
      state: 'FAILED',
      blob_key: 'variants/x/file',
    })
    .execute()
  expect(await owner.client.call(getTeamConfiguration, { params })).toMatchObject({
    plan: { slug: 'self_hosted' },
    limits: { active_projects: null, team_members: null, storage_bytes: null, file_bytes: 2_000_000_000 },
    usage: { active_projects: 1, team_members: 1, pending_invites: 0, storage_bytes: 1234 },
  })
})

test('Administrators change roles except the owner’s; a transfer makes the old owner ADMIN', async () => {
  const owner = await makeOwner(app)
  const [admin, member] = [await makeColleague(owner, 'ADMIN'), await makeColleague(owner)]
  const set = (by: User | Owner, userId: string, role: 'MEMBER' | 'ADMIN' | 'OWNER') =>
    by.client.call(teams.updateTeamMember, { params: { id: owner.team.id, userId }, body: { role } })
  expect((await refusal(set(member, admin.id, 'MEMBER'))).status).toBe(403)
  expect((await refusal(set(admin, owner.id, 'MEMBER'))).status).toBe(403)
  expect((await refusal(set(admin, admin.id, 'OWNER'))).status).toBe(403)
  expect((await refusal(set(owner, owner.id, 'ADMIN'))).body.error).toBe('wrong_state')
  expect((await refusal(set(owner, crypto.randomUUID(), 'ADMIN'))).status).toBe(404)
  await set(admin, member.id, 'ADMIN')
  await set(owner, member.id, 'OWNER')
  expect(await rolesIn(owner)).toEqual({ [owner.id]: 'ADMIN', [admin.id]: 'ADMIN', [member.id]: 'OWNER' })
})

test('The owner cannot leave or be removed, and a member can only remove themselves', async () => {
  const owner = await makeOwner(app)
  const [admin, member] = [await makeColleague(owner, 'ADMIN'), await makeColleague(owner)]
  const remove = (by: User | Owner, userId: string) =>
    by.client.call(teams.removeTeamMember, { params: { id: owner.team.id, userId } })
  expect((await refusal(remove(owner, owner.id))).body.error).toBe('wrong_state')
  expect((await refusal(remove(admin, owner.id))).status).toBe(403)
  expect((await refusal(remove(member, admin.id))).status).toBe(403)
  await remove(member, member.id)
  await remove(admin, admin.id)
  expect(await rolesIn(owner)).toEqual({ [owner.id]: 'OWNER' })
})

test('Leaving a company ends the project memberships held for it but no others', async () => {
  const [owner, other] = [await makeOwner(app, 'Ines Okafor'), await makeOwner(app)]
  const colleague = await makeColleague(owner)
  const params = { id: owner.project.id }
  const standing = { role: 'ARCHITECT' as const, permission_level: 'EDITOR' as const }
  await owner.client.call(addMember, { params, body: { user_id: colleague.id, ...standing } })
  await app.server.db
    .insertInto('project_members')
    .values({
      project_id: other.project.id,
      user_id: colleague.id,
      role: 'OTHER',
      permission_level: 'VIEWER',
    })
    .execute()
  const { id: issueId } = await owner.client.call(createIssue, {
    params,
    body: { name: 'Theirs', assignee_id: colleague.id },
  })
  await owner.client.call(teams.removeTeamMember, { params: { id: owner.team.id, userId: colleague.id } })
  expect((await refusal(colleague.client.call(getProject, { params }))).status).toBe(404)
  await colleague.client.call(getProject, { params: { id: other.project.id } })
  expect(await owner.client.call(getIssue, { params: { ...params, issueId } })).toMatchObject({
    assignee_id: null,
    version: 2,
  })
  const [note] = await colleague.client.call(listNotifications, { query: {} })
  expect(note).toMatchObject({
    type: 'USER_REMOVED_FROM_PROJECT',
    payload: { removed_by_user_name: 'Ines Okafor', project_name: 'Harbour School' },
  })
  expect((await colleague.client.call(getMe, {})).teams).toEqual([])
})

test('A removed colleague cannot return by an invitation from before to an address that is theirs by now', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.team.id }
  const colleague = await makeColleague(owner)
  const email = 'colin.private@example.com'
  const invite = await owner.client.call(teams.inviteToTeam, { params, body: { email } })
  await app.server.db.updateTable('users').set({ email }).where('id', '=', colleague.id).execute()
  await owner.client.call(teams.removeTeamMember, { params: { ...params, userId: colleague.id } })
  const returned = colleague.client.call(teams.acceptTeamInvite, {
    params: { ...params, inviteId: invite.id },
  })
  expect((await refusal(returned)).body.error).toBe('wrong_state')
  expect(await rolesIn(owner)).toEqual({ [owner.id]: 'OWNER' })
  expect(await owner.client.call(teams.listTeamInvites, { params })).toEqual([])
})

test('A user who loses their default company gets another default', async () => {
  const [first, second] = [await makeOwner(app), await makeOwner(app)]
  const colleague = await makeColleague(first)
  const { id } = await second.client.call(teams.inviteToTeam, {
    params: { id: second.team.id },
    body: { email: colleague.email },
  })
  await colleague.client.call(teams.acceptTeamInvite, { params: { id: second.team.id, inviteId: id } })
  const params = { id: first.team.id, userId: colleague.id }
  await colleague.client.call(teams.removeTeamMember, { params })
  const { teams: left } = await colleague.client.call(getMe, {})
  expect(left).toMatchObject([{ team_id: second.team.id, is_default: true }])
  expect(await colleague.client.call(listNotifications, { query: {} })).toEqual([])
})

test('A company administrator administers its projects until demoted to MEMBER', async () => {
  const owner = await makeOwner(app)
  const admin = await makeColleague(owner, 'ADMIN')
  const params = { id: owner.project.id }
  expect(await admin.client.call(getMembership, { params })).toMatchObject({
    permission_level: 'ADMIN',
    is_implied: true,
  })
  const { id: issueId } = await owner.client.call(createIssue, {
    params,
    body: { name: 'For the administrator', assignee_id: admin.id },
  })
  await owner.client.call(teams.updateTeamMember, {
    params: { id: owner.team.id, userId: admin.id },
    body: { role: 'MEMBER' },
  })
  expect((await refusal(admin.client.call(getMembership, { params }))).status).toBe(404)
  expect((await owner.client.call(getIssue, { params: { ...params, issueId } })).assignee_id).toBeNull()
})

test('Members can create projects unless the company disallows it', async () => {
  const owner = await makeOwner(app)
  const colleague = await makeColleague(owner)
  const create = () => colleague.client.call(createProject, { body: { name: 'Boat House' } })
  expect((await create()).team_id).toBe(owner.team.id)
  await owner.client.call(teams.updateTeam, {
    params: { id: owner.team.id },
    body: { members_may_create_projects: false },
  })
  expect((await refusal(create())).status).toBe(403)
})

test('An invitation is answered after other writes of its company, not before they are done', async () => {
  const owner = await makeOwner(app)
  const guest = await makeUser(app)
  const params = { id: owner.team.id }
  const body = { email: guest.email, role: 'MEMBER' as const }
  const { id } = await owner.client.call(teams.inviteToTeam, { params, body })
  const { db } = app.server
  const accept = await db.transaction().execute(async (tx) => {
    await sql`select from teams where id = ${owner.team.id} for update`.execute(tx)
    const accepting = guest.client.call(teams.acceptTeamInvite, { params: { ...params, inviteId: id } })
    const waiting = sql`select from pg_locks where not granted`
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0)
    // fails at once if the waiting answer has locked it: closing the company would end in a deadlock
    await sql`select from team_invites where id = ${id} for update nowait`.execute(tx)
    return () => accepting
  })
  expect(await accept()).toMatchObject({ state: 'APPROVED' })
})

test('A company is closed though somebody deletes one of its projects in that moment', async () => {
  const owner = await makeOwner(app)
  const { db } = app.server
  const isWaiting = async () =>
    (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0
  let closed: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`update projects set deleted_at = now() where id = ${owner.project.id}`.execute(tx)
    closed = owner.client.call(teams.deleteTeam, { params: { id: owner.team.id } })
    closed.catch(() => {})
    await expect.poll(isWaiting).toBe(true)
  })
  await closed
  expect((await owner.client.call(getMe, {})).teams).toEqual([])
  const trash = await owner.client.call(listDeletedProjects, {})
  expect(trash.map(({ id }) => id)).toEqual([owner.project.id])
})

test('Closing a company removes its members, and its projects can be restored into another company', async () => {
  const owner = await makeOwner(app)
  const admin = await makeColleague(owner, 'ADMIN')
  const guest = await makeMember(app, owner.project.id, 'VIEWER')
  const { id: inviteId } = await owner.client.call(teams.inviteToTeam, {
    params: { id: owner.team.id },
    body: { email: guest.email },
  })
  const params = { id: owner.team.id }
  expect((await refusal(admin.client.call(teams.deleteTeam, { params }))).status).toBe(403)
  await owner.client.call(teams.deleteTeam, { params })
  for (const { client } of [owner, admin])
    expect((await refusal(client.call(teams.listTeamMembers, { params }))).status).toBe(404)
  const accept = guest.client.call(teams.acceptTeamInvite, { params: { ...params, inviteId } })
  expect((await refusal(accept)).body.message).toBe('This invitation was cancelled.')
  expect((await refusal(guest.client.call(getProject, { params: { id: owner.project.id } }))).status).toBe(
    404,
  )

  const trash = await admin.client.call(listDeletedProjects, {})
  expect(trash).toMatchObject([{ id: owner.project.id, team_name: owner.team.name }])
  const restore = () => admin.client.call(restoreProject, { params: { projectId: owner.project.id } })
  expect((await refusal(restore())).body.message).toContain('Create a company first')
  const home = await admin.client.call(teams.createTeam, { body: { name: 'New Home' } })
  expect(await restore()).toMatchObject({ team_id: home.id, team_name: 'New Home' })
  const members = await guest.client.call(listMembers, { params: { id: owner.project.id }, query: {} })
  expect(filterMembers(members).map(({ user_id }) => user_id)).toContain(admin.id)
})
