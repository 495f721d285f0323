import { expect, test } from 'vitest'
import { computeTax } from './tax.ts'

const rates = { DE: 1900, AT: 2000, CH: 810 }
const german = { country: 'DE', tax_id: 'DE136695976' }
const due = (country: string | null, tax_id: string | null = null, seller = german) =>
  computeTax(seller, { country, tax_id }, rates)
const percent = (rate: number | null) => ({ percent: rate, reverse_charge: false })
const reversed = { percent: null, reverse_charge: true }

test('A buyer in the seller’s country pays its rate, with or without a VAT number', () => {
  expect(due('DE')).toEqual(percent(1900))
  expect(due('DE', 'DE136695976')).toEqual(percent(1900))
  expect(due(null)).toEqual(percent(1900))
})

test('A business in another member state gets a reverse-charge invoice', () => {
  expect(due('AT', 'ATU13585627')).toEqual(reversed)
  expect(due('GR', 'EL094259216')).toEqual(reversed)
})

test('A private buyer in another member state pays its registered rate, else the seller’s', () => {
  expect(due('AT')).toEqual(percent(2000))
  expect(due('FR')).toEqual(percent(1900))
})

test('A VAT number of another country or with wrong check digits causes no reverse charge', () => {
  expect(due('AT', 'FR40303265045')).toEqual(percent(2000))
  expect(due('AT', 'ATU13585628')).toEqual(percent(2000))
})

test('A buyer outside the EU pays tax only if the operator registered a rate', () => {
  expect(due('CH', 'CHE107787577')).toEqual(percent(810))
  expect(due('US')).toEqual(percent(null))
  expect(due('AT', 'ATU13585627', { country: 'CH', tax_id: '' })).toEqual(percent(2000))
  expect(due('FR', 'FR40303265045', { country: 'CH', tax_id: '' })).toEqual(percent(null))
})

test('No tax is due without a seller country or rates', () => {
  expect(computeTax({ country: null, tax_id: '' }, { country: 'DE', tax_id: null }, {})).toEqual(
    percent(null),
  )
})
