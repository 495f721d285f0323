import type { BulkReply, BulkResult } from '@plumbline/contract/issues/bulk'
import { expect, test } from 'vitest'
import { changeOf, refusedGroups } from './bulk-change.ts'

test('buildBulkChange builds the request body, and returns null without a value', () => {
  expect(changeOf('priority', 'HIGH', '')).toEqual({ priority: 'HIGH' })
  expect(changeOf('priority', '', '')).toBeNull()
  expect(changeOf('assignee_id', 'none', '')).toEqual({ assignee_id: null })
  expect(changeOf('assignee_id', '', '')).toBeNull()
  expect(changeOf('due_date', '', '')).toEqual({ due_date: null })
  expect(changeOf('status', 'RESOLVED', ' Done ')).toEqual({ status: 'RESOLVED', comment: 'Done' })
  expect(changeOf('add_labels', ['Concrete'], '')).toEqual({ add_labels: ['Concrete'] })
  expect(changeOf('remove_labels', [], '')).toBeNull()
  expect(changeOf('comment', '', ' Seen ')).toEqual({ comment: 'Seen' })
  expect(changeOf('comment', '', '  ')).toBeNull()
})

test('groupRefusals groups refused issues by reason, the most frequent first', () => {
  const result = (number: number, message?: string) =>
    ({ number, outcome: message ? 'REFUSED' : 'CHANGED', message }) as BulkResult
  const reply = { results: [result(1, 'a'), result(2, 'b'), result(3), result(4, 'b')] } as BulkReply
  expect(
    refusedGroups(reply).map(({ message, issues }) => [message, issues.map((each) => each.number)]),
  ).toEqual([
    ['b', [2, 4]],
    ['a', [1]],
  ])
})
