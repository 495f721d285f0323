/** Height of a virtual row in pixels: at least 44 on touch screens. */
export function rowHeight(px: number): number {
  return matchMedia('(pointer: coarse)').matches ? Math.max(44, px) : px
}

/**
 * The size that a virtual list assumes before it is measured: the list renders its first rows immediately, in pieces that
 * React can interrupt. Without it they render in a second, blocking pass.
 */
export const windowRect = () => ({ width: innerWidth, height: innerHeight })
