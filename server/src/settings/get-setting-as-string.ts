import type * as api from '@plumbline/contract/settings/settings'
import type { BytesReply, Input, PublicCtx } from '../context.ts'
import { getSettingValue } from './setting-values.ts'

export async function getSettingAsString(
  ctx: PublicCtx,
  { params }: Input<typeof api.getSettingAsString>,
): Promise<BytesReply> {
  const value = await getSettingValue(ctx, params.name)
  const body = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return { body, type: 'text/plain; charset=utf-8' }
}
