import * as billing from '@plumbline/contract/billing/billing'
import { getSignupCode } from '@plumbline/contract/billing/signup-codes'
import { getTeamConfiguration } from '@plumbline/contract/teams/teams'
import { bind, type Route } from '../context.ts'
import { showCode } from './codes.ts'
import { showInvoicePdf } from './invoice-pdf.ts'
import { addMethod, changeInfo, chooseMethod, removeMethod, showInfo } from './methods.ts'
import {
  cancelPlacing,
  changePlacing,
  demand,
  estimate,
  extendPlacing,
  ordering,
  startPlacing,
} from './orders.ts'
import type { Provider } from './provider.ts'
import {
  currencyList,
  prices,
  showInvoices,
  showMethods,
  showPayments,
  showSubscription,
  showUpcoming,
  teamConfiguration,
} from './reads.ts'

/** `provider`: null where nobody takes money. */
export const billingRoutes = (provider: Provider | null): Route[] => [
  bind(getTeamConfiguration, (ctx) => teamConfiguration(ctx, provider)),
  bind(billing.getSubscription, (ctx) => showSubscription(ctx, provider)),
  bind(billing.startSubscription, ordering(provider, startPlacing)),
  bind(billing.changeSubscription, ordering(provider, changePlacing)),
  bind(billing.cancelSubscription, ordering(provider, cancelPlacing)),
  bind(billing.extendTrial, ordering(provider, extendPlacing)),
  bind(billing.estimateSubscription, {
    prepare: (ctx, input) => estimate(ctx, demand(provider), input),
    handle: async (_ctx, _input, prepared) => prepared,
  }),
  bind(billing.listPayments, showPayments),
  bind(billing.listInvoices, showInvoices),
  bind(billing.getInvoicePdf, (ctx, { params }) => showInvoicePdf(ctx, provider, params.invoiceId)),
  bind(billing.getUpcomingInvoice, (ctx) => showUpcoming(ctx, provider)),
  bind(billing.getPrices, async () => prices()),
  bind(billing.listCurrencies, async () => currencyList()),
  bind(billing.getBillingInfo, showInfo),
  bind(billing.updateBillingInfo, changeInfo(provider)),
  bind(billing.listPaymentMethods, showMethods),
  bind(billing.addPaymentMethod, addMethod(provider)),
  bind(billing.choosePaymentMethod, chooseMethod(provider)),
  bind(billing.removePaymentMethod, removeMethod(provider)),
  bind(getSignupCode, showCode),
]
