/** Height of a virtual row in pixels: at least 44 on touch screens. */
export function rowHeight(px: number): number {
  return matchMedia('(pointer: coarse)').matches ? Math.max(44, px) : px
}
