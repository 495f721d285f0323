import { randomUUIDv7 } from 'node:crypto'
import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import {
  acknowledgeAll,
  acknowledgeNotification,
  countNotifications,
  listNotifications,
  notificationTypes,
} from '@plumbline/contract/notifications/notifications'
import {
  defaultChannels,
  getNotificationSettings,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../test/make.ts'
import { sweepNotifications } from './sweep.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const counts = (user: User, project_id?: string) =>
  user.client.call(countNotifications, { query: project_id ? { project_id } : {} })
const list = (user: User, query: object = {}) => user.client.call(listNotifications, { query })

async function insert(user: User, number: number, row: object = {}) {
  const rows = Array.from({ length: number }, () => ({
    ...{
      id: randomUUIDv7(),
      user_id: user.id,
      type: 'ISSUE_UPDATED' as const,
      payload: sql<never>`'{}'::jsonb`,
    },
    ...row,
  }))
  for (let from = 0; from < rows.length; from += 2000)
    await app.server.db
      .insertInto('notifications')
      .values(rows.slice(from, from + 2000))
      .execute()
}

test('Acknowledging is idempotent, and another user’s notification is not found', async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)]
  await insert(user, 3)
  const [first] = await list(user)
  const params = { id: first?.id ?? '' }
  for (let turn = 0; turn < 2; turn++)
    expect((await user.client.call(acknowledgeNotification, { params, body: undefined })).state).toBe(
      'ACKNOWLEDGED',
    )
  expect(await counts(user)).toEqual({ total: 3, new: 2, acknowledged: 1, chat: 0 })
  expect(
    (await refusal(other.client.call(acknowledgeNotification, { params, body: undefined }))).status,
  ).toBe(404)
})

test('Acknowledging all notifications of one or every project until a time leaves later ones unread', async () => {
  const owner = await makeOwner(app)
  const user = await makeMember(app, owner.project.id, 'VIEWER')
  await insert(user, 2, { project_id: owner.project.id })
  await insert(user, 3)
  const of = (project_id: string) => user.client.call(acknowledgeAll, { body: { project_id } })
  expect(await of(owner.project.id)).toMatchObject({ acknowledged: 2 })
  expect(await counts(user, owner.project.id)).toMatchObject({ total: 2, new: 0, acknowledged: 2 })
  expect(await counts(user)).toMatchObject({ total: 5, new: 3 })
  const until = (await list(user))[0]?.created_at
  await insert(user, 1, { created_at: sql`clock_timestamp()` })
  expect(await user.client.call(acknowledgeAll, { body: { until } })).toMatchObject({ acknowledged: 3 })
  expect(await counts(user)).toMatchObject({ new: 1 })
  expect(await of('0')).toMatchObject({ acknowledged: 1 })
  expect(await of('0')).toMatchObject({ acknowledged: 0 })
})

test('Acknowledging by files or by issue leaves other notifications new', async () => {
  const owner = await makeOwner(app)
  const [user, project_id] = [await makeMember(app, owner.project.id, 'VIEWER'), owner.project.id]
  const about = (payload: object) =>
    insert(user, 1, { project_id, payload: sql`${JSON.stringify(payload)}::jsonb` })
  const [one, two] = [randomUUIDv7(), randomUUIDv7()]
  for (const bim_file_header_id of [one, two]) await about({ bim_file_header_id })
  for (const issue_number of [4, 42]) await about({ issue_number })
  await insert(user, 1, { payload: sql`'{"issue_number": 4}'::jsonb` })
  const of = (body: object) => user.client.call(acknowledgeAll, { body: { project_id, ...body } })
  expect(await of({ bim_file_header_ids: [two, randomUUIDv7()] })).toMatchObject({ acknowledged: 1 })
  expect(await of({ issue_number: 4 })).toMatchObject({ acknowledged: 1 })
  const left = (await list(user)).filter(({ state }) => state === 'NEW')
  expect(left.map(({ payload }) => payload).reverse()).toEqual([
    { bim_file_header_id: one },
    { issue_number: 42 },
    { issue_number: 4 },
  ])
  for (const body of [{ bim_file_header_ids: [] }, { issue_number: 0 }])
    expect((await refusal(of(body))).status).toBe(400)
})

