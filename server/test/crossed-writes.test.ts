import { bulkChangeIssues } from '@plumbline/contract/issues/bulk'
import { createIssue, deleteIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, checkLog, listTimeline } from '@plumbline/contract/issues/timeline'
import { acknowledgeAll } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { RefusedCall } from './client.ts'
import { callWhileHeld } from './held-locks.ts'
import { makeMember, makeOwner, type User } from './make.ts'

/** Writes of several people to the same issues, which notify the same people: they lock issues, notifications, the log. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Issues that all members of a project watch. */
async function makeWatchedIssues(count: number) {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const people: User[] = [owner]
  for (let i = 0; i < 3; i++) people.push(await makeMember(app, params.id, 'EDITOR'))
  const watcher_ids = people.map(({ id }) => id)
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await owner.client.call(createIssue, { params, body: { name: `Crack ${i}`, watcher_ids } })).id)
  return { owner, params, people, ids }
}

test('A change with a comment that waits for a notification does not hold the log of the project', async () => {
  const { owner, params, ids, people } = await makeWatchedIssues(1)
  const [issueId = ''] = ids
  const change = (body: object) => owner.client.call(updateIssue, { params: { ...params, issueId }, body })
  await change({ name: 'Wide crack' })
  await callWhileHeld(app, {
    held: sql`select from notifications where user_id = ${people[1]?.id} and type = 'ISSUE_UPDATED' for update`,
    call: () => change({ name: 'Wider crack', comment: 'Seen today' }),
    free: [sql`select from issue_chains where project_id = ${params.id} for update nowait`],
  })
  expect(await owner.client.call(checkLog, { params })).toMatchObject({ entries: 4, broken_at: null })
})

/** Fails on answers other than a success and a deleted issue; returns the number of successes. */
async function countDone(work: Promise<unknown>[]): Promise<number> {
  let done = 0
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'fulfilled') done++
    else if (!(result.reason instanceof RefusedCall) || result.reason.status !== 404) throw result.reason
  }
  return done
}

test('Bulk changes, changes, comments with mentions, acknowledgements and deletions at the same time all succeed, and nothing is lost', async () => {
  const { owner, params, people, ids } = await makeWatchedIssues(12)
  const { entries: before } = await owner.client.call(checkLog, { params })
  const kept = ids.slice(0, 8)
  const deleted = ids.slice(8)
  const bulks: Promise<unknown>[] = []
  const single: Promise<unknown>[] = []
  const others: Promise<unknown>[] = []
  for (const [index, { client, id }] of people.entries()) {
    const order = index % 2 ? [...kept].reverse() : kept
    const mention = `@[Somebody](user:${people[(index + 1) % people.length]?.id}) and @[Me](user:${id})`
    bulks.push(client.call(bulkChangeIssues, { params, body: { ids: order, change: { comment: 'All' } } }))
    for (const issueId of order) {
      const at = { ...params, issueId }
      single.push(client.call(addComment, { params: at, body: { text: mention } }))
      single.push(client.call(updateIssue, { params: at, body: { comment: `${index}` } }))
      others.push(client.call(acknowledgeAll, { body: {} }))
    }
    const issueId = deleted[index] ?? ''
    others.push(client.call(deleteIssue, { params: { ...params, issueId } }))
  }
  expect(await countDone(bulks)).toBe(people.length)
  expect(await countDone(single)).toBe(single.length)
  expect(await countDone(others)).toBe(others.length)
  const comments = 3 * people.length
  const expected = before + comments * kept.length + deleted.length
  expect(await owner.client.call(checkLog, { params })).toMatchObject({ entries: expected, broken_at: null })
  for (const issueId of kept) {
    const { items } = await owner.client.call(listTimeline, { params: { ...params, issueId }, query: {} })
    expect(items.filter(({ kind }) => kind === 'COMMENTED')).toHaveLength(comments)
  }
})
