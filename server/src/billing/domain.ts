import type { Server } from '../context.ts'
import { type Domain, EVERY_MINUTE } from '../domain.ts'
import { runBillingSchedule } from './billing-schedule.ts'
import { billingParts } from './export.ts'
import { openBillingProvider } from './open-billing-provider.ts'
import { billingRoutes } from './routes.ts'
import { processCustomerEvents, sweepStripeEvents } from './stripe/stripe-events.ts'
import { serveStripeWebhook } from './stripe/webhook.ts'
import {
  endSubscriptionOfClosedTeam,
  redeemCodeOfNewUser,
  startMissingTrials,
  startTrialOfNewTeam,
} from './subscription-reactions.ts'

export function createBillingDomain(server: Server): Domain {
  const provider = openBillingProvider(server)
  return {
    routes: billingRoutes(provider),
    serve: serveStripeWebhook,
    exportParts: billingParts,
    reactions: [
      redeemCodeOfNewUser(server),
      startTrialOfNewTeam(server),
      endSubscriptionOfClosedTeam(server),
    ],
    prepare: startMissingTrials,
    workers: (teller) =>
      provider?.name === 'stripe'
        ? [
            {
              queue: 'stripe',
              parallel: 2,
              run: (data: { customer_id: string }) =>
                processCustomerEvents({ server, teller, provider }, data.customer_id),
            },
          ]
        : [],
    schedules: (teller) => [
      {
        queue: 'bill',
        cron: EVERY_MINUTE,
        run: async () => {
          await runBillingSchedule({ server, teller, provider })
          await sweepStripeEvents(server)
        },
      },
    ],
  }
}
