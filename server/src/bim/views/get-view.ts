import type * as api from '@plumbline/contract/bim/views'
import type { Input, ProjectCtx } from '../../context.ts'
import { getVisibleView } from './visible.ts'

export const getView = (ctx: ProjectCtx, { params }: Input<typeof api.getView>) =>
  getVisibleView(ctx, params.viewId)
