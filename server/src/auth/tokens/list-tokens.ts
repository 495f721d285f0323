import type { ApiToken } from '@plumbline/contract/auth/tokens'
import type { UserCtx } from '../../context.ts'
import { tokenColumns } from './token-columns.ts'

export async function listTokens({ tx, actor }: Pick<UserCtx, 'tx' | 'actor'>): Promise<ApiToken[]> {
  const rows = await tx
    .selectFrom('api_tokens')
    .select(tokenColumns)
    .where('user_id', '=', actor.user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows as ApiToken[]
}
