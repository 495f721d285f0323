import fsp from 'node:fs/promises'
import path from 'node:path'
import {
  acceptInvite,
  approveAccessRequest,
  createInvite,
  filterMembers,
  getAccessCode,
  listMembers,
  listMyAccessRequests,
  lookUpAccessCode,
  rejectAccessRequest,
  removeMember,
  requestAccess,
  updateMember,
} from '@plumbline/contract/access/access'
import { addAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, deleteIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, checkLog, listLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { createSection, listSections, updateSection } from '@plumbline/contract/projects/projects'
import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import {
  acceptTeamInvite,
  createTeam,
  deleteTeam,
  inviteToTeam,
  listTeamMembers,
  resizeTeam,
  updateTeamMember,
} from '@plumbline/contract/teams/teams'
import { getMe } from '@plumbline/contract/users/get-me'
import { updateMe } from '@plumbline/contract/users/users'
import { createWebhook } from '@plumbline/contract/webhooks/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { RefusedCall } from './client.ts'
import { makeMember, makeOwner, makeUser } from './make.ts'

/** Fifty concurrent calls: single events happen once, and no limit is exceeded. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const FIFTY = 50
const standing = { role: 'SUBCONTRACTOR' as const, permission_level: 'CONTRIBUTOR' as const }

/** Counts outcomes: `ok` or the code of the refusal. */
async function outcomes(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected' && !(result.reason instanceof RefusedCall)) throw result.reason
    const name = result.status === 'fulfilled' ? 'ok' : (result.reason as RefusedCall).body.error
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index))

test('Of fifty invitations for four free seats four are created', async () => {
  const { client, team } = await makeOwner(app)
  const params = { id: team.id }
  await client.call(resizeTeam, { params, body: { max_team_size: 5 } })
  const invite = (i: number) =>
    client.call(inviteToTeam, { params, body: { email: `seat-${i}@example.com` } })
  expect(await outcomes(times(FIFTY, invite))).toEqual({ ok: 4, no_seats: 46 })
  const { usage } = await client.call(getTeamConfiguration, { params })
  expect(usage).toMatchObject({ team_members: 1, pending_invites: 4 })
})

test('Of fifty acceptances for four free seats four succeed', async () => {
  const { client, team } = await makeOwner(app)
  const params = { id: team.id }
  const people = await Promise.all(times(FIFTY, () => makeUser(app)))
  const invites = await Promise.all(
    people.map(({ email }) => client.call(inviteToTeam, { params, body: { email } })),
  )
  // simulates a limit lowered while invitations are pending, which no call can do
  await app.server.db.updateTable('teams').set({ max_team_size: 5 }).where('id', '=', team.id).execute()
  const accept = (i: number) =>
    people[i]?.client.call(acceptTeamInvite, { params: { ...params, inviteId: invites[i]?.id ?? '' } })
  expect(await outcomes(times(FIFTY, (i) => Promise.resolve(accept(i))))).toEqual({ ok: 4, no_seats: 46 })
  expect(await client.call(listTeamMembers, { params })).toHaveLength(5)
})

test('Fifty invitations of one address create one invitation and one mail', async () => {
  const { client, project, team } = await makeOwner(app)
  const email = 'once@example.com'
  const body = { email, ...standing }
  const projectInvites = await Promise.all(
    times(FIFTY, () => client.call(createInvite, { params: { id: project.id }, body })),
  )
  expect(new Set(projectInvites.map(({ id }) => id)).size).toBe(1)
  const teamInvites = await Promise.all(
    times(FIFTY, () => client.call(inviteToTeam, { params: { id: team.id }, body: { email } })),
  )
  expect(new Set(teamInvites.map(({ id }) => id)).size).toBe(1)
  const mails = await app.server.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
  expect(mails).toHaveLength(2)
})

test('Fifty uses of an access code by one person create one request', async () => {
  const { client, project } = await makeOwner(app)
  const asker = await makeUser(app)
  const params = { id: project.id }
  const { code } = await client.call(getAccessCode, { params })
  await asker.client.call(lookUpAccessCode, { params: { code } })
  // raises the rate limit per person, which is not tested here
  const ask = () => asker.client.call(requestAccess, { params, body: { role: 'OTHER' } })
  const first = await outcomes(times(25, ask))
  await app.server.db.deleteFrom('rate_limits').execute()
  const second = await outcomes(times(25, ask))
  expect([first, second]).toEqual([{ ok: 1, already_exists: 24 }, { already_exists: 25 }])
  expect(await asker.client.call(listMyAccessRequests, {})).toHaveLength(1)
})

