import type { BillingInfo } from '@plumbline/contract/billing/billing'
import { Id } from '@plumbline/contract/fields'
import { reason } from '@plumbline/contract/reasons'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { Refusal } from '../../http/refusal.ts'
import type { BillingAccount } from '../provider.ts'
import { getStripeId, hasStripeCode } from './client.ts'

/** The Stripe customer of a company: one per company, found by the company's id in its metadata. */

const EU = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

/** Converts a VAT number to Stripe's type and format; null if Stripe does not support its country. */
function buildStripeTaxId({
  tax_id,
}: BillingInfo): { type: 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat'; value: string } | null {
  if (!tax_id) return null
  const country = tax_id.slice(0, 2)
  if (EU.includes(country)) return { type: 'eu_vat', value: tax_id }
  if (country === 'GB') return { type: 'gb_vat', value: tax_id }
  const swiss = /^CHE(\d{3})(\d{3})(\d{3})/.exec(tax_id.replaceAll('.', ''))
  if (swiss) return { type: 'ch_vat', value: `CHE-${swiss[1]}.${swiss[2]}.${swiss[3]} MWST` }
  if (country === 'NO') return { type: 'no_vat', value: `${tax_id.slice(2).replace(/\D/g, '')}MVA` }
  return null
}

function buildCustomerDetails({ info, locale }: BillingAccount, isReverse: boolean) {
  return {
    name: info.name,
    email: info.email,
    address: {
      line1: info.address,
      postal_code: info.postal_code,
      city: info.city,
      country: info.country ?? '',
    },
    preferred_locales: [locale],
    tax_exempt: isReverse ? ('reverse' as const) : ('none' as const),
  }
}

async function syncTaxId(api: Stripe, customer: string, info: BillingInfo): Promise<void> {
  const wanted = buildStripeTaxId(info)
  const { data } = await api.customers.listTaxIds(customer, { limit: 100 })
  const there = data.find(({ type, value }) => type === wanted?.type && value === wanted.value)
  // create before delete: if Stripe refuses the new number, the old one stays
  if (wanted && !there)
    try {
      await api.customers.createTaxId(customer, wanted)
    } catch (error) {
      if (!hasStripeCode(error, 'tax_id_invalid')) throw error
      throw new Refusal('bad_request', { fields: { tax_id: reason('not_valid') } })
    }
  for (const old of data) if (old !== there) await api.customers.deleteTaxId(customer, old.id)
}

/** Finds the customer of a company whose id was not stored because a response was lost. */
export async function findStripeCustomer(api: Stripe, teamId: string): Promise<string | null> {
  const { data } = await api.customers.search({ query: `metadata['team_id']:'${teamId}'`, limit: 1 })
  return data[0]?.id ?? null
}

/** Finds the company that a customer was created for; null if it is not one of ours. */
export async function findTeamByCustomer(api: Stripe, customer: string): Promise<string | null> {
  try {
    const found = await api.customers.retrieve(customer)
    // another product on the same Stripe account may use this metadata key for other values
    return found.deleted ? null : (z.safeParse(Id, found.metadata.team_id).data ?? null)
  } catch (error) {
    if (hasStripeCode(error, 'resource_missing')) return null
    throw error
  }
}

/** The idempotency key merges concurrent calls; the search finds customers created earlier. */
async function findOrCreateCustomer(api: Stripe, teamId: string): Promise<string> {
  const found = await findStripeCustomer(api, teamId)
  if (found) return found
  const created = await api.customers.create(
    { metadata: { team_id: teamId } },
    { idempotencyKey: `customer_${teamId}` },
  )
  return created.id
}

/** Updates name, address and tax id of the customer; refuses a tax id that Stripe considers malformed. */
export async function updateStripeCustomer(
  api: Stripe,
  account: BillingAccount,
  isReverse: boolean,
): Promise<string> {
  const id = account.customer_id ?? (await findOrCreateCustomer(api, account.team_id))
  await syncTaxId(api, id, account.info)
  await api.customers.update(id, buildCustomerDetails(account, isReverse))
  return id
}

/** The customer id without updating the billing address: enough to add a payment method. */
export const getCustomerId = (api: Stripe, { customer_id, team_id }: BillingAccount): Promise<string> =>
  customer_id ? Promise.resolve(customer_id) : findOrCreateCustomer(api, team_id)

async function findDefaultMethod(api: Stripe, customer: string): Promise<string | null> {
  const found = await api.customers.retrieve(customer)
  return found.deleted ? null : getStripeId(found.invoice_settings.default_payment_method)
}

/** The default payment method; without one the newest becomes the default. Null: the customer has none. */
export async function chooseDefaultMethod(api: Stripe, customer: string): Promise<string | null> {
  const chosen = await findDefaultMethod(api, customer)
  if (chosen) return chosen
  const { data } = await api.customers.listPaymentMethods(customer, { type: 'card', limit: 1 })
  const newest = data[0]?.id ?? null
  if (newest) await api.customers.update(customer, { invoice_settings: { default_payment_method: newest } })
  return newest
}
