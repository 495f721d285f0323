/** The height of a virtual row, in pixels: as asked for, but 44 where a finger is the pointer. */
export function rowHeight(px: number): number {
  return matchMedia('(pointer: coarse)').matches ? Math.max(44, px) : px
}
