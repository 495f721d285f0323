import type { Paper } from '@plumbline/contract/markers/markers.rules'
import { buildMarkerSheet, drawQrSvg, type MarkerSheetTexts, type PrintedMarker } from './marker-sheet.ts'
import { formatSheetSvg, writeSheetsPdf, writeSheetsZip } from './sheet-files.ts'

/** The name of the project, and its levels and sections by id. */
export interface PlaceNames {
  project: string
  levels: Map<string, { id: string; name: string; elevation_m: number }>
  sections: Map<string, { id: string; name: string }>
}

export type SheetsInput =
  /** QR codes without a sheet */
  | { as: 'codes'; urls: string[] }
  | {
      /** the sheet of the first marker */
      as:
        | 'svg'
        /** or the sheets of all markers */
        | 'pdf'
        | 'zip'
      markers: PrintedMarker[]
      /** all markers of the project, to find neighbours */
      all: PrintedMarker[]
      names: PlaceNames
      paper: Paper
    }

const CODES_AT_ONCE = 100

const computeDistance = (a: PrintedMarker, b: PrintedMarker) =>
  Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y, a.position.z - b.position.z)

/** The nearest other marker of the same level. */
function findNeighbour(marker: PrintedMarker, ofLevel: PrintedMarker[]): MarkerSheetTexts['neighbour'] {
  let found: MarkerSheetTexts['neighbour'] = null
  for (const other of ofLevel) {
    const distance_m = computeDistance(marker, other)
    if (other.id !== marker.id && distance_m > 0 && distance_m < (found?.distance_m ?? Infinity))
      found = { label: other.label, distance_m }
  }
  return found
}

/** Worker thread entry: draws up to 2,000 codes at some milliseconds each; yields lists of SVG codes, or parts of the file. */
export async function* work(input: SheetsInput): AsyncGenerator<string[] | Uint8Array> {
  if (input.as === 'codes') {
    for (let from = 0; from < input.urls.length; from += CODES_AT_ONCE)
      yield input.urls.slice(from, from + CODES_AT_ONCE).map(drawQrSvg)
    return
  }
  const { as, markers, all, names, paper } = input
  const byLevel = Map.groupBy(all, ({ level_id }) => level_id)
  const draw = (marker: PrintedMarker) => {
    const { level_id, section_id, label } = marker
    const places = [
      level_id && names.levels.get(level_id)?.name,
      section_id && names.sections.get(section_id)?.name,
    ].filter((name) => name && name !== label)
    const neighbour = findNeighbour(marker, byLevel.get(level_id) ?? [])
    return buildMarkerSheet(marker, { project: names.project, place: places.join(' · '), neighbour }, paper)
  }
  if (as === 'pdf') yield* writeSheetsPdf(markers.values().map(draw), names.project)
  else if (as === 'zip')
    yield* writeSheetsZip(markers.map((marker) => ({ name: marker.label, draw: () => draw(marker) })))
  else yield Buffer.from(formatSheetSvg(draw(markers[0] as PrintedMarker)))
}
