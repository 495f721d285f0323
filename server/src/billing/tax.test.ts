import { expect, test } from 'vitest'
import { computeTax } from './tax.ts'

const rates = { DE: 1900, AT: 2000, CH: 810 }
const german = { country: 'DE', tax_id: 'DE136695976' }
const due = (country: string | null, tax_id: string | null = null, seller = german) =>
  computeTax(seller, { country, tax_id }, rates)
const percent = (rate: number | null) => ({ percent: rate, reverse_charge: false })
const reversed = { percent: null, reverse_charge: true }

test('in the seller’s country its rate, with a VAT number or without', () => {
  expect(due('DE')).toEqual(percent(1900))
  expect(due('DE', 'DE136695976')).toEqual(percent(1900))
  expect(due(null)).toEqual(percent(1900))
})

test('a business of another member state owes the tax itself', () => {
  expect(due('AT', 'ATU13585627')).toEqual(reversed)
  expect(due('GR', 'EL094259216')).toEqual(reversed)
})

test('who is no business there pays the rate of their country, or the seller’s where none is registered', () => {
  expect(due('AT')).toEqual(percent(2000))
  expect(due('FR')).toEqual(percent(1900))
})

test('a number of another country, or a wrong one, reverses nothing', () => {
  expect(due('AT', 'FR40303265045')).toEqual(percent(2000))
  expect(due('AT', 'ATU13585628')).toEqual(percent(2000))
})

test('outside of the union only where the operator has registered a rate', () => {
  expect(due('CH', 'CHE107787577')).toEqual(percent(810))
  expect(due('US')).toEqual(percent(null))
  expect(due('AT', 'ATU13585627', { country: 'CH', tax_id: '' })).toEqual(percent(2000))
  expect(due('FR', 'FR40303265045', { country: 'CH', tax_id: '' })).toEqual(percent(null))
})

test('without a seller or rates none is due', () => {
  expect(computeTax({ country: null, tax_id: '' }, { country: 'DE', tax_id: null }, {})).toEqual(
    percent(null),
  )
})
