import type { Maintenance } from '@plumbline/contract/admin/maintenance'
import type { PublicCtx } from '../context.ts'
import { recordOperatorAct } from './operators.ts'

/** Starts, changes or ends maintenance; `by` null: by a command on the machine. False if there was none to end. */
export async function changeMaintenance(
  { tx, now, tell }: Pick<PublicCtx, 'tx' | 'now' | 'tell'>,
  next: Maintenance | null,
  by: string | null,
): Promise<boolean> {
  if (next)
    await tx
      .insertInto('maintenance')
      .values({ ...next, started_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('is_on').doUpdateSet(next))
      .execute()
  else {
    const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
  }
  await recordOperatorAct(
    { tx, now },
    { kind: next ? 'MAINTENANCE_STARTED' : 'MAINTENANCE_ENDED', by, data: next ?? {} },
  )
  await tell('maintenance.updated', { project_id: null, data: {}, audience: { everybody: true } })
  return true
}