test('Notifications are listed in pages of up to 1000, newest first', async () => {
  const user = await makeUser(app)
  await insert(user, 1200)
  const first = await list(user, { project_id: '0', page: '1', page_size: '1000' })
  const second = await list(user, { page: '2', page_size: '1000' })
  expect([first.length, second.length]).toEqual([1000, 200])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1200)
  expect((await refusal(list(user, { page_size: '1001' }))).status).toBe(400)
})

test('Counters stop at 10,000', async () => {
  const user = await makeUser(app)
  await insert(user, 10_400)
  await insert(user, 5, { state: 'ACKNOWLEDGED' })
  expect(await counts(user)).toEqual({ total: 10_005, new: 10_000, acknowledged: 5, chat: 0 })
})

test('Notifications are swept half a year after their acknowledgement or a year after their creation', async () => {
  const user = await makeUser(app)
  const ago = (days: number, row: object) =>
    insert(user, 1, { created_at: sql`now() - make_interval(days => ${days})`, ...row })
  await ago(181, { state: 'ACKNOWLEDGED' })
  await ago(179, { state: 'ACKNOWLEDGED' })
  await ago(181, {})
  await ago(366, {})
  await sweepNotifications(app.server)
  expect((await list(user)).map(({ state }) => state)).toEqual(['ACKNOWLEDGED', 'NEW'])
})

test('Settings start with the defaults, and updates keep fields that are not given', async () => {
  const user = await makeUser(app)
  const read = () => user.client.call(getNotificationSettings, {})
  const untouched = { types: defaultChannels, quiet_hours: null, time_zone: null, daily_at: '07:00' }
  expect(await read()).toEqual(untouched)
  const change = (body: object) => user.client.call(updateNotificationSettings, { body })
  await change({ types: { ISSUE_UPDATED: { email: 'OFF' } }, time_zone: 'Asia/Kathmandu' })
  await change({ types: { ISSUE_UPDATED: { push: true } }, quiet_hours: { from: '22:00', to: '06:00' } })
  expect(await read()).toEqual({
    types: { ...defaultChannels, ISSUE_UPDATED: { in_app: true, email: 'OFF', push: true } },
    quiet_hours: { from: '22:00', to: '06:00' },
    time_zone: 'Asia/Kathmandu',
    daily_at: '07:00',
  })
  await change({ quiet_hours: null, types: defaultChannels })
  expect(await read()).toEqual({ ...untouched, time_zone: 'Asia/Kathmandu' })
  for (const body of [
    { time_zone: 'Mars/Olympus' },
    { daily_at: '25:00' },
    { types: { ISSUE_UPDATED: { email: 'OFTEN' } } },
    { types: { UNKNOWN: { push: true } } },
    {},
  ])
    expect((await refusal(change(body))).status).toBe(400)
})

test('Notifications turned off in the app are neither listed nor counted', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const [deaf, byMail] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'CONTRIBUTOR'),
  ]
  const off = { in_app: false, push: false }
  const all = (email: 'OFF' | 'NOW') =>
    Object.fromEntries(notificationTypes.map((type) => [type, { ...off, email }]))
  await deaf.client.call(updateNotificationSettings, { body: { types: all('OFF') } })
  await byMail.client.call(updateNotificationSettings, { body: { types: all('NOW') } })
  for (const assignee_id of [deaf.id, byMail.id]) {
    const issue = await owner.client.call(createIssue, { params, body: { name: 'Crack', assignee_id } })
    await owner.client.call(updateIssue, { params: { ...params, issueId: issue.id }, body: { name: 'Gap' } })
  }
  for (const user of [deaf, byMail]) {
    expect(await list(user)).toEqual([])
    expect(await counts(user)).toMatchObject({ total: 0, new: 0 })
  }
  const rows = await app.server.db
    .selectFrom('notifications')
    .select(['user_id', 'type'])
    .where('user_id', 'in', [deaf.id, byMail.id])
    .orderBy('type')
    .execute()
  expect(rows).toEqual([
    { user_id: byMail.id, type: 'ISSUE_ASSIGNED' },
    { user_id: byMail.id, type: 'ISSUE_UPDATED' },
  ])
})
