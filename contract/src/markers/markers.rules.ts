/** Width and height of the paper of sheets in mm, upright. */
export const paperSizes = {
  A5: [148, 210],
  A4: [210, 297],
  A3: [297, 420],
  LETTER: [215.9, 279.4],
} as const
export type Paper = keyof typeof paperSizes

/** ISO/IEC 18004: so many light modules around a code. */
export const QUIET_MODULES = 4
/** between what is printed and the edges of the paper, in mm */
export const SHEET_MARGIN = 10
/** what stands above and below the code, in mm */
const WORDS_MM = 70
/** a code of our addresses, or more modules, which are smaller, when they are longer */
const LEAST_MODULES = 33

/** The largest code, in whole mm, that has room on the paper with its quiet zone and the words around it. */
export function largestCode(paper: Paper): number {
  const [width, height] = paperSizes[paper]
  const room = Math.min(width, height - WORDS_MM) - 2 * SHEET_MARGIN
  return Math.floor(room / (1 + (2 * QUIET_MODULES) / LEAST_MODULES))
}
