import { currencies } from '@plumbline/contract/billing/plans'

const currencyNames = { EUR: 'Euro', USD: 'US dollar', GBP: 'Pound sterling', CHF: 'Swiss franc' } as const

export const listCurrencies = async () =>
  currencies.map((code) => ({ code, name: currencyNames[code], minor_digits: 2 }))
