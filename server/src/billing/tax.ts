import { isTaxId } from './tax-ids.ts'

/** Which tax is due on what the operator sells to a company. */

// the member states, with the codes of their VAT numbers where those differ from the country's
const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const getTaxIdPrefix = (country: string) => (country === 'GR' ? 'EL' : country)

export interface AppliedTax {
  /** hundredths of a percent; null: none is due here */
  percent: number | null
  reverse_charge: boolean
}

interface TaxParty {
  country: string | null
  tax_id: string | null
}

/** hundredths of a percent by country, as configured */
type TaxRates = Readonly<Record<string, number>>

/** Whether a buyer is a business of another member state, which owes the tax itself. */
function isReverseCharge(seller: TaxParty, buyer: TaxParty): boolean {
  const { country, tax_id } = buyer
  if (!country || !seller.country || !tax_id || country === seller.country) return false
  if (!euCountries.has(country) || !euCountries.has(seller.country)) return false
  return tax_id.startsWith(getTaxIdPrefix(country)) && isTaxId(tax_id)
}

/**
 * Within the seller's country its rate, whoever buys. A business of another member state: none, reverse charge. Who is
 * no business there: the rate of their country if the operator has registered one, else the seller's. Elsewhere only
 * where the operator has registered a rate. A buyer without a country is taken for one of the seller's.
 */
export function computeTax(seller: TaxParty, buyer: TaxParty, rates: TaxRates): AppliedTax {
  const at = (country: string | null) => (country === null ? null : (rates[country] ?? null))
  const country = buyer.country ?? seller.country
  if (country === seller.country) return { percent: at(country), reverse_charge: false }
  if (isReverseCharge(seller, { ...buyer, country })) return { percent: null, reverse_charge: true }
  const inUnion = country !== null && euCountries.has(country) && euCountries.has(seller.country ?? '')
  return { percent: at(country) ?? (inUnion ? at(seller.country) : null), reverse_charge: false }
}
