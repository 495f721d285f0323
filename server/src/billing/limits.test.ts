import { createToken, listTokens } from '@plumbline/contract/auth/tokens'
import { changeSubscription, startSubscription } from '@plumbline/contract/billing/billing'
import { createHeader, createVariant } from '@plumbline/contract/bim/bim'
import {
  createProject,
  deleteProject,
  restoreProject,
  updateProject,
} from '@plumbline/contract/projects/projects'
import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import { inviteToTeam } from '@plumbline/contract/teams/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILLING, startApp, type TestApp } from '../../test/app.ts'
import { RefusedCall, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User } from '../../test/make.ts'

/** What plans allow, also when fifty try at once. */

let app: TestApp
beforeAll(async () => {
  app = await startApp(BILLING)
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>
const params = ({ team }: Owner) => ({ id: team.id })
const subscribe = (owner: Owner, slug: 'free' | 'team' | 'business', seats?: number) =>
  owner.client.call(startSubscription, {
    params: params(owner),
    body: { slug, currency: 'EUR', ...(seats ? { seats } : {}) },
  })
const usage = async (owner: Owner) =>
  (await owner.client.call(getTeamConfiguration, { params: params(owner) })).usage

/** How often each outcome came of fifty at once. */
async function fifty(work: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => work(index)))
  for (const result of results) {
    if (result.status === 'rejected' && !(result.reason instanceof RefusedCall)) throw result.reason
    const name = result.status === 'fulfilled' ? 'ok' : (result.reason as RefusedCall).body.error
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('of fifty projects made at once the plan gets those that it has room for', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'team', 3)
  const made = await fifty((index) =>
    owner.client.call(createProject, { body: { name: `Project ${index}` } }),
  )
  expect(made).toEqual({ ok: 9, payment_required: 41 })
  expect((await usage(owner)).active_projects).toBe(10)
})

test('a project comes neither out of the archive nor out of the trash past the limit', async () => {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const other = await client.call(createProject, { body: { name: 'Second' } })
  await subscribe(owner, 'free')
  // two are there: all of it stays, and works
  await client.call(updateProject, { params: { id: project.id }, body: { name: 'Still ours' } })
  await client.call(updateProject, { params: { id: other.id }, body: { status: 'ARCHIVED' } })
  const back = () => client.call(updateProject, { params: { id: other.id }, body: { status: 'ACTIVE' } })
  expect(await refusal(back())).toMatchObject({
    status: 402,
    body: { message: 'The plan of this company has 1 active projects' },
  })
  await client.call(deleteProject, { params: { id: project.id } })
  await back()
  const restore = client.call(restoreProject, { params: { projectId: project.id } })
  expect(await refusal(restore)).toMatchObject({ status: 402 })
  expect((await usage(owner)).active_projects).toBe(1)
})

test('of fifty invitations at once as many are made as there are seats', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'team', 4)
  const invite = (index: number) =>
    owner.client.call(inviteToTeam, { params: params(owner), body: { email: `seat-${index}@example.com` } })
  expect(await fifty(invite)).toEqual({ ok: 3, payment_required: 47 })
  await owner.client.call(changeSubscription, { params: params(owner), body: { seats: 5 } })
  await owner.client.call(inviteToTeam, { params: params(owner), body: { email: 'one-more@example.com' } })
  expect(await refusal(invite(99))).toMatchObject({
    body: { message: 'The plan of this company has 5 seats' },
  })
})

test('seats that are given up cannot be filled while invitations race with it', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'team', 30)
  const results = await fifty((index) =>
    index === 25
      ? owner.client.call(changeSubscription, { params: params(owner), body: { seats: 10 } })
      : owner.client.call(inviteToTeam, {
          params: params(owner),
          body: { email: `race-${index}@example.com` },
        }),
  )
  const { team_members, pending_invites } = await usage(owner)
  const { limits } = await owner.client.call(getTeamConfiguration, { params: params(owner) })
  expect(team_members + pending_invites).toBeLessThanOrEqual(limits.team_members ?? 0)
  // either the seats went first, or there were too many in use to give them up
  expect(limits.team_members).toBe(results.conflict ? 30 : 10)
})

test('files are taken up to the size and the sum of the plan, announced ones included', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'free')
  const at = { id: owner.project.id }
  const header = await owner.client.call(createHeader, { params: at, body: { name: 'Architecture' } })
  const announce = (size_bytes: number) =>
    owner.client.call(createVariant, {
      params: { ...at, headerId: header.id },
      body: { file_name: 'a.ifc', size_bytes },
    })
  expect(await refusal(announce(200_000_001))).toMatchObject({
    status: 402,
    body: { message: 'The plan of this company takes files of up to 200 MB' },
  })
  expect(await fifty(() => announce(190_000_000))).toEqual({ ok: 10, payment_required: 40 })
  expect(await refusal(announce(150_000_000))).toMatchObject({
    body: { message: 'The plan of this company has 2 GB for files' },
  })
  await announce(100_000_000)
})

test('tokens are made under a plan that has them, and stay when it changes', async () => {
  const [paying, free] = [await makeOwner(app), await makeOwner(app)]
  await subscribe(free, 'free')
  const make = ({ client }: User, project_id: string | null = null) =>
    client.call(createToken, {
      body: { name: 'Report', scope: 'READ', project_id, expires_in_days: 30, password: PASSWORD },
    })
  expect(await refusal(make(free))).toMatchObject({
    status: 402,
    body: { message: 'API tokens come with the plan Business' },
  })
  // a guest of no company calls for whom they work for
  const guest = await makeMember(app, paying.project.id, 'VIEWER')
  await make(guest)
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: free.project.id, user_id: guest.id, role: 'OTHER', permission_level: 'VIEWER' })
    .execute()
  await make(guest, paying.project.id)
  expect((await refusal(make(guest, free.project.id))).status).toBe(402)
  expect((await refusal(make(await makeUser(app)))).status).toBe(402)

  await make(paying)
  await subscribe(paying, 'free')
  expect((await refusal(make(paying))).status).toBe(402)
  expect(await paying.client.call(listTokens, {})).toHaveLength(1)
})
