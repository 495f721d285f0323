import type * as api from '@plumbline/contract/settings/settings'
import type { Input, PublicCtx } from '../context.ts'
import { readSetting } from './registry.ts'

export const getSetting = async (ctx: PublicCtx, { params: { name } }: Input<typeof api.getSetting>) => ({
  name,
  value: await readSetting(ctx, name),
})
