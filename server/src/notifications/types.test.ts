import { generateBuilding } from '@plumbline/bim/generate/building'
import { acceptInvite, addMember, createInvite, removeMember } from '@plumbline/contract/access/access'
import { listChats, sendMessage, updateMessageStatus } from '@plumbline/contract/chat/chat'
import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, deleteComment, editComment } from '@plumbline/contract/issues/timeline'
import {
  countNotifications,
  listNotifications,
  type Notification,
} from '@plumbline/contract/notifications/notifications'
import {
  englishNotificationTexts,
  formatNotification,
  type NotificationTexts,
} from '@plumbline/contract/notifications/words'
import german from '@plumbline/contract/notifications/words.de'
import { createLevel, deleteProject, updateProject } from '@plumbline/contract/projects/projects'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeMember, makeOwner, makeUser, type User } from '../../test/make.ts'
import { sendModel } from '../../test/upload.ts'

/** Each type of notification by the action that triggers it: its recipients and payload. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const notes = (user: Pick<User, 'client'>) => user.client.call(listNotifications, { query: {} })
const heard = async (user: Pick<User, 'client'>) =>
  (await notes(user)).map(({ type, payload }) => ({ type, payload }))
const types = async (user: Pick<User, 'client'>) => (await notes(user)).map(({ type }) => type)

/** A project with a user in each role of an issue. */
async function makeSite() {
  const owner = await makeOwner(app, 'Olga Owner')
  const params = { id: owner.project.id }
  const member = (level: Parameters<typeof makeMember>[2], name: string) =>
    makeMember(app, owner.project.id, level, name)
  const editor = await member('EDITOR', 'Edda Editor')
  const worker = await member('CONTRIBUTOR', 'Wim Worker')
  const watcher = await member('VIEWER', 'Wanda Watcher')
  const other = await member('CONTRIBUTOR', 'Otto Other')
  return { owner, editor, worker, watcher, other, params, project_name: owner.project.name }
}

type Site = Awaited<ReturnType<typeof makeSite>>

/** Created by the editor, assigned to the worker, followed by the watcher. */
const fileIssue = ({ editor, worker, watcher, params }: Site) =>
  editor.client.call(createIssue, {
    params,
    body: { name: 'Crack', assignee_id: worker.id, watcher_ids: [watcher.id] },
  })

const by = (user: User, site: Site) => ({
  by_user_id: user.id,
  by_user_name: `${user.first_name} ${user.last_name}`,
  project_name: site.project_name,
})

const byId = (user: User, site: Site) => ({ by_user_id: user.id, project_name: site.project_name })

test('ISSUE_ASSIGNED and ISSUE_UNASSIGNED notify the new and the former assignee', async () => {
  const site = await makeSite()
  const { editor, worker, other, watcher, params } = site
  const { id, number, name } = await fileIssue(site)
  const payload = { ...by(editor, site), issue_id: id, issue_number: number, issue_name: name }
  expect(await heard(worker)).toEqual([{ type: 'ISSUE_ASSIGNED', payload }])
  await editor.client.call(updateIssue, {
    params: { ...params, issueId: id },
    body: { assignee_id: other.id },
  })
  expect((await heard(worker))[0]).toEqual({ type: 'ISSUE_UNASSIGNED', payload })
  expect(await heard(other)).toEqual([{ type: 'ISSUE_ASSIGNED', payload }])
  expect(await types(watcher)).toEqual(['ISSUE_UPDATED'])
  expect(await types(editor)).toEqual([])
})

test('ISSUE_ASSIGNED and ISSUE_UNASSIGNED of a bulk change notify each user once', async () => {
  const site = await makeSite()
  const { editor, worker, other, owner, params } = site
  const ids = [(await fileIssue(site)).id, (await fileIssue(site)).id]
  await worker.client.call(listNotifications, { query: {} })
  await owner.client.call(bulkChangeIssues, { params, body: { ids, change: { assignee_id: other.id } } })
  const payload = { ...by(owner as User, site), issue_count: 2 }
  expect((await heard(worker))[0]).toEqual({ type: 'ISSUE_UNASSIGNED', payload })
  expect(await heard(other)).toEqual([{ type: 'ISSUE_ASSIGNED', payload }])
  expect(await heard(editor)).toEqual([{ type: 'ISSUE_UPDATED', payload }])
})

