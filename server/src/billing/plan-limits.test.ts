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

/** Plan limits, also under fifty concurrent requests. */

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

/** Runs fifty requests concurrently and counts their outcomes. */
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

test('Fifty concurrent project creations succeed only up to the plan limit', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'team', 3)
  const made = await fifty((index) =>
    owner.client.call(createProject, { body: { name: `Project ${index}` } }),
  )
  expect(made).toEqual({ ok: 9, payment_required: 41 })
  expect((await usage(owner)).active_projects).toBe(10)
})

test('Restoring or unarchiving a project past the plan limit is refused', async () => {
  const owner = await makeOwner(app)
  const { client, project } = owner
  const other = await client.call(createProject, { body: { name: 'Second' } })
  await subscribe(owner, 'free')
  // the two existing projects stay usable
  await client.call(updateProject, { params: { id: project.id }, body: { name: 'Still ours' } })
  await client.call(updateProject, { params: { id: other.id }, body: { status: 'ARCHIVED' } })
  const back = () => client.call(updateProject, { params: { id: other.id }, body: { status: 'ACTIVE' } })
  expect(await refusal(back())).toMatchObject({
    status: 402,
    body: {
      message: 'The plan of this company limits active projects to 1',
      reason: { code: 'plan_projects', values: { count: 1 } },
    },
  })
  await client.call(deleteProject, { params: { id: project.id } })
  await back()
  const restore = client.call(restoreProject, { params: { projectId: project.id } })
  expect(await refusal(restore)).toMatchObject({ status: 402 })
  expect((await usage(owner)).active_projects).toBe(1)
})

test('Fifty concurrent invitations succeed only up to the number of seats', async () => {
  const owner = await makeOwner(app)
  await subscribe(owner, 'team', 4)
  const invite = (index: number) =>
    owner.client.call(inviteToTeam, { params: params(owner), body: { email: `seat-${index}@example.com` } })
  expect(await fifty(invite)).toEqual({ ok: 3, payment_required: 47 })
  await owner.client.call(changeSubscription, { params: params(owner), body: { seats: 5 } })
  await owner.client.call(inviteToTeam, { params: params(owner), body: { email: 'one-more@example.com' } })
  expect(await refusal(invite(99))).toMatchObject({
    body: { message: 'The plan of this company includes 5 seats' },
  })
})

test('A seat reduction racing with invitations never leaves more members than seats', async () => {
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
  // either the seats were reduced first, or too many were in use to reduce them
  expect(limits.team_members).toBe(results.conflict ? 30 : 10)
})

test('An upload over the file size or storage limit is refused, counting announced uploads', async () => {
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
    body: { message: 'The plan of this company allows files of up to 200 MB' },
  })
  expect(await fifty(() => announce(190_000_000))).toEqual({ ok: 10, payment_required: 40 })
  expect(await refusal(announce(150_000_000))).toMatchObject({
    body: { message: 'The plan of this company includes 2 GB of storage' },
  })
  await announce(100_000_000)
})

test('API tokens need a plan with that feature and survive a downgrade', async () => {
  const [paying, free] = [await makeOwner(app), await makeOwner(app)]
  await subscribe(free, 'free')
  const make = ({ client }: User, project_id: string | null = null) =>
    client.call(createToken, {
      body: { name: 'Report', scope: 'READ', project_id, expires_in_days: 30, password: PASSWORD },
    })
  expect(await refusal(make(free))).toMatchObject({
    status: 402,
    body: { message: 'API tokens are part of the Business plan' },
  })
  // a guest without a company uses the plan of the project’s company
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
