import * as views from '@plumbline/contract/bim/views'
import { bind } from '../../context.ts'
import { correctionsOfProject, correctPlace } from './corrections.ts'
import { changeView, removeView, saveView, sendPicture } from './views.ts'
import { findView, visibleViews } from './visible.ts'

export const viewRoutes = [
  bind(views.listViews, (ctx) => visibleViews(ctx).orderBy('name').orderBy('views.id').limit(2000).execute()),
  bind(views.getView, (ctx, { params }) => findView(ctx, params.viewId)),
  bind(views.createView, saveView),
  bind(views.updateView, changeView),
  bind(views.deleteView, removeView),
  bind(views.getViewSnapshot, sendPicture),
  bind(views.listCorrections, correctionsOfProject),
  bind(views.setCorrection, correctPlace),
]
