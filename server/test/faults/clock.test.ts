import { createIssue, updateIssue } from '@plumbline/contract/issues/issues'
import { addComment, checkLog } from '@plumbline/contract/issues/timeline'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../app.ts'
import { makeOwner } from '../make.ts'

/** The machine's clock jumps, set by hand or by NTP. */

const HOUR_MS = 3600_000

test('Issues keep their order and the log stays valid when the clock jumps back and forth', async () => {
  let ahead = 0
  const app = await startApp({}, { now: () => new Date(Date.now() + ahead) })
  onTestFinished(() => app.close())
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const numbers: number[] = []
  for (const hours of [0, -26, 20, -1, 0]) {
    ahead = hours * HOUR_MS
    const issue = await client.call(createIssue, { params, body: { name: `At ${hours}` } })
    numbers.push(issue.number)
    const one = { ...params, issueId: issue.id }
    await client.call(updateIssue, { params: one, body: { description: 'Later' } })
    await client.call(addComment, { params: one, body: { text: 'Seen' } })
  }
  expect(numbers).toEqual([1, 2, 3, 4, 5])
  const { entries, broken_at } = await client.call(checkLog, { params })
  expect([entries >= 15, broken_at]).toEqual([true, null])
})
