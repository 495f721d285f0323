import { MAX_SHOWN_FINDINGS } from '@plumbline/contract/admin/store-check'
import type { UserCtx } from '../context.ts'

export async function getStoreCheck({ tx }: Pick<UserCtx, 'tx'>) {
  const check = await tx
    .selectFrom('store_checks')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!check) return { check: null }
  const findings = await tx
    .selectFrom('store_check_findings')
    .selectAll()
    .where('check_id', '=', check.id)
    .orderBy('number')
    .limit(MAX_SHOWN_FINDINGS)
    .execute()
  return { check: { ...check, findings } }
}
