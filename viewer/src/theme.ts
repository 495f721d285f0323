export type Theme = 'light' | 'dark'

/** Colours of the view, sRGB 0…1. */
export interface ViewerPalette {
  /** background gradient behind the model */
  top: number[]
  bottom: number[]
  edge: number[]
  /** outline of cut surfaces, and symbols in plans: against the background and the tone of the cut */
  contour: number[]
  ghost: number[]
  /** paper of a cut surface under its hatch */
  cap: number[]
  /** tone of a cut surface seen from a distance, and ink of its hatch */
  poche: number[]
  grid: number[]
  /** axes, alignments and annotations */
  line: number[]
  accent: number[]
  hover: number[]
}

/** oklch(0.66 0.19 45), clipped to sRGB; used for the selection only. */
const ACCENT = '#ec6100'

export const PALETTES: Record<Theme, ViewerPalette> = {
  light: {
    top: parseRgb('#d3d1cb'),
    bottom: parseRgb('#f8f7f4'),
    edge: parseRgb('#1d1a17'),
    contour: parseRgb('#1d1a17'),
    ghost: parseRgb('#6d6a65'),
    cap: parseRgb('#efede8'),
    poche: parseRgb('#5d5852'),
    grid: parseRgb('#83807a'),
    line: parseRgb('#2c5c8f'),
    accent: parseRgb(ACCENT),
    hover: parseRgb('#f8b88c'),
  },
  dark: {
    top: parseRgb('#35322e'),
    bottom: parseRgb('#14110e'),
    edge: parseRgb('#0b0908'),
    contour: parseRgb('#ebe6dd'),
    ghost: parseRgb('#b9b5ae'),
    cap: parseRgb('#6a655d'),
    poche: parseRgb('#a19b91'),
    grid: parseRgb('#a5a098'),
    line: parseRgb('#8fb8e0'),
    accent: parseRgb(ACCENT),
    hover: parseRgb('#f8b88c'),
  },
}

/** Parses '#rrggbb' into three numbers 0…1. */
export function parseRgb(hex: string): number[] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
