import type { ProjectCtx } from '../../context.ts'
import { visibleViews } from './visible.ts'

export const listViews = (ctx: Pick<ProjectCtx, 'tx' | 'member'>) =>
  visibleViews(ctx).orderBy('name').orderBy('views.id').limit(2000).execute()
