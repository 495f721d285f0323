import type { OperatorAct } from '@plumbline/contract/admin/people'
import type { PublicCtx } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'

/** The operators of the server and the log of their actions. Only a command on the machine adds and removes them. */

export async function isOperator(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('operators')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

interface RecordedAct {
  kind: OperatorAct
  /** null: at the machine */
  by: string | null
  person_id?: string
  data?: Record<string, unknown>
}

export async function recordOperatorAct(
  { tx, now }: Pick<PublicCtx, 'tx' | 'now'>,
  { kind, by, person_id, data = {} }: RecordedAct,
): Promise<void> {
  await tx
    .insertInto('operator_log')
    .values({
      at: now().toISOString(),
      by_user_id: by,
      kind,
      person_id: person_id ?? null,
      data: toJsonb(data),
    })
    .execute()
}