test('ISSUE_UPDATED notifies creator, assignee and watchers; changes within five minutes are merged', async () => {
  const site = await makeSite()
  const { owner, editor, worker, watcher, other, params } = site
  const { id, number } = await fileIssue(site)
  const change = (body: object) =>
    owner.client.call(updateIssue, { params: { ...params, issueId: id }, body: body as { name: string } })
  await change({ status: 'IN_PROGRESS' })
  const first = {
    type: 'ISSUE_UPDATED',
    payload: {
      ...by(owner as User, site),
      ...{ issue_id: id, issue_number: number, issue_name: 'Crack' },
      ...{ message: 'Status Open -> In progress', status_from: 'OPEN', status_to: 'IN_PROGRESS' },
      changed: { status: { from: 'OPEN', to: 'IN_PROGRESS' } },
    },
  }
  for (const user of [editor, watcher]) expect(await heard(user)).toEqual([first])
  expect((await heard(worker))[0]).toEqual(first)
  expect(await types(other)).toEqual([])
  await change({ name: 'Crack in slab' })
  await change({ priority: 'HIGH' })
  const changed = {
    ...first.payload.changed,
    name: { from: 'Crack', to: 'Crack in slab' },
    priority: { from: 'MEDIUM', to: 'HIGH' },
  }
  const payload = { ...first.payload, issue_name: 'Crack in slab', changes: 3, message: '3 changes', changed }
  expect(await heard(watcher)).toEqual([{ ...first, payload }])
  await change({ status: 'OPEN' })
  await change({ status: 'RESOLVED', comment: 'Filled' })
  const status = { status_from: 'OPEN', status_to: 'RESOLVED' }
  expect(await heard(watcher)).toContainEqual(
    expect.objectContaining({ payload: expect.objectContaining({ ...status, changes: 5 }) }),
  )
  await app.server.db
    .updateTable('notifications')
    .set({ created_at: sql`now() - interval '6 minutes'` })
    .execute()
  await change({ priority: 'LOW' })
  expect((await types(watcher)).filter((type) => type === 'ISSUE_UPDATED')).toHaveLength(2)
})

test('ISSUE_UPDATED names the changed values in a sentence, with the names of people and levels', async () => {
  const site = await makeSite()
  const { owner, editor, other, watcher, worker, params } = site
  const issue = await fileIssue(site)
  const { id: level_id } = await owner.client.call(createLevel, {
    params,
    body: { name: 'Ground floor', elevation_m: 0 },
  })
  const change = (body: object) =>
    owner.client.call(updateIssue, {
      params: { ...params, issueId: issue.id },
      body: body as { name: string },
    })
  await change({ due_date: '2027-01-04', level_id, assignee_id: other.id })
  await change({ due_date: '2027-01-08', description: 'Along the joint' })
  const read = async (words: NotificationTexts) => {
    const [note] = await heard(watcher)
    return note && formatNotification(words, note)
  }
  const subject = `#${issue.number} Crack`
  expect(await read(englishNotificationTexts)).toBe(
    `Olga Owner updated issue ${subject}: assignee Wim Worker → Otto Other, due date none → 8 Jan 2027, level none → Ground floor, description`,
  )
  expect(await read(german)).toContain(', Fälligkeit ohne → 8. Jan. 2027, Geschoss ohne → Ground floor')
  // a change undone within the delay is no change
  await change({ assignee_id: worker.id })
  expect(await read(englishNotificationTexts)).not.toContain('assignee')
  await change({ assignee_id: other.id })
  await other.client.call(deleteMe, {})
  expect(await read(englishNotificationTexts)).toContain('assignee Wim Worker → none')
  expect(JSON.stringify(await heard(editor))).not.toContain('Otto Other')
})

test('ISSUE_COMMENT_ADDED notifies creator, assignee, watchers and mentioned users with a preview', async () => {
  const site = await makeSite()
  const { owner, editor, worker, watcher, other, params } = site
  const { id, number, name } = await fileIssue(site)
  const text = `@[Otto Other](user:${other.id}) **see** ${'x'.repeat(200)}`
  const comment = await owner.client.call(addComment, { params: { ...params, issueId: id }, body: { text } })
  const said = {
    type: 'ISSUE_COMMENT_ADDED',
    payload: {
      ...by(owner as User, site),
      ...{ issue_id: id, issue_number: number, issue_name: name, comment_id: comment.id },
      message: `@Otto Other see ${'x'.repeat(124)}`,
    },
  }
  for (const user of [editor, watcher, other]) expect(await heard(user)).toEqual([said])
  expect((await heard(worker))[0]).toEqual(said)
  expect(await types(owner)).toEqual([])
})

