import { reason } from '@plumbline/contract/reasons'
import type { Actor, PublicCtx } from '../context.ts'
import type { AccessGate } from './check-access.ts'
import { Refusal } from './refusal.ts'

/** Retry-After, in seconds: within these bounds until the expected end. */
const RETRY_S = { shortest: 15, unknown: 30, longest: 600 }

/** Refuses a write of anybody but operators while the server is under maintenance. */
export async function checkMaintenance(
  { maintenance, now, tx }: Pick<PublicCtx, 'maintenance' | 'now' | 'tx'>,
  gate: AccessGate,
  actor: Pick<Actor, 'user_id'> | null,
): Promise<void> {
  const current = maintenance.read()
  if (!current || (actor && (await gate.isOperator(tx, actor.user_id)))) return
  const { text, until } = current
  const left = until === null ? RETRY_S.unknown : Math.ceil((Date.parse(until) - now().getTime()) / 1000)
  throw new Refusal('unavailable', {
    reason: reason('server_maintenance', { text }),
    retryAfter: Math.min(RETRY_S.longest, Math.max(RETRY_S.shortest, left)),
  })
}
