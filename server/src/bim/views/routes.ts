import * as api from '@plumbline/contract/bim/views'
import { bindAll } from '../../context.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { getView } from './get-view.ts'
import { getViewSnapshot } from './get-view-snapshot.ts'
import { listCorrections } from './list-corrections.ts'
import { listViews } from './list-views.ts'
import { setCorrection } from './set-correction.ts'
import { updateView } from './update-view.ts'

export const viewRoutes = bindAll(api, {
  listViews,
  getView,
  createView,
  updateView,
  deleteView,
  getViewSnapshot,
  listCorrections,
  setCorrection,
})
