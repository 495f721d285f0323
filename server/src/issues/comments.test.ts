import * as issues from '@plumbline/contract/issues/issues'
import * as timelines from '@plumbline/contract/issues/timeline'
import { listNotifications } from '@plumbline/contract/notifications/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeMember, makeOwner, type User } from '../../test/make.ts'
import { formatPreview } from './mentions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A project with an issue created by Ada, its owner. */
async function makeIssue(fields: object = {}) {
  const owner = await makeOwner(app, 'Ada Mason')
  const params = { id: owner.project.id }
  const issue = await owner.client.call(issues.createIssue, { params, body: { name: 'Crack', ...fields } })
  const at = { ...params, issueId: issue.id }
  const read = (user: User = owner) => user.client.call(issues.getIssue, { params: at })
  const say = (user: User, text: string, more: object = {}) =>
    user.client.call(timelines.addComment, { params: at, body: { text, ...more } })
  const history = async (user: User = owner) =>
    (await user.client.call(timelines.listTimeline, { params: at, query: {} })).items
  return { owner, params, at, issue, read, say, history }
}

const notesOf = async (user: User) => {
  const notes = await user.client.call(listNotifications, { query: {} })
  return notes.map(({ type, payload }) => [type, payload.message])
}

test('A comment increments the count, adds its author as watcher and keeps the version', async () => {
  const { owner, params, issue, read, say, history } = await makeIssue()
  const worker = await makeMember(app, params.id, 'CONTRIBUTOR')
  const made = await say(worker, 'Repaired on **Tuesday**')
  expect(made).toMatchObject({ text: 'Repaired on **Tuesday**', created_by: worker.id, edited_at: null })
  const after = await read()
  expect(after).toMatchObject({ version: 1, comments: 1, comments_by_others: 1, has_proof: false })
  expect(after.watcher_ids).toEqual([worker.id])
  expect(after.updated_at > issue.updated_at).toBe(true)
  expect(await history()).toMatchObject([
    { seq: 1, kind: 'CREATED', by: owner.id },
    { seq: 2, kind: 'COMMENTED', by: worker.id, comment: { id: made.id, text: made.text } },
  ])
})

test('A comment repeated with the same id is created once; the id is refused to others', async () => {
  const { owner, params, at, read, say } = await makeIssue()
  const id = crypto.randomUUID()
  const [first, second] = await Promise.all([say(owner, 'Once', { id }), say(owner, 'Once', { id })])
  expect(second).toEqual(first)
  expect((await read()).comments).toBe(1)
  const other = await makeMember(app, params.id, 'EDITOR')
  expect((await refusal(say(other, 'Mine', { id }))).body.error).toBe('already_exists')
  const elsewhere = await makeIssue()
  expect((await refusal(elsewhere.say(elsewhere.owner, 'Mine', { id }))).status).toBe(409)
  expect((await elsewhere.read()).comments).toBe(0)
  const viewer = await makeMember(app, params.id, 'VIEWER')
  expect((await refusal(say(viewer, 'May I?'))).status).toBe(403)
  expect(
    (await refusal(elsewhere.owner.client.call(timelines.addComment, { params: at, body: { text: 'x' } })))
      .status,
  ).toBe(404)
})

test('Authors edit their own comments, administrators delete any; deleted comments stay in the timeline', async () => {
  const { owner, params, at, read, say, history } = await makeIssue()
  const [worker, editor] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'EDITOR'),
  ]
  const { id: commentId } = await say(worker, 'Repaird')
  const edit = (user: User) =>
    user.client.call(timelines.editComment, { params: { ...at, commentId }, body: { text: 'Repaired' } })
  const erase = (user: User) => user.client.call(timelines.deleteComment, { params: { ...at, commentId } })
  expect((await refusal(edit(owner))).status).toBe(403)
  expect((await refusal(erase(editor))).status).toBe(403)
  expect((await edit(worker)).edited_at).not.toBeNull()
  expect((await history()).at(1)).toMatchObject({ kind: 'COMMENTED', comment: { text: 'Repaired' } })
  await erase(owner)
  expect((await refusal(erase(owner))).status).toBe(404)
  expect((await refusal(edit(worker))).status).toBe(404)
  expect(await read()).toMatchObject({ comments: 0, comments_by_others: 0, has_proof: false })
  const [, said, reworded, erased] = await history()
  expect(said?.comment).toMatchObject({ text: '', created_by: worker.id, attachment_ids: [] })
  expect(said?.comment?.deleted_at).not.toBeNull()
  expect([reworded?.kind, erased?.kind, erased?.by]).toEqual(['COMMENT_EDITED', 'COMMENT_DELETED', owner.id])
  // clients that have loaded the older page only learn of it here
  expect([reworded?.current_comment, erased?.current_comment]).toEqual([said?.comment, said?.comment])
  const log = await app.server.db
    .selectFrom('issue_log')
    .select('data')
    .where('issue_id', '=', at.issueId)
    .execute()
  expect(JSON.stringify(log)).not.toMatch(/Repair/)
})

