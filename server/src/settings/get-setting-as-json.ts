import type * as api from '@plumbline/contract/settings/settings'
import type { Input, PublicCtx } from '../context.ts'
import { getSettingValue } from './setting-values.ts'

export const getSettingAsJson = (ctx: PublicCtx, { params }: Input<typeof api.getSettingAsJson>) =>
  getSettingValue(ctx, params.name)