test('ISSUE_DELETED notifies creator, assignee and watchers', async () => {
  const site = await makeSite()
  const { owner, editor, worker, watcher, other, params } = site
  const { id, number, name } = await fileIssue(site)
  await owner.client.call(deleteIssue, { params: { ...params, issueId: id } })
  const payload = { ...by(owner as User, site), issue_number: number, issue_name: name }
  for (const user of [editor, worker, watcher])
    expect((await heard(user))[0]).toEqual({ type: 'ISSUE_DELETED', payload })
  expect(await types(other)).toEqual([])
})

test('A hidden issue notifies only users who may see it, even if others are mentioned', async () => {
  const site = await makeSite()
  const { owner, editor, other, watcher, params } = site
  const { id } = await editor.client.call(createIssue, {
    params,
    body: { name: 'Secret', visibility: 'PRIVATE' },
  })
  const at = { ...params, issueId: id }
  const text = `@[Otto Other](user:${other.id}) look`
  await owner.client.call(addComment, { params: at, body: { text } })
  await owner.client.call(updateIssue, { params: at, body: { name: 'Secret still' } })
  for (const user of [other, watcher]) expect(await types(user)).toEqual([])
  expect(await types(editor)).toEqual(['ISSUE_UPDATED', 'ISSUE_COMMENT_ADDED'])

  // with contributors limited to issues of their own company
  await owner.client.call(updateProject, { params, body: { contributor_issue_scope: 'OWN_COMPANY' } })
  const open = await editor.client.call(createIssue, { params, body: { name: 'Of another company' } })
  await owner.client.call(addComment, { params: { ...params, issueId: open.id }, body: { text } })
  expect(await types(other)).toEqual([])
  // former members get no notifications
  const followed = await fileIssue(site)
  await owner.client.call(removeMember, { params: { ...params, userId: watcher.id }, query: {} })
  await owner.client.call(deleteIssue, { params: { ...params, issueId: followed.id } })
  expect(await types(watcher)).toEqual(['USER_REMOVED_FROM_PROJECT'])
})

test('USER_ADDED_TO_PROJECT, PROJECT_MEMBER_ADDED and USER_REMOVED_FROM_PROJECT notify the member and the administrators', async () => {
  const site = await makeSite()
  const { owner, editor, worker, params } = site
  const admin = await makeMember(app, params.id, 'ADMIN', 'Ada Admin')
  // a user whom the owner knows from another project
  const second = await makeSite()
  await app.server.db
    .insertInto('project_members')
    .values({ project_id: second.params.id, user_id: owner.id, role: 'OTHER', permission_level: 'VIEWER' })
    .execute()
  const newcomer = second.worker
  const standing = { role: 'ARCHITECT' as const, permission_level: 'EDITOR' as const }
  await owner.client.call(addMember, { params, body: { user_id: newcomer.id, ...standing } })
  const added = { ...byId(owner as User, site), added_by_user_name: 'Olga Owner' }
  expect(await heard(newcomer)).toEqual([{ type: 'USER_ADDED_TO_PROJECT', payload: added }])
  const payload = { ...added, added_user_id: newcomer.id, added_user_name: 'Wim Worker' }
  expect(await heard(admin)).toEqual([{ type: 'PROJECT_MEMBER_ADDED', payload }])
  for (const user of [owner, editor]) expect(await types(user)).toEqual([])

  await admin.client.call(removeMember, { params: { ...params, userId: newcomer.id }, query: {} })
  expect((await heard(newcomer))[0]).toEqual({
    type: 'USER_REMOVED_FROM_PROJECT',
    payload: { ...byId(admin, site), removed_by_user_name: 'Ada Admin' },
  })
  // members who leave by themselves are not notified
  await worker.client.call(removeMember, { params: { ...params, userId: worker.id }, query: {} })
  expect(await types(worker)).toEqual([])
})

