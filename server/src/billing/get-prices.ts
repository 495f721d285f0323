import { currencies, intervals, paidPlans, seatPrice } from '@plumbline/contract/billing/plans'

export const getPrices = async () =>
  paidPlans.flatMap((slug) =>
    currencies.flatMap((currency) =>
      intervals.map((interval) => ({
        slug,
        currency,
        interval,
        unit_amount: seatPrice(slug, currency, interval),
      })),
    ),
  )