test('An invitation accepted fifty times creates one membership and one notification', async () => {
  const { client, project } = await makeOwner(app)
  const guest = await makeUser(app)
  const params = { id: project.id }
  const invite = await client.call(createInvite, { params, body: { email: guest.email, ...standing } })
  const accept = () => guest.client.call(acceptInvite, { params: { ...params, inviteId: invite.id } })
  expect(await outcomes(times(FIFTY, accept))).toEqual({ ok: 1, wrong_state: 49 })
  const members = filterMembers(await client.call(listMembers, { params, query: {} }))
  expect(members.filter(({ user_id }) => user_id === guest.id)).toHaveLength(1)
  const notes = await client.call(listNotifications, { query: {} })
  expect(notes.map(({ type }) => type)).toEqual(['USER_JOINED_PROJECT'])
})

test('A request decided fifty times has one outcome', async () => {
  const { client, project } = await makeOwner(app)
  const asker = await makeUser(app)
  const params = { id: project.id }
  const { code } = await client.call(getAccessCode, { params })
  await asker.client.call(lookUpAccessCode, { params: { code } })
  const { id: requestId } = await asker.client.call(requestAccess, { params, body: { role: 'OTHER' } })
  const decide = (i: number): Promise<unknown> =>
    i % 2
      ? client.call(approveAccessRequest, { params: { ...params, requestId }, body: standing })
      : client.call(rejectAccessRequest, { params: { ...params, requestId }, body: {} })
  expect(await outcomes(times(FIFTY, decide))).toEqual({ ok: 1, wrong_state: 49 })
  const [request] = await asker.client.call(listMyAccessRequests, {})
  const members = filterMembers(await client.call(listMembers, { params, query: {} }))
  const isIn = members.some(({ user_id }) => user_id === asker.id)
  expect(request?.state).toBe(isIn ? 'APPROVED' : 'REJECTED')
})

/** Creates a project with exactly two administrators by membership. */
async function twoAdministrators() {
  const first = await makeOwner(app)
  const second = await makeMember(app, first.project.id, 'ADMIN')
  return { people: [first, second] as const, id: first.project.id }
}

async function administratorsIn(id: string): Promise<number> {
  const rows = await app.server.db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', id)
    .where('permission_level', '=', 'ADMIN')
    .execute()
  return rows.length
}

test('One of the last two administrators leaving at once stays', async () => {
  const { people, id } = await twoAdministrators()
  const leave = (i: number) => {
    const { client, id: userId } = people[i % 2] ?? people[0]
    return client.call(removeMember, { params: { id, userId } })
  }
  const { ok, last_administrator } = await outcomes(times(FIFTY, leave))
  expect(ok).toBe(1)
  expect(last_administrator).toBeGreaterThan(0)
  expect(await administratorsIn(id)).toBe(1)
})

test('One of the last two administrators demoting each other stays', async () => {
  const { people, id } = await twoAdministrators()
  const demote = (i: number) => {
    const [by, whom] = i % 2 ? [people[0], people[1]] : [people[1], people[0]]
    return by.client.call(updateMember, { params: { id, userId: whom.id }, body: standing })
  }
  await outcomes(times(FIFTY, demote))
  expect(await administratorsIn(id)).toBe(1)
})

test('A company transferred to two people at once has one owner', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.team.id }
  const heirs = await Promise.all(times(2, () => makeUser(app)))
  for (const heir of heirs) {
    const { id } = await owner.client.call(inviteToTeam, { params, body: { email: heir.email } })
    await heir.client.call(acceptTeamInvite, { params: { ...params, inviteId: id } })
  }
  const give = (i: number) =>
    owner.client.call(updateTeamMember, {
      params: { ...params, userId: heirs[i % 2]?.id ?? '' },
      body: { role: 'OWNER' },
    })
  expect(await outcomes(times(FIFTY, give))).toEqual({ ok: 1, forbidden: 49 })
  const roles = (await owner.client.call(listTeamMembers, { params })).map(({ role }) => role)
  expect(roles.sort()).toEqual(['ADMIN', 'MEMBER', 'OWNER'])
})

