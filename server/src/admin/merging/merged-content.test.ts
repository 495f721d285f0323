import { listAuditPeople } from '@plumbline/contract/audit/audit'
import {
  addChatFile,
  listChats,
  listMessages,
  openChat,
  sendMessage,
  setReaction,
  updateMessageStatus,
} from '@plumbline/contract/chat/chat'
import { bulkChangeIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import { createCustomField } from '@plumbline/contract/issues/custom-fields'
import { createIssue, getIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { createIssueView, listIssues, listIssueViews } from '@plumbline/contract/issues/lists'
import { addComment, editComment, listLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { countNotifications, listNotifications } from '@plumbline/contract/notifications/notifications'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { mergeAtMachine } from '../../../test/merged-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Two accounts of one person and a colleague, all in the owner's project. */
async function makeTrio() {
  const owner = await makeOwner(app, 'Olaf Owner')
  const { id } = owner.project
  const kept = await makeMember(app, id, 'EDITOR', 'Ada After')
  const givenUp = await makeMember(app, id, 'EDITOR', 'Bea Before')
  const merge = () => mergeAtMachine(app, { kept: kept.id, given_up: givenUp.id })
  return { owner, kept, givenUp, params: { id }, merge }
}

const say = (user: User, id: string, message: string, reply_to?: string) =>
  user.client.call(sendMessage, { params: { id }, body: { message, ...(reply_to ? { reply_to } : {}) } })
const openDirect = async (user: User, other: User) =>
  (await user.client.call(openChat, { body: { kind: 'DIRECT', member_ids: [other.id] } })).id
const read = (user: User, id: string, messageId: string) =>
  user.client.call(updateMessageStatus, { params: { id, messageId }, body: { status: 'READ' } })

test('Issues are assigned to, written and watched by the kept account, in their rows, lists and histories', async () => {
  const { owner, kept, givenUp, params, merge } = await makeTrio()
  const assigned = await owner.client.call(createIssue, {
    params,
    body: { name: 'To do', assignee_id: givenUp.id },
  })
  const hidden = await givenUp.client.call(createIssue, {
    params,
    body: { name: 'Hidden', visibility: 'PRIVATE' },
  })
  const at = { ...params, issueId: assigned.id }
  const comment = await givenUp.client.call(addComment, { params: at, body: { text: 'Done by me' } })
  await owner.client.call(createIssueView, {
    params,
    body: { name: 'Theirs', is_shared: true, query: `assignee_id=${givenUp.id}` },
  })
  const body = { ids: [assigned.id], change: { priority: 'HIGH' as const } }
  const bulk = await owner.client.call(bulkChangeIssues, { params, body })
  const list = (user: User) => user.client.call(listIssues, { params, query: { assignee_id: kept.id } })
  // fills the cache of lists
  expect((await list(owner)).items).toEqual([])

  await merge()
  expect((await list(owner)).items.map(({ id }) => id)).toEqual([assigned.id])
  const issue = await kept.client.call(getIssue, { params: at })
  expect(issue).toMatchObject({ assignee_id: kept.id, watcher_ids: expect.arrayContaining([kept.id]) })
  expect(issue.watcher_ids).not.toContain(givenUp.id)
  expect((await kept.client.call(getIssue, { params: { ...params, issueId: hidden.id } })).created_by).toBe(
    kept.id,
  )
  await kept.client.call(editComment, { params: { ...at, commentId: comment.id }, body: { text: 'Mine' } })
  const [view] = await owner.client.call(listIssueViews, { params })
  expect(view?.query).toBe(`assignee_id=${kept.id}`)
  // a change of many issues can still be undone
  await owner.client.call(undoBulk, { params: { ...params, bulkId: bulk.bulk_id ?? '' } })
  expect((await owner.client.call(getIssue, { params: at })).priority).toBe('MEDIUM')
})

test('Histories name the kept account for actions of the given-up one, without a changed entry', async () => {
  const { owner, kept, givenUp, params, merge } = await makeTrio()
  const { id } = await givenUp.client.call(createIssue, { params, body: { name: 'Crack' } })
  const at = { ...params, issueId: id }
  await owner.client.call(updateIssue, { params: at, body: { assignee_id: givenUp.id } })
  await merge()
  const { items } = await owner.client.call(listTimeline, { params: at, query: {} })
  expect(items.map(({ kind, by }) => [kind, by])).toEqual([
    ['CREATED', kept.id],
    ['CHANGED', owner.id],
    ['MERGED', null],
  ])
  expect(items[1]?.changes).toEqual([{ field: 'assignee_id', from: null, to: kept.id }])
  const log = await owner.client.call(listLog, { params, query: { by: kept.id } })
  expect(log.items.map(({ kind }) => kind)).toEqual(['CREATED'])
  const people = await owner.client.call(listAuditPeople, { params: { id: owner.team.id } })
  expect(people.map((person) => person.id)).not.toContain(givenUp.id)
  const [row] = await app.server.db
    .selectFrom('issue_log')
    .select(['by_user_id', 'data'])
    .where('issue_id', '=', id)
    .where('kind', '=', 'MERGED')
    .execute()
  expect(row).toEqual({ by_user_id: null, data: { merged: { from: givenUp.id, to: kept.id } } })
})

test('Conversations of both accounts with one person become one, in the order of their times', async () => {
  const { owner, kept, givenUp, merge } = await makeTrio()
  const into = await openDirect(owner, kept)
  const from = await openDirect(owner, givenUp)
  const first = await say(kept, into, 'one')
  const second = await say(givenUp, from, 'two')
  const file = new Blob([Buffer.from('plan')])
  const upload = { params: { id: from }, query: { name: 'plan.txt' }, file }
  const { id: fileId } = await owner.client.call(addChatFile, upload as never)
  await owner.client.call(sendMessage, {
    params: { id: from },
    body: { message: 'three', reply_to: second.id, file_ids: [fileId] },
  })
  await givenUp.client.call(setReaction, {
    params: { id: into === from ? into : from, messageId: second.id },
    body: { reaction: 'DONE', is_set: true },
  })
  await say(owner, into, 'four', first.id)
  await read(kept, into, first.id)

  await merge()
  const messages = await kept.client.call(listMessages, { params: { id: into }, query: {} })
  expect(messages.map(({ message, position, user_id }) => [message, position, user_id])).toEqual([
    ['one', 1, kept.id],
    ['two', 2, kept.id],
    ['three', 3, owner.id],
    ['four', 4, owner.id],
  ])
  expect(messages.map(({ reply_to }) => reply_to?.position ?? null)).toEqual([null, null, 2, 1])
  expect(messages[1]?.reactions).toEqual([{ reaction: 'DONE', user_ids: [kept.id] }])
  const bytes = await kept.client.send('GET', `/api/chat/${into}/file/${messages[2]?.files[0]?.id}`)
  expect([bytes.status, String(bytes.body)]).toEqual([200, 'plan'])
  // the given-up account had not read the third message, the kept one not the fourth
  const chats = await kept.client.call(listChats, {})
  expect(chats.filter(({ kind }) => kind === 'DIRECT')).toMatchObject([{ id: into, messages: 4, unread: 2 }])
  expect((await refusal(owner.client.call(listMessages, { params: { id: from }, query: {} }))).status).toBe(
    404,
  )
  expect(await openDirect(owner, kept)).toBe(into)
  expect((await kept.client.call(countNotifications, {})).new).toBe(1)
  await read(kept, into, messages[3]?.id ?? '')
  expect((await kept.client.call(countNotifications, {})).new).toBe(0)
})

test('A conversation of only one of the accounts moves, and theirs with each other is closed', async () => {
  const { owner, kept, givenUp, merge } = await makeTrio()
  const moved = await openDirect(givenUp, owner)
  await say(givenUp, moved, 'Hello')
  const own = await openDirect(kept, givenUp)
  await say(givenUp, own, 'A note to myself')
  const group = await kept.client.call(openChat, {
    body: { kind: 'GROUP', name: 'Roof', member_ids: [givenUp.id, owner.id] },
  })
  await merge()
  expect(await openDirect(kept, owner)).toBe(moved)
  await say(kept, moved, 'Still here')
  const [note] = await kept.client.call(listMessages, { params: { id: own }, query: {} })
  expect(note).toMatchObject({ message: 'A note to myself', user_id: kept.id })
  expect((await refusal(say(kept, own, 'More'))).body.reason?.code).toBe('nobody_else_in_chat')
  const chats = await kept.client.call(listChats, {})
  const members = chats.find(({ id }) => id === group.id)?.members.map(({ id }) => id)
  expect(members?.sort()).toEqual([kept.id, owner.id].sort())
})

test('Notifications that both accounts received are kept once', async () => {
  const { owner, kept, givenUp, params, merge } = await makeTrio()
  const { id } = await owner.client.call(createIssue, {
    params,
    body: { name: 'Seen by both', watcher_ids: [kept.id, givenUp.id] },
  })
  await owner.client.call(addComment, { params: { ...params, issueId: id }, body: { text: 'News' } })
  await owner.client.call(createIssue, { params, body: { name: 'For one', assignee_id: givenUp.id } })
  const list = async () =>
    (await kept.client.call(listNotifications, { query: {} })).map(({ type }) => type).sort()
  expect(await list()).toEqual(['ISSUE_COMMENT_ADDED'])
  await merge()
  expect(await list()).toEqual(['ISSUE_ASSIGNED', 'ISSUE_COMMENT_ADDED'])
})

test('Deleting the kept account removes the person of both accounts from other people’s notifications', async () => {
  const { owner, kept, givenUp, params, merge } = await makeTrio()
  const watcher = await makeMember(app, params.id, 'VIEWER', 'Wanda Watcher')
  const who = await owner.client.call(createCustomField, {
    params,
    body: { name: 'Surveyor', kind: 'PERSON' },
  })
  const { id } = await owner.client.call(createIssue, {
    params,
    body: { name: 'Seen', watcher_ids: [watcher.id] },
  })
  await owner.client.call(updateIssue, {
    params: { ...params, issueId: id },
    body: { custom_fields: { [who.id]: givenUp.id } },
  })
  const values = async () =>
    (await watcher.client.call(listNotifications, { query: {} })).flatMap(({ payload }) =>
      Object.values(payload.changed ?? {}),
    )
  expect((await values())[0]?.to).toEqual(expect.any(String))
  await merge()
  await kept.client.call(deleteMe, {})
  expect(await values()).toEqual([{ from: null, to: null }])
})
