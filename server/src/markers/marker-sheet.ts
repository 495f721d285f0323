import type { QrMarker } from '@plumbline/contract/markers/markers'
import {
  SHEET_MARGIN as MARGIN,
  type Paper,
  paperSizes,
  QUIET_MODULES as QUIET,
} from '@plumbline/contract/markers/markers.rules'
import { outlineFitted, outlineText, type TextOutline } from '../blobs/text-outline.ts'
import { buildQrPath } from '../pdf/qr-path.ts'

/** One printed sheet as filled paths in millimetres, the source of SVG, PNG and PDF files. */
export interface MarkerSheet {
  width: number
  height: number
  /** SVG path data, filled black, translated by x and y */
  shapes: { d: string; x: number; y: number }[]
}

/** A QR code as an SVG with its quiet zone. */
export function drawQrSvg(text: string): string {
  const { path, size } = buildQrPath(text, 'Q')
  const whole = size + 2 * QUIET
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${whole}v${whole}h-${whole}z"/><path transform="translate(${QUIET} ${QUIET})" d="${path}"/></svg>`
}

/** Scales all numbers of a path, from QR modules to millimetres. */
const scalePath = (d: string, scale: number) =>
  d.replace(/-?\d+(?:\.\d+)?/g, (number) => String(Math.round(Number(number) * scale * 1e4) / 1e4))

const buildCropMark = (x: number, y: number) => ({ d: 'M-5 -0.15h10v0.3h-10zM-0.15 -5h0.3v10h-0.3z', x, y })

export interface MarkerSheetTexts {
  project: string
  /** names of the level and section, '' without */
  place: string
  /** the nearest other marker of the level: its distance reveals a misplaced sheet */
  neighbour: { label: string; distance_m: number } | null
}

/** The fields of a marker that are printed. */
export type PrintedMarker = Omit<QrMarker, 'svg'>

export function buildMarkerSheet(marker: PrintedMarker, words: MarkerSheetTexts, paper: Paper): MarkerSheet {
  const [width, height] = paperSizes[paper]
  const middle = width / 2
  const maxWidth = width - 2 * MARGIN - 14
  const centred = (line: TextOutline, y: number) => ({ d: line.d, x: middle - line.width / 2, y })
  const { path, size } = buildQrPath(marker.url, 'Q')
  const top = (height - marker.size_mm) / 2
  const { x, y, z } = marker.position
  const metres = (value: number) => value.toFixed(2)
  const below = top + marker.size_mm + 14
  const lines: [string, number, number][] = [
    [marker.label, 9, below],
    [words.place, 5, below + 9],
    [`E ${metres(x)}  N ${metres(y)}  H ${metres(z)} m · ${Math.round(marker.heading_deg)}°`, 4, below + 17],
    [
      words.neighbour ? `${metres(words.neighbour.distance_m)} m → ${words.neighbour.label}` : '',
      4,
      below + 23,
    ],
    [marker.url, 3.2, below + 29],
  ]
  return {
    width,
    height,
    shapes: [
      buildCropMark(MARGIN, MARGIN),
      buildCropMark(width - MARGIN, MARGIN),
      buildCropMark(MARGIN, height - MARGIN),
      buildCropMark(width - MARGIN, height - MARGIN),
      // this side up
      { d: 'M0 -9L6 0H2V9H-2V0H-6Z', x: middle, y: top - 22 },
      centred(outlineFitted(words.project, 6, maxWidth), MARGIN + 8),
      { d: scalePath(path, marker.size_mm / size), x: middle - marker.size_mm / 2, y: top },
      ...lines
        .filter(([text]) => text !== '')
        .map(([text, mm, at]) => centred(outlineFitted(text, mm, maxWidth), at)),
      centred(outlineText(`${marker.size_mm} mm`, 3), height - MARGIN + 1),
    ],
  }
}
