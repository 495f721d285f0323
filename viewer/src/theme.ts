export type Theme = 'light' | 'dark'

/** Colours of the view, sRGB 0…1. */
export interface Palette {
  /** background gradient behind the model */
  top: number[]
  bottom: number[]
  edge: number[]
  ghost: number[]
  /** fill of the cut surface under the hatch of a section */
  cap: number[]
  grid: number[]
  accent: number[]
  hover: number[]
}

/** oklch(0.66 0.19 45), clipped to sRGB; used for the selection only. */
const ACCENT = '#ec6100'

export const PALETTES: Record<Theme, Palette> = {
  light: {
    top: rgb('#d3d1cb'),
    bottom: rgb('#f8f7f4'),
    edge: rgb('#1d1a17'),
    ghost: rgb('#6d6a65'),
    cap: rgb('#efede8'),
    grid: rgb('#83807a'),
    accent: rgb(ACCENT),
    hover: rgb('#f8b88c'),
  },
  dark: {
    top: rgb('#35322e'),
    bottom: rgb('#14110e'),
    edge: rgb('#0b0908'),
    ghost: rgb('#b9b5ae'),
    cap: rgb('#4a4640'),
    grid: rgb('#a5a098'),
    accent: rgb(ACCENT),
    hover: rgb('#f8b88c'),
  },
}

/** Parses '#rrggbb' into three numbers 0…1. */
export function rgb(hex: string): number[] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
