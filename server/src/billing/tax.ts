import { isTaxId } from './tax-ids.ts'

/** The VAT that the operator charges a company. */

// ISO 3166 codes of the EU member states
const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const getTaxIdPrefix = (country: string) => (country === 'GR' ? 'EL' : country)

export interface AppliedTax {
  /** hundredths of a percent; null: no tax is due */
  percent: number | null
  reverse_charge: boolean
}

interface TaxParty {
  country: string | null
  tax_id: string | null
}

/** hundredths of a percent by country, as configured */
type TaxRates = Readonly<Record<string, number>>

/** True for a business of another member state, which owes the tax to its own state. */
function isReverseCharge(seller: TaxParty, buyer: TaxParty): boolean {
  const { country, tax_id } = buyer
  if (!country || !seller.country || !tax_id || country === seller.country) return false
  if (!euCountries.has(country) || !euCountries.has(seller.country)) return false
  return tax_id.startsWith(getTaxIdPrefix(country)) && isTaxId(tax_id)
}

/**
 * In the seller's country: its rate. A business in another member state: reverse charge. Another buyer there: the
 * buyer's rate if the operator has registered one, else the seller's. Outside the EU: only a registered rate. A buyer
 * without a country counts as one in the seller's country.
 */
export function computeTax(seller: TaxParty, buyer: TaxParty, rates: TaxRates): AppliedTax {
  const getRate = (country: string | null) => (country === null ? null : (rates[country] ?? null))
  const country = buyer.country ?? seller.country
  if (country === seller.country) return { percent: getRate(country), reverse_charge: false }
  if (isReverseCharge(seller, { ...buyer, country })) return { percent: null, reverse_charge: true }
  const inUnion = country !== null && euCountries.has(country) && euCountries.has(seller.country ?? '')
  return { percent: getRate(country) ?? (inUnion ? getRate(seller.country) : null), reverse_charge: false }
}