test('USER_INVITED_TO_PROJECT notifies the invited user, USER_JOINED_PROJECT the administrators', async () => {
  const site = await makeSite()
  const { owner, editor, params } = site
  const admin = await makeMember(app, params.id, 'ADMIN', 'Ada Admin')
  const guest = await makeUser(app, 'Gina Guest')
  const invite = await owner.client.call(createInvite, {
    params,
    body: { email: guest.email, role: 'SURVEYOR', permission_level: 'CONTRIBUTOR' },
  })
  expect(await heard(guest)).toEqual([
    {
      type: 'USER_INVITED_TO_PROJECT',
      payload: {
        ...{ ...byId(owner as User, site), invitation_id: invite.id, from_name: 'Olga Owner' },
        ...{ invitation_state: 'PENDING', invitation_decided_at: null },
      },
    },
  ])
  await guest.client.call(acceptInvite, { params: { ...params, inviteId: invite.id } })
  const payload = { ...byId(guest, site), added_user_id: guest.id, added_user_name: 'Gina Guest' }
  for (const user of [owner, admin])
    expect(await heard(user)).toEqual([{ type: 'USER_JOINED_PROJECT', payload }])
  expect(await types(editor)).toEqual([])
})

test('PROJECT_DELETED notifies all members', async () => {
  const site = await makeSite()
  const { owner, editor, watcher, params } = site
  await owner.client.call(deleteProject, { params })
  const payload = by(owner as User, site)
  for (const user of [editor, watcher])
    expect(await heard(user)).toEqual([{ type: 'PROJECT_DELETED', payload }])
  expect(await types(owner)).toEqual([])
})

test('BIM_PROCESSING_COMPLETED notifies the uploader and editors, with the error of a failure', async () => {
  const site = await makeSite()
  const { owner, editor, worker, params } = site
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const told = async (user: Pick<User, 'client'>, count: number) => {
    await expect.poll(async () => (await notes(user)).length, { timeout: 30_000 }).toBe(count)
    return (await heard(user))[0]
  }
  const drawing = await sendModel(editor.client, params.id, 'Plan.png', png)
  const done = {
    ...{
      bim_file_header_id: drawing.headerId,
      bim_file_header_name: 'Plan.png',
      bim_file_variant_version: 1,
    },
    project_name: site.project_name,
  }
  for (const user of [editor, owner])
    expect(await told(user, 1)).toEqual({ type: 'BIM_PROCESSING_COMPLETED', payload: done })
  expect(await types(worker)).toEqual([])
  const size = { storeys: 1, bays_x: 2, bays_y: 2, seed: 1 }
  const whole = [...generateBuilding({ ...size, discipline: 'architecture', version: 1 })].join('')
  const end = whole.lastIndexOf('ENDSEC;')
  const open = Buffer.from(`${whole.slice(0, end)}#999999=IFCLABEL('never closed;\n${whole.slice(end)}`)
  expect((await sendModel(editor.client, params.id, 'Open.ifc', open)).status).toBe(204)
  expect(await told(owner, 2)).toMatchObject({
    payload: { message: expect.stringMatching(/./), error_code: expect.stringMatching(/^[A-Z_]+$/) },
  })
}, 60_000)

async function projectChat(user: User): Promise<string> {
  const [chat] = await user.client.call(listChats, {})
  return chat?.id ?? ''
}

const ageRows = () =>
  app.server.db
    .updateTable('notifications')
    .set({ created_at: sql`created_at - interval '6 minutes'` })
    .execute()

test('CHAT_MESSAGE notifies all members with one unread row each, updated after five minutes', async () => {
  const site = await makeSite()
  const { owner, editor, worker, other, params } = site
  const id = await projectChat(editor)
  const send = (message: string) => editor.client.call(sendMessage, { params: { id }, body: { message } })
  await send('Formwork arrives **today**')
  const payload = {
    ...byId(editor, site),
    ...{ chat_id: id, from_name: 'Edda Editor', message: 'Formwork arrives today' },
  }
  for (const user of [owner, worker]) expect(await heard(user)).toEqual([{ type: 'CHAT_MESSAGE', payload }])
  expect(await types(editor)).toEqual([])
  // a recent unread row stays unchanged: further messages write nothing
  await send('And tomorrow')
  expect(await heard(worker)).toEqual([{ type: 'CHAT_MESSAGE', payload }])
  // mentioned users are notified again
  await send(`@[Otto Other](user:${other.id}) help`)
  expect((await heard(other)).map((row) => row.payload.message)).toEqual(['@Otto Other help'])
  expect(await heard(worker)).toEqual([{ type: 'CHAT_MESSAGE', payload }])
  await ageRows()
  await send('Later')
  expect((await heard(worker)).map((row) => row.payload.message)).toEqual(['Later'])
  expect(await types(owner)).toEqual(['CHAT_MESSAGE'])
  const outsider = await makeMember(app, params.id, 'VIEWER')
  expect(await types(outsider)).toEqual([])
})

