import type * as api from '@plumbline/contract/settings/settings'
import type { Input, PublicCtx } from '../context.ts'
import { getSettingValue } from './setting-values.ts'

export const getSetting = async (ctx: PublicCtx, { params: { name } }: Input<typeof api.getSetting>) => ({
  name,
  value: await getSettingValue(ctx, name),
})
