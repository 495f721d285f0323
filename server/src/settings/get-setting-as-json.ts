import type * as api from '@plumbline/contract/settings/settings'
import type { Input, PublicCtx } from '../context.ts'
import { readSetting } from './registry.ts'

export const getSettingAsJson = (ctx: PublicCtx, { params }: Input<typeof api.getSettingAsJson>) =>
  readSetting(ctx, params.name)
