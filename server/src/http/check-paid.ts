import { reason } from '@plumbline/contract/reasons'
import type { Server } from '../context.ts'
import { Refusal } from './refusal.ts'

/** Refuses a write once the company's write block (`blocks_at`) has started. */
export function checkPaid({ config, now }: Pick<Server, 'config' | 'now'>, blocksAt: string | null): void {
  if (config.billing.provider === 'none' || blocksAt === null) return
  if (Date.parse(blocksAt) > now().getTime()) return
  throw new Refusal('payment_required', reason('subscription_unpaid'))
}
