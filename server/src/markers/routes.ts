import * as api from '@plumbline/contract/markers/markers'
import { bindAll } from '../context.ts'
import { createMarker } from './create-marker.ts'
import { getMarker } from './get-marker.ts'
import { getQrSheets } from './get-qr-sheets.ts'
import { listMarkers } from './list-markers.ts'
import { revokeMarker } from './revoke-marker.ts'
import { updateMarker } from './update-marker.ts'

export const markerRoutes = bindAll(api, {
  getQrSheets,
  listMarkers,
  createMarker,
  updateMarker,
  revokeMarker,
  getMarker,
})
