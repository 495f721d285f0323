/** Width and height of the paper of sheets in mm, upright. */
export const paperSizes = {
  A5: [148, 210],
  A4: [210, 297],
  A3: [297, 420],
  LETTER: [215.9, 279.4],
} as const
export type Paper = keyof typeof paperSizes

/** Light modules required around a QR code (ISO/IEC 18004). */
export const QUIET_MODULES = 4
/** margin between print and paper edge, in mm */
export const SHEET_MARGIN = 10
/** height of the texts above and below the code, in mm */
const WORDS_MM = 70
/** modules of a code with one of our URLs; longer URLs have more and smaller modules */
const LEAST_MODULES = 33

/** The largest code in whole mm that fits on the paper with its quiet zone and texts. */
export function computeLargestCode(paper: Paper): number {
  const [width, height] = paperSizes[paper]
  const room = Math.min(width, height - WORDS_MM) - 2 * SHEET_MARGIN
  return Math.floor(room / (1 + (2 * QUIET_MODULES) / LEAST_MODULES))
}
