import type { BillingInfo } from '@plumbline/contract/billing/billing'
import { reason } from '@plumbline/contract/reasons'
import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ProviderState } from '../provider.ts'
import { type AppliedTax, computeTax } from '../tax.ts'
import { createStripeCatalogue, type StripeCatalogue } from './catalogue.ts'

/** The connection to Stripe and the translation of its errors. */

/** Shorter than the library's default of 80 seconds, because a user waits for the response. */
const TIMEOUT_MS = 20_000

export type StripeSettings = NonNullable<Config['billing']['stripe']>

function createStripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const at = apiUrl ? new URL(apiUrl) : null
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(at ? { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' } : {}),
  })
}

/** Everything that a call to Stripe needs. */
export interface StripeConnection {
  api: Stripe
  catalogue: StripeCatalogue
  log: FastifyBaseLogger
  publishableKey: string
  /** tax of a buyer; `country` is the country of the rate */
  computeTax: (info: BillingInfo) => AppliedTax & { country: string }
}

export function connectToStripe(
  { billing }: Config,
  settings: StripeSettings,
  log: FastifyBaseLogger,
): StripeConnection {
  const { seller, taxes } = billing
  const api = createStripeClient(settings)
  return {
    api,
    catalogue: createStripeCatalogue(api),
    log,
    publishableKey: settings.publishableKey,
    computeTax: (info) => {
      const tax = computeTax(seller, info, taxes)
      const isTheirs = info.country !== null && taxes[info.country] === tax.percent
      return { ...tax, country: (isTheirs ? info.country : seller.country) ?? '' }
    },
  }
}

const { errors } = Stripe

type DeclineCode = NonNullable<ProviderState['payments'][number]['problem_code']>
const declineCodes: Record<string, DeclineCode> = {
  insufficient_funds: 'card_without_funds',
  expired_card: 'card_expired',
  authentication_required: 'card_not_confirmed',
  payment_intent_authentication_failure: 'card_not_confirmed',
}

/** Why a payment was declined, for the customer; further reasons of the bank stay confidential. */
export const getDeclineCode = (code: string | null | undefined, declineCode?: string | null): DeclineCode =>
  declineCodes[declineCode ?? ''] ?? declineCodes[code ?? ''] ?? 'card_declined'

/**
 * Converts a Stripe error to a refusal or a plain error. Stripe errors carry the request, parts of the card and an HTTP
 * status, so they are neither rethrown nor logged unchanged.
 */
function translateStripeError(error: unknown, log: FastifyBaseLogger): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeCardError)
    return new Refusal('payment_declined', reason(getDeclineCode(error.code, error.decline_code)))
  const { type, code, param, statusCode, requestId } = error
  const details = { stripe: { type, code, param, status: statusCode, request: requestId } }
  if (error instanceof errors.StripeInvalidRequestError)
    return new Error(`Stripe refused a request: ${JSON.stringify(details.stripe)}`)
  log.warn(details, 'Stripe request failed')
  return new Refusal('unavailable')
}

/** Runs calls to Stripe and translates their errors to refusals, or to errors that are safe to log. */
export async function withStripeErrors<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translateStripeError(error, log)
  }
}

export const hasStripeCode = (error: unknown, code: string): boolean =>
  error instanceof errors.StripeError && error.code === code

export const formatStripeInstant = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const formatOptionalInstant = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? formatStripeInstant(seconds) : null
/** Unix time in whole seconds, as Stripe's API expects. */
export const getUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** The id of a field that holds an id or the expanded object. */
export const getStripeId = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
