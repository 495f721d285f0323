import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { expect, test } from 'vitest'
import { buildNewIssueSchema, getNewValue, listMissing, pickCopied, pickOffered } from './new-values.ts'

const field = (id: string, more: Partial<CustomField> = {}): CustomField => ({
  id,
  name: id,
  kind: 'TEXT',
  choices: [],
  initial: null,
  required_for: [],
  order: 1,
  archived: false,
  ...more,
})
const cause = field('0190a000-0000-7000-8000-00000000000a', { required_for: ['DEFECT'] })
const cost = field('0190a000-0000-7000-8000-00000000000b', { kind: 'NUMBER', initial: 5 })

test('A form shows the default until another value is chosen, none included', () => {
  expect(getNewValue(cost, {})).toBe(5)
  expect(getNewValue(cost, { [cost.id]: 7 })).toBe(7)
  expect(getNewValue(cost, { [cost.id]: null })).toBeNull()
})

test('A required field without a value is an issue of the form at that field', () => {
  const chosen = (value: string | null) => ({ type: 'DEFECT' as const, custom_fields: { [cause.id]: value } })
  expect(listMissing([cause, cost], {}, 'DEFECT')).toEqual([cause])
  expect(listMissing([cause], {}, 'TASK')).toEqual([])
  const read = (value: string | null) =>
    buildNewIssueSchema([cause, cost], chosen(value)).safeParse({ name: 'Wall', ...chosen(value) })
  expect(read('Rain').success).toBe(true)
  expect(read(null)).toMatchObject({
    success: false,
    error: { issues: [{ path: [`custom_fields.${cause.id}`] }] },
  })
})

test('Values of fields and choices that are no longer offered are neither sent nor copied', () => {
  const kept = { id: '0190a000-0000-7000-8000-0000000000c1', name: 'Rain', archived: false }
  const gone = { id: '0190a000-0000-7000-8000-0000000000c2', name: 'Frost', archived: true }
  const choice = field('0190a000-0000-7000-8000-00000000000c', { kind: 'CHOICE', choices: [kept, gone] })
  expect(pickOffered([cost], { [cost.id]: 1, [cause.id]: 'Rain' })).toEqual({ [cost.id]: 1 })
  expect(pickCopied([choice, cost], { [choice.id]: gone.id, [cost.id]: 2 })).toEqual({ [cost.id]: 2 })
  expect(pickCopied([choice], { [choice.id]: kept.id })).toEqual({ [choice.id]: kept.id })
})