test('Of fifty companies created at once by one person one is the default', async () => {
  const { client } = await makeUser(app)
  const made = await Promise.all(
    times(FIFTY, (i) => client.call(createTeam, { body: { name: `Firm ${i}` } })),
  )
  const choose = (i: number): Promise<unknown> =>
    i % 2
      ? client.call(updateMe, { body: { default_team_id: made[i]?.id ?? '' } })
      : client.call(deleteTeam, { params: { id: made[i]?.id ?? '' } })
  expect(await outcomes(times(FIFTY, choose))).toEqual({ ok: 50 })
  const { teams } = await client.call(getMe, {})
  expect(teams).toHaveLength(25)
  expect(teams.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('Sections moved concurrently keep an order without gaps', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const made = await Promise.all(
    times(12, (i) => client.call(createSection, { params, body: { name: `Zone ${i}` } })),
  )
  const move = (i: number) =>
    client.call(updateSection, {
      params: { ...params, sectionId: made[i % 12]?.id ?? '' },
      body: { order: ((i * 7) % 12) + 1 },
    })
  await Promise.all(times(FIFTY, move))
  const sections = await client.call(listSections, { params })
  expect(sections.map(({ order }) => order)).toEqual(times(12, (i) => i + 1))
  expect(new Set(sections.map(({ id }) => id)).size).toBe(12)
})

/** An issue of the owner's. */
async function oneIssue() {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id } = await client.call(createIssue, { params, body: { name: 'Crack' } })
  const at = { ...params, issueId: id }
  const change = (body: object, version?: number) =>
    client.call(updateIssue, { params: at, body }, version ? { 'if-match': `"${version}"` } : {})
  return { client, at, change, read: () => client.call(getIssue, { params: at }) }
}

test('Of twenty updates of one version of an issue one succeeds and the others answer stale', async () => {
  const { change, read } = await oneIssue()
  const outcome = await outcomes(times(20, (i) => change({ name: `Name ${i}` }, 1)))
  expect(outcome).toEqual({ ok: 1, stale: 19 })
  expect(await read()).toMatchObject({ version: 2, name: expect.stringMatching(/^Name \d+$/) })
})

test('Of twenty-five attachments added at once twenty are stored', async () => {
  const { client, at, read } = await oneIssue()
  const send = (i: number) =>
    client.call(addAttachment, {
      params: at,
      query: { name: `note-${i}.txt` },
      file: new Blob([`Note ${i}`]),
    })
  expect(await outcomes(times(25, send))).toEqual({ ok: 20, conflict: 5 })
  const { attachments } = await read()
  expect(attachments).toHaveLength(20)
  const folder = path.join(app.dataDir, 'blobs', 'attachments', at.id)
  await expect.poll(() => fsp.readdir(folder)).toHaveLength(20)
})

test('An issue is created while a subscribed webhook is being deleted', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const body = { url: 'https://localhost/', events: ['issue.created' as const] }
  const hook = await client.call(createWebhook, { params, body })
  const { db } = app.server
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(db)
    return rows.length > 0
  }
  const filed = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('webhooks').where('id', '=', hook.id).execute()
    const call = client.call(createIssue, { params, body: { name: 'Meanwhile' } })
    await expect.poll(isWaiting).toBe(true)
    return [call]
  })
  expect((await filed[0])?.name).toBe('Meanwhile')
})

test('Of twenty-five webhooks added at once twenty are created', async () => {
  const { client, project } = await makeOwner(app)
  const input = { params: { id: project.id }, body: createWebhook.example.body as never }
  const made = await outcomes(times(25, () => client.call(createWebhook, input)))
  expect(made).toEqual({ ok: 20, conflict: 5 })
})

test('An issue reopened twice at once is reopened once', async () => {
  const { client, at, change, read } = await oneIssue()
  await change({ status: 'RESOLVED', comment: 'Done' })
  const reopen = () => change({ status: 'REOPENED' })
  // for the second caller the issue is open already
  expect(await outcomes(times(2, reopen))).toEqual({ ok: 2 })
  const { items } = await client.call(listTimeline, { params: at, query: {} })
  expect(items.map(({ kind }) => kind)).toEqual(['CREATED', 'CHANGED', 'COMMENTED', 'CHANGED'])
  expect(await read()).toMatchObject({ status: 'REOPENED', version: 3, has_proof: false })
})

test('An issue deleted and updated by fifty callers is deleted once, and its log is valid', async () => {
  const { client, at, change } = await oneIssue()
  const write = (i: number): Promise<unknown> =>
    i % 2
      ? client.call(deleteIssue, { params: at })
      : client.call(addComment, { params: at, body: { text: `${i}` } })
  const { ok = 0, not_found = 0 } = await outcomes(times(FIFTY, write))
  expect(ok + not_found).toBe(FIFTY)
  expect((await outcomes([change({ name: 'Late' })])).not_found).toBe(1)
  const params = { id: at.id }
  const { items } = await client.call(listLog, { params, query: { limit: 200 } })
  expect(items.filter(({ kind }) => kind === 'DELETED')).toHaveLength(1)
  expect(items).toHaveLength(ok + 1)
  expect(await client.call(checkLog, { params })).toMatchObject({ entries: ok + 1, broken_at: null })
})
