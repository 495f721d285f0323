import * as billing from '@plumbline/contract/billing/billing'
import * as codes from '@plumbline/contract/billing/signup-codes'
import * as subscription from '@plumbline/contract/billing/subscription'
import * as configuration from '@plumbline/contract/teams/configuration'
import { bindAll, type Route } from '../context.ts'
import { addPaymentMethod } from './add-payment-method.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changeSubscription } from './change-subscription.ts'
import { choosePaymentMethod } from './choose-payment-method.ts'
import { estimateSubscription } from './estimate-subscription.ts'
import { extendTrial } from './extend-trial.ts'
import { getBillingInfo } from './get-billing-info.ts'
import { getInvoicePdf } from './get-invoice-pdf.ts'
import { getPrices } from './get-prices.ts'
import { getSignupCode } from './get-signup-code.ts'
import { getSubscription } from './get-subscription.ts'
import { getTeamConfiguration } from './get-team-configuration.ts'
import { getUpcomingInvoice } from './get-upcoming-invoice.ts'
import { listCurrencies } from './list-currencies.ts'
import { listInvoices } from './list-invoices.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { listPayments } from './list-payments.ts'
import type { BillingProvider } from './provider.ts'
import { removePaymentMethod } from './remove-payment-method.ts'
import { startSubscription } from './start-subscription.ts'
import { updateBillingInfo } from './update-billing-info.ts'

/** `provider`: null where nobody takes money. */
export const billingRoutes = (provider: BillingProvider | null): Route[] => [
  ...bindAll(subscription, { getSubscription: getSubscription(provider) }),
  ...bindAll(billing, {
    startSubscription: startSubscription(provider),
    changeSubscription: changeSubscription(provider),
    cancelSubscription: cancelSubscription(provider),
    extendTrial: extendTrial(provider),
    estimateSubscription: estimateSubscription(provider),
    listPayments,
    listInvoices,
    getInvoicePdf: getInvoicePdf(provider),
    getUpcomingInvoice: getUpcomingInvoice(provider),
    getPrices,
    listCurrencies,
    getBillingInfo,
    updateBillingInfo: updateBillingInfo(provider),
    listPaymentMethods,
    addPaymentMethod: addPaymentMethod(provider),
    choosePaymentMethod: choosePaymentMethod(provider),
    removePaymentMethod: removePaymentMethod(provider),
  }),
  ...bindAll(codes, { getSignupCode }),
  ...bindAll(configuration, { getTeamConfiguration: getTeamConfiguration(provider) }),
]
