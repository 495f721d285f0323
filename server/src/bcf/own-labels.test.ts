import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { expect, test } from 'vitest'
import { formatOwnLabel, type OwnLabelContext, type OwnLabelField, splitOwnLabels } from './own-labels.ts'

const ANN = '0190a000-0000-7000-8000-00000000000a'
const field = (id: string, name: string, more: Partial<OwnLabelField> = {}): OwnLabelField => ({
  ...{ id, name, kind: 'TEXT', choices: [], required_for: [], archived: false },
  ...more,
})
const choices = [
  { id: 'rain', name: 'Rain', archived: false },
  { id: 'frost', name: 'Frost', archived: true },
]
const context: OwnLabelContext = {
  own: [
    field('cause', 'Cause', { kind: 'CHOICE', choices }),
    field('cost', 'Cost', { kind: 'NUMBER' }),
    field('costs', 'Cost: EUR', { kind: 'NUMBER' }),
    field('day', 'Seen', { kind: 'DATE' }),
    field('who', 'Surveyor', { kind: 'PERSON' }),
    field('paid', 'Paid', { kind: 'CHECKBOX' }),
    field('trade', 'Trade'),
  ],
  people: new Map([['ann@example.com', ANN]]),
}
const split = (...labels: string[]) => splitOwnLabels(labels, context)

test('A label with a field’s name and a valid value is read as a value; all others stay labels', () => {
  const labels = [
    ...['cause:  rain', 'Cost: 12,50', 'COST: EUR: -3', 'Seen: 2026-12-24', 'Surveyor: Ann@Example.com'],
    ...['Paid: yes', 'Trade (field): HVAC', 'Trade: HVAC', 'Water', 'Cause: Wind', 'Cause: Frost'],
  ]
  expect(split(...labels)).toMatchObject({
    labels: ['Trade: HVAC', 'Water', 'Cause: Wind', 'Cause: Frost'],
    values: {
      ...{ cause: 'rain', cost: 12.5, costs: -3, day: '2026-12-24', who: ANN, paid: true, trade: 'HVAC' },
    },
  })
  const wrong = ['Seen: 24.12.2026', 'Cost: much', 'Surveyor: Bob', 'Paid: No', 'Cause:', 'Cost: 1e300']
  expect(split(...wrong)).toMatchObject({ labels: wrong, values: {} })
})

test('Of several labels of a field the first is the value, unless the issue was sent with another', () => {
  const both = ['Cause: Rain', 'Cause: Frost']
  expect(split(...both)).toMatchObject({ values: { cause: 'rain' }, labels: ['Cause: Frost'] })
  const sent = splitOwnLabels(both, context, [{ field: 'cause', label: 'Cause: Frost' }])
  // a choice no longer offered is recognized as sent before, but is not accepted as a new value
  expect(sent).toMatchObject({ values: {}, labels: ['Cause: Rain'] })
  expect(sent.texts[buildCustomKey('cause')]).toBe('Cause: Frost')
  expect([...sent.unchanged]).toEqual(['cause'])
})

test('Values are written so that they are read again', () => {
  const addresses = new Map([[ANN, 'ann@example.com']])
  const values = {
    ...{ cause: 'rain', cost: -0.000_001, day: '2026-12-24', who: ANN, paid: true, trade: 'a: b: c' },
  }
  const labels = context.own.flatMap((each) => {
    const value = values[each.id as keyof typeof values]
    return value === undefined ? [] : [formatOwnLabel(each, value, (id) => addresses.get(id)) ?? '']
  })
  expect(labels).toContain('Trade (field): a: b: c')
  expect(split(...labels).values).toEqual(values)
})
