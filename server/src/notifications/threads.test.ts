import { randomUUIDv7 } from 'node:crypto'
import { acceptInvite, createInvite, declineInvite } from '@plumbline/contract/access/access'
import { openChat, sendMessage } from '@plumbline/contract/chat/chat'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, deleteIssue, updateIssue, watchIssue } from '@plumbline/contract/issues/issues'
import { getIssueMute, muteIssue } from '@plumbline/contract/issues/mutes'
import { addComment } from '@plumbline/contract/issues/timeline'
import {
  acknowledgeAll,
  acknowledgeNotification,
  countNotifications,
  listNotificationGroups,
  listNotifications,
  snoozeNotifications,
  unacknowledgeNotifications,
} from '@plumbline/contract/notifications/notifications'
import { updateNotificationSettings } from '@plumbline/contract/notifications/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../test/make.ts'
import { returnSnoozed } from './return-snoozed.ts'

/** Notifications by thread: grouped, done and undone, snoozed, muted. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const HOUR = 3_600_000
const silent = { begin: () => async () => undefined, nudge: () => undefined }
/** The minute job, with its clock this far ahead. */
const wake = (ms: number) =>
  returnSnoozed({ db: app.server.db, now: () => new Date(Date.now() + ms) }, silent as never)

const groups = async (user: User, query: object = {}) => user.client.call(listNotificationGroups, { query })
const counts = (user: User) => user.client.call(countNotifications, { query: {} })
const types = async (user: User) =>
  (await user.client.call(listNotifications, { query: {} })).map(({ type }) => type)
const snooze = (user: User, group: string, until: string | null) =>
  user.client.call(snoozeNotifications, { body: { group, until } })
const inAnHour = () => new Date(Date.now() + HOUR).toISOString()

/** A project whose worker is assigned two issues; the second has two comments. */
async function makeThreads() {
  const owner = await makeOwner(app, 'Olga Owner')
  const params = { id: owner.project.id }
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR', 'Wim Worker')
  const make = (name: string) =>
    owner.client.call(createIssue, { params, body: { name, assignee_id: worker.id } })
  const [one, two] = [await make('Crack'), await make('Leak')]
  const comment = (issueId: string, text: string) =>
    owner.client.call(addComment, { params: { ...params, issueId }, body: { text } })
  await comment(two.id, 'First')
  await comment(two.id, 'Second')
  return { owner, worker, params, one, two, comment }
}

test('Notifications of an issue are one group; pressing it acknowledges all of them and can be undone', async () => {
  const { worker, one, two, params } = await makeThreads()
  const { groups: shown, has_more, projects } = await groups(worker)
  expect(shown.map(({ newest, count, fresh }) => [newest.payload.issue_number, count, fresh])).toEqual([
    [two.number, 3, 3],
    [one.number, 1, 1],
  ])
  expect(shown[0]?.newest).toMatchObject({ type: 'ISSUE_COMMENT_ADDED', payload: { message: 'Second' } })
  expect([has_more, projects.map(({ id }) => id)]).toEqual([false, [params.id]])
  const group = shown[0]?.key ?? ''
  const inside = await worker.client.call(listNotifications, { query: { group } })
  expect(inside.map(({ type }) => type)).toEqual([
    'ISSUE_COMMENT_ADDED',
    'ISSUE_COMMENT_ADDED',
    'ISSUE_ASSIGNED',
  ])
  // one that was done before stays done when the group is taken back
  await worker.client.call(acknowledgeNotification, { params: { id: inside[2]?.id ?? '' }, body: undefined })
  const done = await worker.client.call(acknowledgeAll, { body: { group } })
  expect(done.acknowledged).toBe(2)
  const again = await worker.client.call(acknowledgeAll, { body: { group } })
  expect(again).toEqual({ acknowledged: 0, acknowledged_at: null })
  expect(await counts(worker)).toMatchObject({ new: 1, acknowledged: 3 })
  const undo = { body: { acknowledged_at: done.acknowledged_at ?? '' } }
  expect(await worker.client.call(unacknowledgeNotifications, undo)).toEqual({ restored: 2 })
  expect(await worker.client.call(unacknowledgeNotifications, undo)).toEqual({ restored: 0 })
  expect(await counts(worker)).toMatchObject({ new: 3, acknowledged: 1 })
  expect((await groups(worker)).groups[0]).toMatchObject({ count: 3, fresh: 2 })
})

