import * as markers from '@plumbline/contract/markers/markers'
import { bind } from '../context.ts'
import { changeMarker, endMarker, makeMarker } from './markers.ts'
import { qrSheets } from './qr-sheets.ts'
import { scanMarker } from './scan.ts'

export const markerRoutes = [
  bind(markers.getQrSheets, qrSheets),
  bind(markers.createMarker, makeMarker),
  bind(markers.updateMarker, changeMarker),
  bind(markers.revokeMarker, endMarker),
  bind(markers.getMarker, scanMarker),
]
