import type { ProjectCtx } from '../../context.ts'
import { visibleViews } from './visible.ts'

export const listViews = (ctx: ProjectCtx) =>
  visibleViews(ctx).orderBy('name').orderBy('views.id').limit(2000).execute()