test('A change added to an unread notification after its reader saw it stays unread when they acknowledge the list', async () => {
  const { owner, worker, params, two } = await makeThreads()
  const change = (priority: 'LOW' | 'HIGH' | 'CRITICAL') =>
    owner.client.call(updateIssue, { params: { ...params, issueId: two.id }, body: { priority } })
  await change('HIGH')
  const readGroup = async () =>
    (await groups(worker)).groups.find(({ key }) => key.includes(params.id) && key.endsWith(`:${two.number}`))
  const readUpdate = async (group: string) =>
    (await worker.client.call(listNotifications, { query: { group } })).find(
      ({ type }) => type === 'ISSUE_UPDATED',
    )
  const seen = await readGroup()
  const { key: group = '', changed_at: until = '' } = seen ?? {}
  const update = await readUpdate(group)
  await change('CRITICAL')
  // all of the thread but the change, however they are acknowledged
  const acknowledge = (body: object) => worker.client.call(acknowledgeAll, { body })
  expect(await acknowledge({ group, until })).toMatchObject({ acknowledged: 3 })
  expect(await acknowledge({ project_id: params.id, until })).toMatchObject({ acknowledged: 1 })
  const one = { params: { id: update?.id ?? '' } }
  const old = { until: update?.merged_at ?? update?.created_at }
  expect(await worker.client.call(acknowledgeNotification, { ...one, body: old })).toMatchObject({
    state: 'NEW',
    payload: { changes: 2 },
  })
  // the update is now acknowledged together with the notification
  const now = await readGroup()
  expect(now).toMatchObject({ fresh: 1 })
  expect(await acknowledge({ group, until: now?.changed_at })).toMatchObject({ acknowledged: 1 })
  await change('LOW')
  await change('HIGH')
  const later = await readUpdate(group)
  const newest = { until: later?.merged_at ?? later?.created_at }
  const last = { params: { id: later?.id ?? '' } }
  expect((await worker.client.call(acknowledgeNotification, { ...last, body: newest })).state).toBe(
    'ACKNOWLEDGED',
  )
})

test('A notification of a slow change stays unread when its reader acknowledges what they saw meanwhile', async () => {
  const { owner, worker, params, one, two } = await makeThreads()
  const change = (issueId: string) =>
    owner.client.call(updateIssue, { params: { ...params, issueId }, body: { priority: 'HIGH' } })
  const { db } = app.server
  const { slow, until } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      pid: number
    }>`select pg_backend_pid() as pid from issues where id = ${one.id} for update`.execute(tx)
    const countWaiting = async () =>
      (
        await sql`select from pg_stat_activity where ${rows[0]?.pid} = any (pg_blocking_pids(pid))`.execute(
          db,
        )
      ).rows.length
    const slow = change(one.id)
    await expect.poll(countWaiting).toBe(1)
    await change(two.id)
    const [newest] = (await groups(worker)).groups
    expect(newest?.newest.payload.issue_number).toBe(two.number)
    return { slow, until: newest?.changed_at ?? '' }
  })
  await slow
  await worker.client.call(acknowledgeAll, { body: { project_id: params.id, until } })
  const { groups: shown } = await groups(worker)
  expect(shown.map(({ newest, fresh }) => [newest.payload.issue_number, fresh])).toEqual([
    [one.number, 1],
    [two.number, 0],
  ])
})

