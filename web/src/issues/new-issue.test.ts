import type { IssueTemplate } from '@plumbline/contract/issues/lists'
import { expect, test } from 'vitest'
import { blankIssue, readDraft, withTemplate } from './new-issue.ts'

test('readDraft restores a stored draft and drops fields of the wrong type', () => {
  const draft = { ...blankIssue, name: 'Crack', labels: ['Concrete'], due_date: '2026-12-01' }
  expect(readDraft(JSON.stringify(draft), blankIssue)).toEqual(draft)
  expect(readDraft('{"name":"Crack","labels":"Concrete","other":1}', blankIssue)).toEqual({
    ...blankIssue,
    name: 'Crack',
  })
  for (const rubbish of ['', 'Crack', 'null', '"Crack"']) expect(readDraft(rubbish, blankIssue)).toBeNull()
})

test('A template sets its own fields and computes the due date from its days', () => {
  const template: IssueTemplate = {
    id: '0193f0a0-0000-7000-8000-000000000001',
    title: 'Fire stopping',
    fields: { type: 'SAFETY', priority: 'HIGH', labels: ['Fire'] },
    due_in_days: 7,
  }
  const written = { ...blankIssue, name: 'Hole in the shaft wall' }
  expect(withTemplate(written, template, new Date(2026, 11, 28))).toEqual({
    ...written,
    type: 'SAFETY',
    priority: 'HIGH',
    labels: ['Fire'],
    due_date: '2027-01-04',
  })
  expect(withTemplate(written, { ...template, due_in_days: null }, new Date()).due_date).toBeNull()
})