test('Reading a conversation acknowledges its notifications', async () => {
  const site = await makeSite()
  const { editor, worker, owner } = site
  const id = await projectChat(editor)
  const first = await editor.client.call(sendMessage, { params: { id }, body: { message: 'One' } })
  await ageRows()
  const second = await editor.client.call(sendMessage, { params: { id }, body: { message: 'Two' } })
  const read = (messageId: string) =>
    worker.client.call(updateMessageStatus, { params: { id, messageId }, body: { status: 'READ' } })
  await read(first.id)
  expect((await notes(worker)).map((row) => row.state)).toEqual(['NEW'])
  await read(second.id)
  expect((await notes(worker)).map((row) => row.state)).toEqual(['ACKNOWLEDGED'])
  expect((await notes(owner)).map((row) => row.state)).toEqual(['NEW'])
  await editor.client.call(sendMessage, { params: { id }, body: { message: 'Three' } })
  expect((await notes(worker)).map((row: Notification) => [row.state, row.payload.message])).toEqual([
    ['NEW', 'Three'],
    ['ACKNOWLEDGED', 'Two'],
  ])
  expect(await worker.client.call(countNotifications, { query: {} })).toMatchObject({
    new: 1,
    acknowledged: 1,
  })
})

test('Deleting a message deletes its notifications', async () => {
  const { editor, worker } = await makeSite()
  const id = await projectChat(editor)
  const sent = await editor.client.call(sendMessage, { params: { id }, body: { message: 'Sorry' } })
  expect(await types(worker)).toEqual(['CHAT_MESSAGE'])
  const params = { id, messageId: sent.id }
  await editor.client.call(updateMessageStatus, { params, body: { status: 'DELETED' } })
  expect(await types(worker)).toEqual([])
})

test('Deleting a comment deletes its notifications, and editing one changes the quoted text', async () => {
  const site = await makeSite()
  const { editor, worker, params } = site
  const { id: issueId } = await fileIssue(site)
  const add = (text: string) =>
    editor.client.call(addComment, { params: { ...params, issueId }, body: { text } })
  const quoted = async () =>
    (await notes(worker))
      .filter(({ type }) => type === 'ISSUE_COMMENT_ADDED')
      .map(({ payload }) => payload.message)
  const wrong = await add('The salary of Otto')
  const right = await add('Done')
  const at = (commentId: string) => ({ ...params, issueId, commentId })
  await editor.client.call(editComment, { params: at(right.id), body: { text: 'Done **today**' } })
  await editor.client.call(deleteComment, { params: at(wrong.id) })
  expect(await quoted()).toEqual(['Done today'])
  expect(await worker.client.call(countNotifications, { query: {} })).toMatchObject({ new: 2 })
})

test('A deleted account is no longer named in notifications', async () => {
  const site = await makeSite()
  const { owner, editor, worker, watcher, params } = site
  const { id } = await fileIssue(site)
  await worker.client.call(addComment, { params: { ...params, issueId: id }, body: { text: 'Done' } })
  const chat = await projectChat(editor)
  await worker.client.call(sendMessage, { params: { id: chat }, body: { message: 'Hi' } })
  expect(JSON.stringify(await notes(watcher))).toContain('Wim Worker')
  await worker.client.call(deleteMe, {})
  for (const user of [owner, editor, watcher]) {
    const [text, count] = [JSON.stringify(await notes(user)), (await notes(user)).length]
    expect(text).not.toContain('Wim')
    expect(count).toBeGreaterThan(0)
  }
  const [comment] = (await notes(editor)).filter((row) => row.type === 'ISSUE_COMMENT_ADDED')
  expect(comment?.payload).toMatchObject({ by_user_id: worker.id, issue_name: 'Crack' })
})

test('A deleted account is no longer named as the value of a custom field, also in merged notifications', async () => {
  const site = await makeSite()
  const { editor, worker, other, watcher, params } = site
  const { id: issueId } = await fileIssue(site)
  const who = await editor.client.call(createCustomField, {
    params,
    body: { name: 'Surveyor', kind: 'PERSON' },
  })
  for (const person of [worker.id, other.id])
    await editor.client.call(updateIssue, {
      params: { ...params, issueId },
      body: { custom_fields: { [who.id]: person } },
    })
  const changed = async () =>
    (await notes(watcher)).flatMap(({ payload }) => Object.values(payload.changed ?? {}))
  expect(await changed()).toEqual([{ from: null, to: 'Otto Other' }])
  await other.client.call(deleteMe, {})
  const kept = await changed()
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain('Otto')
})