test('Groups of one of several projects are listed up to a limit, and nobody sees another person’s', async () => {
  const { worker, owner, params, one } = await makeThreads()
  const first = await groups(worker, { limit: 1 })
  expect([first.groups.length, first.has_more]).toEqual([1, true])
  expect((await groups(worker, { project_id: randomUUIDv7() })).groups).toEqual([])
  expect((await groups(worker, { project_id: params.id })).groups).toHaveLength(2)
  const group = first.groups[0]?.key ?? ''
  expect(await owner.client.call(listNotifications, { query: { group } })).toEqual([])
  expect(await snooze(owner, group, inAnHour())).toEqual({ snoozed: 0 })
  expect((await groups(worker)).groups).toHaveLength(2)
  expect(one.number).toBe(1)
})

test('A snoozed thread is hidden and not counted until its time, then new again at the top', async () => {
  const { worker, one } = await makeThreads()
  const key =
    (await groups(worker)).groups.find(({ newest }) => newest.payload.issue_number === one.number)?.key ?? ''
  await worker.client.call(acknowledgeAll, { body: { group: key } })
  expect(await snooze(worker, key, inAnHour())).toEqual({ snoozed: 1 })
  const hidden = await groups(worker)
  expect(hidden.groups.map((group) => group.key)).not.toContain(key)
  expect(hidden.snoozed).toBe(1)
  expect(await types(worker)).toHaveLength(3)
  expect(await counts(worker)).toMatchObject({ total: 3, new: 3, acknowledged: 0 })
  expect((await groups(worker, { snoozed: 'true' })).groups).toMatchObject([{ key, count: 1 }])
  // notifications that are not on screen stay unread when everything shown is acknowledged
  await worker.client.call(acknowledgeAll, { body: {} })
  await wake(HOUR / 2)
  expect((await groups(worker)).snoozed).toBe(1)
  await wake(HOUR + 1000)
  await wake(HOUR + 1000)
  const [top] = (await groups(worker)).groups
  expect(top).toMatchObject({ key, fresh: 1, count: 1, snoozed_until: null })
  expect(await counts(worker)).toMatchObject({ new: 1, acknowledged: 3 })
})

test('A snoozed conversation returns though a newer message of it is mailed only, and holds up nobody else', async () => {
  const { owner, worker, params } = await makeThreads()
  const other = await makeThreads()
  const { id } = await owner.client.call(openChat, { body: { kind: 'PROJECT', project_id: params.id } })
  const say = (message: string) => owner.client.call(sendMessage, { params: { id }, body: { message } })
  await say('First')
  await worker.client.call(acknowledgeAll, { body: { project_id: '0' } })
  expect(await snooze(worker, `chat:${id}`, inAnHour())).toEqual({ snoozed: 1 })
  const channels = { CHAT_MESSAGE: { in_app: false, email: 'HOURLY' } } as const
  await worker.client.call(updateNotificationSettings, { body: { types: channels } })
  await say('Second')
  const [{ key = '' } = {}] = (await groups(other.worker)).groups
  await snooze(other.worker, key, inAnHour())
  await wake(2 * HOUR)
  expect((await groups(other.worker)).groups[0]).toMatchObject({ key, snoozed_until: null })
  expect((await groups(worker)).groups[0]).toMatchObject({ key: `chat:${id}`, fresh: 0, snoozed_until: null })
})

test('A snooze is undone by null, and ends when something new happens, such as the deletion of the issue', async () => {
  const { worker, owner, params, one } = await makeThreads()
  const { groups: before } = await groups(worker)
  const key = before.find(({ newest }) => newest.payload.issue_number === one.number)?.key ?? ''
  await snooze(worker, key, inAnHour())
  expect(await snooze(worker, key, null)).toEqual({ snoozed: 1 })
  expect(await snooze(worker, key, null)).toEqual({ snoozed: 0 })
  expect((await groups(worker)).groups.map((group) => [group.key, group.fresh])).toEqual(
    before.map((group) => [group.key, group.fresh]),
  )
  await snooze(worker, key, inAnHour())
  await owner.client.call(deleteIssue, { params: { ...params, issueId: one.id } })
  const [top] = (await groups(worker)).groups
  expect(top).toMatchObject({ key, count: 2, fresh: 2, newest: { type: 'ISSUE_DELETED' } })
  for (const until of [new Date(Date.now() - HOUR).toISOString(), '2999-01-01T00:00:00Z', 'soon'])
    expect((await refusal(snooze(worker, key, until))).status).toBe(400)
})

