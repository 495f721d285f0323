import type { BulkReply, BulkResult } from '@plumbline/contract/issues/bulk'
import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { expect, test } from 'vitest'
import { buildBulkChange, buildOwnBulkChange, groupRefusals } from './bulk-change.ts'

test('buildBulkChange builds the request body, and returns null without a value', () => {
  expect(buildBulkChange('priority', 'HIGH', '')).toEqual({ priority: 'HIGH' })
  expect(buildBulkChange('priority', '', '')).toBeNull()
  expect(buildBulkChange('assignee_id', 'none', '')).toEqual({ assignee_id: null })
  expect(buildBulkChange('assignee_id', '', '')).toBeNull()
  expect(buildBulkChange('due_date', '', '')).toEqual({ due_date: null })
  expect(buildBulkChange('status', 'RESOLVED', ' Done ')).toEqual({ status: 'RESOLVED', comment: 'Done' })
  expect(buildBulkChange('add_labels', ['Concrete'], '')).toEqual({ add_labels: ['Concrete'] })
  expect(buildBulkChange('remove_labels', [], '')).toBeNull()
  expect(buildBulkChange('comment', '', ' Seen ')).toEqual({ comment: 'Seen' })
  expect(buildBulkChange('comment', '', '  ')).toBeNull()
})

test('buildOwnBulkChange sets and clears a value of each kind, and waits for a choice', () => {
  const build = (kind: CustomField['kind'], value: string) =>
    buildOwnBulkChange({ id: 'f', kind, choices: [] as CustomField['choices'] } as CustomField, value)
      ?.custom_fields?.f
  expect(build('TEXT', ' Rain ')).toBe('Rain')
  expect(build('TEXT', 'none')).toBe('none')
  expect(build('TEXT', '')).toBeNull()
  expect(build('NUMBER', '-2.5')).toBe(-2.5)
  expect(build('NUMBER', '')).toBeNull()
  expect(build('DATE', '2026-03-01')).toBe('2026-03-01')
  expect(build('DATE', '')).toBeNull()
  expect(build('CHOICE', 'a')).toBe('a')
  expect(build('CHOICE', 'none')).toBeNull()
  expect(build('CHOICE', '')).toBeUndefined()
  expect(build('CHECKBOX', 'true')).toBe(true)
  expect(build('CHECKBOX', 'none')).toBeNull()
  expect(build('PERSON', '')).toBeUndefined()
})

test('groupRefusals groups refused issues by reason, the most frequent first', () => {
  const result = (number: number, message?: string) =>
    ({ number, outcome: message ? 'REFUSED' : 'CHANGED', message }) as BulkResult
  const reply = { results: [result(1, 'a'), result(2, 'b'), result(3), result(4, 'b')] } as BulkReply
  expect(
    groupRefusals(reply).map(({ message, issues }) => [message, issues.map((each) => each.number)]),
  ).toEqual([
    ['b', [2, 4]],
    ['a', [1]],
  ])
})