test('Mentioned users who may see the issue are notified and become watchers', async () => {
  const { owner, params, read, say } = await makeIssue({ visibility: 'PRIVATE' })
  const [admin, outsider] = [
    await makeMember(app, params.id, 'ADMIN', 'Otto Boss'),
    await makeMember(app, params.id, 'EDITOR'),
  ]
  const stranger = (await makeOwner(app)) as User
  const name = (user: User) => `@[Somebody](user:${user.id})`
  await say(owner, `Please look, ${name(admin)} and ${name(outsider)} and ${name(stranger)}`)
  expect(await notesOf(admin)).toEqual([
    ['ISSUE_COMMENT_ADDED', 'Please look, @Somebody and @Somebody and @Somebody'],
  ])
  expect(await notesOf(outsider)).toEqual([])
  expect(await notesOf(stranger)).toEqual([])
  expect((await read()).watcher_ids.sort()).toEqual([admin.id, owner.id].sort())
  expect((await refusal(read(outsider))).status).toBe(404)
})

test('Creator, assignee and watchers are notified of a comment with a short preview; its author is not', async () => {
  const { owner, params, at, say } = await makeIssue()
  const [worker, watcher] = [
    await makeMember(app, params.id, 'CONTRIBUTOR'),
    await makeMember(app, params.id, 'VIEWER'),
  ]
  await owner.client.call(issues.updateIssue, { params: at, body: { assignee_id: worker.id } })
  await watcher.client.call(issues.watchIssue, { params: at, body: { watching: true } })
  await say(worker, `- **Done** as [agreed](https://example.com), see \`A_1\`\n\n${'x'.repeat(300)}`)
  const message = `Done as agreed, see A_1 ${'x'.repeat(300)}`.slice(0, 140)
  expect(await notesOf(owner)).toEqual([['ISSUE_COMMENT_ADDED', message]])
  expect(await notesOf(watcher)).toEqual([['ISSUE_COMMENT_ADDED', message]])
  expect(await notesOf(worker)).toEqual([['ISSUE_ASSIGNED', undefined]])
})

test('A comment with files or viewpoints of another issue is refused', async () => {
  const { owner, say, read } = await makeIssue()
  const foreign = crypto.randomUUID()
  const refused = await refusal(say(owner, 'See', { attachment_ids: [foreign] }))
  expect(refused.body.fields).toEqual({ attachment_ids: 'Not part of this issue' })
  expect((await refusal(say(owner, 'See', { viewpoint_id: foreign }))).status).toBe(400)
  expect((await read()).comments).toBe(0)
})

test('The timeline is paged, each page oldest first', async () => {
  const { owner, at, say } = await makeIssue()
  for (const text of ['one', 'two', 'three', 'four']) await say(owner, text)
  const page = (query: { limit: number; before?: number }) =>
    owner.client.call(timelines.listTimeline, { params: at, query })
  const newest = await page({ limit: 2 })
  expect(newest.items.map((entry) => entry.comment?.text)).toEqual(['three', 'four'])
  const older = await page({ limit: 2, before: newest.before ?? 0 })
  expect(older.items.map((entry) => entry.comment?.text)).toEqual(['one', 'two'])
  const oldest = await page({ limit: 2, before: older.before ?? 0 })
  expect(oldest).toMatchObject({ items: [{ kind: 'CREATED' }], before: null })
})

test('The preview of any comment is plain text', () => {
  expect(formatPreview('> *quoted* and __bold__ `a*b`')).toBe('quoted and bold a*b')
  expect(formatPreview('snake_case_name 2 * 3')).toBe('snake_case_name 2 * 3')
  expect(formatPreview('👷'.repeat(200))).toBe('👷'.repeat(140))
  expect(formatPreview(`${'*_'.repeat(5000)}`).length).toBeLessThanOrEqual(140)
})
