import {
  addPaymentMethod,
  cancelSubscription,
  changeSubscription,
  choosePaymentMethod,
  extendTrial,
  listPaymentMethods,
  removePaymentMethod,
  startSubscription,
  updateBillingInfo,
} from '@plumbline/contract/billing/billing'
import type { CallOf } from '@plumbline/contract/http'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every billing write, from the trial to a cancelled subscription. */
export function billingWrites(world: () => World) {
  const owner = () => world().owner as User
  const client = () => owner().client
  const params = () => ({ id: world().owner.team.id })
  const method = async () => {
    const [first] = await client().call(listPaymentMethods, { params: params() })
    return first?.payment_method_id ?? ''
  }
  const change = (body: CallOf<typeof changeSubscription>['body']) => () =>
    client().call(changeSubscription, { params: params(), body })
  const runs: Record<string, () => Promise<unknown>> = {
    extendTrial: () => client().call(extendTrial, { params: params() }),
    updateBillingInfo: () =>
      client().call(updateBillingInfo, { params: params(), body: updateBillingInfo.example.body }),
    addPaymentMethod: () => client().call(addPaymentMethod, { params: params() }),
    startSubscription: () =>
      client().call(startSubscription, {
        params: params(),
        body: { slug: 'team', currency: 'EUR', seats: 20 },
      }),
    choosePaymentMethod: async () =>
      client().call(choosePaymentMethod, { params: params(), body: { payment_method_id: await method() } }),
    changeSubscription: change({ seats: 25 }),
    'changeSubscription to less': change({ seats: 22 }),
    'changeSubscription to another plan': change({ slug: 'business', seats: 25 }),
    cancelSubscription: () => client().call(cancelSubscription, { params: params() }),
    'changeSubscription after all': change({ cancel: false }),
    'cancelSubscription again': () => client().call(cancelSubscription, { params: params() }),
    removePaymentMethod: async () =>
      client().call(removePaymentMethod, { params: { ...params(), pmId: await method() } }),
  }
  return Object.entries(runs).map(([name, run]) => ({ name, by: owner, run }))
}