test('A muted issue only sends assignments and mentions, until it is unmuted', async () => {
  const { worker, owner, params, one, comment } = await makeThreads()
  const at = { ...params, issueId: one.id }
  const mute = (muted: boolean) => worker.client.call(muteIssue, { params: at, body: { muted } })
  await worker.client.call(watchIssue, { params: at, body: { watching: true } })
  await worker.client.call(acknowledgeAll, { body: {} })
  for (const turn of [1, 2]) await mute(turn > 0)
  expect(await worker.client.call(getIssueMute, { params: at })).toEqual({ muted: true })
  expect(await owner.client.call(getIssueMute, { params: at })).toEqual({ muted: false })
  await comment(one.id, 'Unheard')
  const change = (body: object) =>
    owner.client.call(updateIssue, { params: at, body: body as { name: string } })
  await change({ name: 'Wide crack' })
  await owner.client.call(bulkChangeIssues, {
    params,
    body: { ids: [one.id], change: { priority: 'HIGH' } },
  })
  await change({ assignee_id: null })
  expect((await counts(worker)).new).toBe(0)
  await comment(one.id, `@[Wim Worker](user:${worker.id}) look`)
  await change({ assignee_id: worker.id })
  expect((await types(worker)).slice(0, 2)).toEqual(['ISSUE_ASSIGNED', 'ISSUE_COMMENT_ADDED'])
  expect((await groups(worker)).groups[0]).toMatchObject({ muted: true, fresh: 2 })
  await mute(false)
  await comment(one.id, 'Heard')
  expect((await counts(worker)).new).toBe(3)
  expect((await groups(worker)).groups[0]).toMatchObject({ muted: false })
  // an issue hidden from the caller cannot be muted
  const secret = await owner.client.call(createIssue, {
    params,
    body: { name: 'Secret', visibility: 'PRIVATE' },
  })
  const hidden = { params: { ...params, issueId: secret.id } }
  expect((await refusal(worker.client.call(muteIssue, { ...hidden, body: { muted: true } }))).status).toBe(
    404,
  )
  expect((await refusal(worker.client.call(getIssueMute, hidden))).status).toBe(404)
})

test.each([
  [acceptInvite, 'APPROVED'],
  [declineInvite, 'REJECTED'],
] as const)('An answered invitation shows its state in the notification: %#', async (answer, state) => {
  const owner = await makeOwner(app)
  const user = await makeUser(app)
  const params = { id: owner.project.id }
  const invite = await owner.client.call(createInvite, {
    params,
    body: { email: user.email, role: 'ARCHITECT', permission_level: 'EDITOR', message: '' },
  })
  const read = async () => (await groups(user)).groups[0]?.newest.payload
  expect(await read()).toMatchObject({ invitation_state: 'PENDING', invitation_decided_at: null })
  await user.client.call(answer, { params: { ...params, inviteId: invite.id } })
  expect(await read()).toMatchObject({
    invitation_state: state,
    invitation_decided_at: expect.stringMatching(/^\d{4}-/),
  })
})

test('Ten thousand notifications of one issue are read as one group', async () => {
  const { worker, params, one } = await makeThreads()
  const payload = JSON.stringify({ issue_id: one.id, issue_number: one.number, project_name: 'Tower' })
  await sql`insert into notifications (id, user_id, project_id, type, payload)
    select gen_random_uuid(), ${worker.id}, ${params.id}, 'ISSUE_COMMENT_ADDED', ${payload}::jsonb
    from generate_series(1, 10000)`.execute(app.server.db)
  const { groups: shown } = await groups(worker)
  expect(shown.map(({ count }) => count).sort((a, b) => b - a)).toEqual([10_001, 3])
})
