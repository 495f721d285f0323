import { randomUUIDv7 } from 'node:crypto'
import { removeMember } from '@plumbline/contract/access/access'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import {
  acknowledgeAll,
  listNotifications,
  type NotificationType,
} from '@plumbline/contract/notifications/notifications'
import {
  getNotificationSettings,
  unsubscribe,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { updateMe } from '@plumbline/contract/users/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'
import { toJsonb } from '../db/database.ts'
import { sendDigests } from './digest.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const MINUTE = 60_000
/** The server with its clock advanced by `ms`. */
const later = (ms: number, from: Date = new Date()) => ({
  ...app.server,
  now: () => new Date(from.getTime() + ms),
})

/** Notification mails to a user, without the mail of the sign-up. */
const mails = async (user: User) => {
  const rows = await app.server.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html', 'headers'])
    .where('recipient', '=', user.email)
    .where('headers', 'is not', null)
    .orderBy('created_at')
    .execute()
  return rows as { subject: string; text: string; html: string; headers: Record<string, string> }[]
}

async function makeSite() {
  const owner = await makeOwner(app, 'Olga Owner')
  const params = { id: owner.project.id }
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR', 'Wim Worker')
  const set = (body: object) => worker.client.call(updateNotificationSettings, { body })
  const often = (email: 'OFF' | 'NOW' | 'HOURLY' | 'DAILY', ...types: NotificationType[]) =>
    set({ types: Object.fromEntries(types.map((type) => [type, { email }])) })
  const assign = (name: string) =>
    owner.client.call(createIssue, { params, body: { name, assignee_id: worker.id } })
  return { owner, worker, params, set, often, assign }
}

test('Ten notifications are sent as one mail with the texts of the app and a link to each', async () => {
  const { owner, worker, params, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED', 'ISSUE_COMMENT_ADDED')
  const issue = await assign('Crack & gap')
  for (let turn = 0; turn < 8; turn++) await assign(`Defect ${turn}`)
  const at = { ...params, issueId: issue.id }
  const comment = await owner.client.call(addComment, { params: at, body: { text: '**Urgent** <b>' } })
  await sendDigests(later(30_000))
  expect(await mails(worker)).toEqual([])
  await sendDigests(later(2 * MINUTE))
  await sendDigests(later(3 * MINUTE))
  const [mail, ...more] = await mails(worker)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Harbour School: 10 new notifications')
  const url = `${app.server.config.publicUrl}/project/${params.id}/issues/${issue.number}`
  expect(mail?.text).toContain(`- Olga Owner assigned you issue #${issue.number} Crack & gap\n  ${url}`)
  expect(mail?.text).toContain(
    `commented on issue #${issue.number} Crack & gap\n  Urgent <b>\n  ${url}?comment=${comment.id}`,
  )
  expect(mail?.html).toContain('Crack &amp; gap')
  expect(mail?.html).not.toContain('Urgent <b>')
})

test('Hourly and daily mails are sent on time in the user’s time zone and language', async () => {
  const { worker, often, assign, set } = await makeSite()
  await worker.client.call(updateMe, { body: { locale: 'de' } })
  await often('DAILY', 'ISSUE_ASSIGNED')
  await set({ time_zone: 'America/New_York', daily_at: '06:30' })
  const issue = await assign('Riss')
  await sendDigests(later(0))
  expect(await mails(worker)).toEqual([])
  await sendDigests(later(25 * 60 * MINUTE))
  const [mail] = await mails(worker)
  expect(mail?.subject).toBe(`Olga Owner hat Ihnen Issue #${issue.number} „Riss“ zugewiesen`)
  expect(mail?.html).toContain('<html lang="de">')
  const row = async () =>
    app.server.db.selectFrom('notifications').select('mail_at').where('user_id', '=', worker.id).execute()
  expect(await row()).toEqual([{ mail_at: null }])
})

test('Notifications that are acknowledged, turned off or no longer visible are not mailed', async () => {
  const { owner, worker, params, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED', 'USER_REMOVED_FROM_PROJECT')
  await assign('Read')
  await worker.client.call(acknowledgeAll, { body: {} })
  await sendDigests(later(2 * MINUTE))
  expect(await mails(worker)).toEqual([])
  await assign('Unwanted')
  await often('OFF', 'ISSUE_ASSIGNED')
  await sendDigests(later(2 * MINUTE))
  await often('NOW', 'ISSUE_ASSIGNED')
  await sendDigests(later(4 * MINUTE))
  expect(await mails(worker)).toEqual([])
  await assign('From outside')
  await owner.client.call(removeMember, { params: { ...params, userId: worker.id }, query: {} })
  await sendDigests(later(2 * MINUTE))
  const [mail, ...more] = await mails(worker)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Olga Owner removed you from Harbour School')
  expect(mail?.text).not.toContain('From outside')
})

test('Changes of issues by a new version are not mailed to people who have left the project since', async () => {
  const { owner, worker, params, often } = await makeSite()
  await often('NOW', 'ISSUES_FOLLOWED', 'USER_REMOVED_FROM_PROJECT')
  const followed = { bim_file_header_name: 'Tower', bim_file_variant_version: 2, found_percent: 10 }
  await app.server.db
    .insertInto('notifications')
    .values({
      id: randomUUIDv7(),
      user_id: worker.id,
      project_id: params.id,
      type: 'ISSUES_FOLLOWED',
      payload: toJsonb(followed),
      mail_at: new Date().toISOString(),
    })
    .execute()
  await owner.client.call(removeMember, { params: { ...params, userId: worker.id }, query: {} })
  await sendDigests(later(2 * MINUTE))
  const [mail, ...more] = await mails(worker)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Olga Owner removed you from Harbour School')
  expect(mail?.text).not.toContain('Tower')
})

test('Issues that their reader no longer sees, hidden or in the trash, are not mailed, but the end of an assignment is', async () => {
  const { owner, worker, params, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED', 'ISSUE_UNASSIGNED')
  const [hidden, deleted] = [await assign('Hidden'), await assign('Deleted')]
  await assign('Seen')
  const change = (issueId: string, body: object) =>
    owner.client.call(updateIssue, { params: { ...params, issueId }, body })
  await change(hidden.id, { assignee_id: null })
  await change(hidden.id, { visibility: 'PRIVATE', watcher_ids: [] })
  await owner.client.call(deleteIssue, { params: { ...params, issueId: deleted.id } })
  await sendDigests(later(2 * MINUTE))
  const [mail] = await mails(worker)
  expect(mail?.text).toContain('Seen')
  expect(mail?.text).toContain('unassigned')
  expect(mail?.text).not.toContain(`assigned you issue #${hidden.number}`)
  expect(mail?.text).not.toContain('Deleted')
})

test('Quiet hours delay a mail to their end, also when they are set after it was queued', async () => {
  const { worker, often, assign, set } = await makeSite()
  const now = new Date()
  const clock = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
  await often('NOW', 'ISSUE_ASSIGNED')
  await assign('At night')
  await set({ time_zone: 'UTC', quiet_hours: { from: clock(-60 * MINUTE), to: clock(60 * MINUTE) } })
  await sendDigests(later(2 * MINUTE, now))
  expect(await mails(worker)).toEqual([])
  await sendDigests(later(62 * MINUTE, now))
  expect((await mails(worker)).length).toBe(1)
})

test('Two servers send one mail; an aborted attempt sends none and the next one sends all', async () => {
  const { worker, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED')
  await assign('One')
  await assign('Two')
  const broken = {
    ...later(2 * MINUTE),
    jobs: { ...app.server.jobs, add: () => Promise.reject(new Error('killed')) },
  }
  await sendDigests(broken)
  expect(await mails(worker)).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendDigests(later(2 * MINUTE))))
  expect((await mails(worker)).map(({ subject }) => subject)).toEqual(['Harbour School: 2 new notifications'])
})

test('A change merged into an already mailed notification is mailed again', async () => {
  const { owner, worker, params, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_UPDATED')
  const issue = await assign('Crack')
  const change = (name: string) =>
    owner.client.call(updateIssue, { params: { ...params, issueId: issue.id }, body: { name } })
  await change('Gap')
  await sendDigests(later(2 * MINUTE))
  expect((await mails(worker)).length).toBe(1)
  await change('Hole')
  expect((await worker.client.call(listNotifications, { query: {} })).length).toBe(2)
  await sendDigests(later(2 * MINUTE))
  expect((await mails(worker)).length).toBe(2)
})

const linkIn = (text: string) => /\/unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? ''
const emailOf = async (user: User, type: NotificationType) =>
  (await user.client.call(getNotificationSettings, {})).types[type].email

test('The unsubscribe link turns off mails of its type without a session, also with one click', async () => {
  const { worker, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED')
  await assign('Crack')
  await sendDigests(later(2 * MINUTE))
  const [mail] = await mails(worker)
  const address = /^<(.*)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const response = await app.fastify.inject({
    method: 'POST',
    url: new URL(address).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(response.statusCode).toBe(200)
  expect(await emailOf(worker, 'ISSUE_ASSIGNED')).toBe('OFF')
  expect(await emailOf(worker, 'ISSUE_COMMENT_ADDED')).toBe('HOURLY')

  const stranger = new Client(app)
  const token = linkIn(mail?.text ?? '')
  const ended = await stranger.call(unsubscribe, { params: { token } })
  expect(ended).toMatchObject({ type: 'ISSUE_ASSIGNED', email: worker.email })
  const all = await stranger.call(unsubscribe, { params: { token: ended.all_token ?? '' } })
  expect(all).toEqual({ type: null, email: worker.email, all_token: null })
  expect(await emailOf(worker, 'ISSUE_COMMENT_ADDED')).toBe('OFF')
  await assign('More')
  await sendDigests(later(24 * 60 * MINUTE))
  expect((await mails(worker)).length).toBe(1)
})

test('A forged, expired or orphaned unsubscribe link is refused', async () => {
  const { worker } = await makeSite()
  const made = (days: number) =>
    createUnsubscribeToken(app.server, worker.id, null, new Date(Date.now() - days * 24 * 60 * MINUTE))
  const stranger = new Client(app)
  const status = async (token: string) =>
    (await refusal(stranger.call(unsubscribe, { params: { token } }))).status
  const [text = '', signed = ''] = made(0).split('.')
  const forged = Buffer.from(Buffer.from(text, 'base64url').toString().replace('null', '"ISSUE_UPDATED"'))
  for (const token of [`${forged.toString('base64url')}.${signed}`, `${text}.`, text, 'x.y', made(401)])
    expect(await status(token)).toBe(410)
  expect(await emailOf(worker, 'ISSUE_ASSIGNED')).toBe('HOURLY')
  expect((await stranger.call(unsubscribe, { params: { token: made(399) } })).email).toBe(worker.email)
  const nobody = createUnsubscribeToken(app.server, crypto.randomUUID(), null, new Date())
  expect(await status(nobody)).toBe(410)
})

test('A person with a locked account gets no mail about later events in their projects', async () => {
  const { worker, often, assign } = await makeSite()
  await often('NOW', 'ISSUE_ASSIGNED')
  const setLocked = (locked_at: string | null) =>
    app.server.db.updateTable('users').set({ locked_at }).where('id', '=', worker.id).execute()
  await assign('Before')
  await setLocked(new Date().toISOString())
  await assign('Meanwhile')
  await sendDigests(later(2 * MINUTE))
  expect(await mails(worker)).toEqual([])
  await setLocked(null)
  const { number } = await assign('After')
  await sendDigests(later(4 * MINUTE))
  expect((await mails(worker)).map(({ subject }) => subject)).toEqual([
    `Olga Owner assigned you issue #${number} After`,
  ])
})
