import * as z from 'zod'

/** Parameters of the supported part of Stripe's API; unknown ones are refused, as by Stripe. */

const text = z.string()
const whole = z.coerce.number().int()
const positive = whole.min(1)
const bool = z.enum(['true', 'false']).transform((word) => word === 'true')
const metadata = z.record(z.string(), z.string()).optional()
const expand = z.array(text).optional()
const list = {
  limit: whole.min(1).max(100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}
const coupons = z.array(z.strictObject({ coupon: text }))
const rates = z.array(text)
const none = z.literal('')
const item = { price: text, quantity: positive.optional() }
const billing_mode = z.strictObject({
  type: z.literal('flexible'),
  flexible: z.strictObject({ proration_discounts: z.enum(['included', 'itemized']) }).optional(),
})
const behaviour = z.enum(['always_invoice', 'create_prorations', 'none'])

export const customerParams = z.strictObject({
  name: text.optional(),
  email: text.optional(),
  address: z
    .strictObject({
      line1: text.optional(),
      line2: text.optional(),
      postal_code: text.optional(),
      city: text.optional(),
      country: text.optional(),
      state: text.optional(),
    })
    .or(none)
    .optional(),
  preferred_locales: z.array(text).optional(),
  tax_exempt: z.enum(['none', 'exempt', 'reverse', '']).optional(),
  balance: whole.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata,
  expand,
})
export const customerSearch = z.strictObject({ query: text, limit: whole.optional(), page: text.optional() })
export const taxIdParams = z.strictObject({
  type: z.enum(['eu_vat', 'gb_vat', 'ch_vat', 'no_vat']),
  value: text,
  expand,
})
export const setupParams = z.strictObject({
  customer: text,
  usage: z.enum(['off_session', 'on_session']).optional(),
  allowed_payment_method_types: z.array(text).optional(),
  metadata,
  expand,
})
export const productParams = z.strictObject({
  id: text.optional(),
  name: text,
  unit_label: text.optional(),
  metadata,
  expand,
})
export const priceParams = z.strictObject({
  product: text,
  currency: z.string().length(3),
  unit_amount: whole.min(0),
  recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) }),
  lookup_key: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  nickname: text.optional(),
  metadata,
  expand,
})
export const priceList = z.strictObject({
  ...list,
  lookup_keys: z.array(text).optional(),
  active: bool.optional(),
})
export const couponParams = z.strictObject({
  id: text.optional(),
  percent_off: z.coerce.number().gt(0).max(100),
  duration: z.enum(['forever', 'once', 'repeating']),
  name: z.string().max(40).optional(),
  metadata,
  expand,
})
export const taxRateParams = z.strictObject({
  display_name: text,
  inclusive: bool,
  percentage: z.coerce.number().min(0).max(100),
  country: z.string().length(2).optional(),
  metadata,
  expand,
})
export const taxRateList = z.strictObject({ ...list, active: bool.optional(), inclusive: bool.optional() })
export const listParams = z.strictObject(list)
export const listOfCustomer = z.strictObject({ ...list, customer: text })
export const invoiceList = z.strictObject({ ...list, customer: text, status: z.literal('open').optional() })
export const methodList = z.strictObject({ ...list, type: text.optional() })
export const subscriptionList = z.strictObject({
  ...list,
  customer: text,
  status: z.literal('all').optional(),
})
export const nothing = z.strictObject({ expand })

export const subscriptionParams = z.strictObject({
  customer: text,
  items: z.array(z.strictObject(item)).length(1),
  billing_mode: billing_mode.optional(),
  discounts: coupons.optional(),
  default_tax_rates: rates.optional(),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.strictObject({ payment_method_types: z.array(text).optional() }).optional(),
  metadata,
  expand,
})
export const subscriptionChange = z.strictObject({
  items: z
    .array(z.strictObject({ id: text, ...item }))
    .length(1)
    .optional(),
  proration_behavior: behaviour.optional(),
  proration_date: whole.optional(),
  payment_behavior: z.literal('pending_if_incomplete').optional(),
  cancel_at_period_end: bool.optional(),
  default_tax_rates: rates.or(none).optional(),
  metadata,
  expand,
})
export const scheduleParams = z.strictObject({ from_subscription: text, expand })
export const scheduleChange = z.strictObject({
  end_behavior: z.literal('release').optional(),
  proration_behavior: behaviour.optional(),
  phases: z
    .array(
      z.strictObject({
        items: z.array(z.strictObject(item)).length(1),
        start_date: whole.optional(),
        end_date: whole.optional(),
        duration: z
          .strictObject({ interval: z.enum(['month', 'year']), interval_count: positive.optional() })
          .optional(),
        discounts: coupons.or(none).optional(),
        default_tax_rates: rates.or(none).optional(),
        proration_behavior: behaviour.optional(),
      }),
    )
    .optional(),
  metadata,
  expand,
})
export const previewParams = z.strictObject({
  customer: text.optional(),
  customer_details: z
    .strictObject({
      address: z.strictObject({ country: text.optional() }).optional(),
      tax_exempt: z.enum(['none', 'exempt', 'reverse']).optional(),
    })
    .optional(),
  currency: text.optional(),
  discounts: coupons.optional(),
  subscription: text.optional(),
  preview_mode: z.enum(['next', 'recurring']).optional(),
  subscription_details: z
    .strictObject({
      billing_mode: billing_mode.optional(),
      items: z
        .array(z.strictObject({ id: text.optional(), ...item }))
        .length(1)
        .optional(),
      default_tax_rates: rates.optional(),
      proration_behavior: behaviour.optional(),
      proration_date: whole.optional(),
    })
    .optional(),
  expand,
})
export const confirmParams = z.strictObject({
  payment_method: text.optional(),
  use_stripe_sdk: bool.optional(),
  off_session: bool.optional(),
  expand,
})

export const payParams = z.strictObject({ off_session: bool.optional(), expand })

type Tree = { [key: string]: string | Tree }

/** Parses Stripe's form encoding (`items[0][price]=p`) into a tree. */
export function parseForm(form: string): unknown {
  const root: Tree = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part] ?? {}
      at[part] = next
      if (typeof next === 'string') throw new Error(`Two meanings of ${name}`)
      at = next
    }
    at[path.at(-1) ?? ''] = value
  }
  return listsIn(root)
}

/** Turns objects with the keys 0, 1, 2 … into arrays. */
function listsIn(tree: string | Tree): unknown {
  if (typeof tree === 'string') return tree
  const entries = Object.entries(tree).map(([key, value]) => [key, listsIn(value)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
