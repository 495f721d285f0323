import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import type { IssueTemplate } from '@plumbline/contract/issues/lists'
import { expect, test } from 'vitest'
import { computeDay } from './list/list-common-due-dates.ts'
import { applyTemplate, emptyNewIssue, parseNewIssueDraft } from './new-issue.ts'

const dueIn = (days: number) => computeDay(new Date('2026-12-28T12:00:00Z'), 'Europe/Berlin', days)

test('parseNewIssueDraft restores a stored draft and drops fields of the wrong type', () => {
  const draft = { ...emptyNewIssue, name: 'Crack', labels: ['Concrete'], due_date: '2026-12-01' }
  expect(parseNewIssueDraft(JSON.stringify(draft), emptyNewIssue)).toEqual(draft)
  expect(parseNewIssueDraft('{"name":"Crack","labels":"Concrete","other":1}', emptyNewIssue)).toEqual({
    ...emptyNewIssue,
    name: 'Crack',
  })
  for (const rubbish of ['', 'Crack', 'null', '"Crack"'])
    expect(parseNewIssueDraft(rubbish, emptyNewIssue)).toBeNull()
})

test('A template sets its custom fields and computes the due date from its days', () => {
  const template: IssueTemplate = {
    id: '0193f0a0-0000-7000-8000-000000000001',
    title: 'Fire stopping',
    fields: { type: 'SAFETY', priority: 'HIGH', labels: ['Fire'] },
    due_in_days: 7,
  }
  const written = { ...emptyNewIssue, name: 'Hole in the shaft wall' }
  expect(applyTemplate(written, template, dueIn, [])).toEqual({
    ...written,
    type: 'SAFETY',
    priority: 'HIGH',
    labels: ['Fire'],
    due_date: '2027-01-04',
  })
  expect(applyTemplate(written, { ...template, due_in_days: null }, dueIn, []).due_date).toBeNull()
})

test('A template sets values of custom fields still offered by the project, in addition to those chosen before', () => {
  const choice = (id: string, archived: boolean) => ({ id, name: id, archived })
  const field = (id: string, choices: CustomField['choices'] = []) =>
    ({ id, kind: choices.length > 0 ? 'CHOICE' : 'TEXT', choices }) as unknown as CustomField
  const offered = [
    field('note'),
    field('cause', [choice('rain', true)]),
    field('side', [choice('left', false)]),
  ]
  const template: IssueTemplate = {
    id: '0193f0a0-0000-7000-8000-000000000001',
    title: 'Fire stopping',
    fields: { custom_fields: { cause: 'rain', side: 'left', archived: 'x' } },
    due_in_days: null,
  }
  const written = { ...emptyNewIssue, custom_fields: { note: 'Seen', side: 'right' } }
  expect(applyTemplate(written, template, dueIn, offered).custom_fields).toEqual({
    note: 'Seen',
    side: 'left',
  })
})
