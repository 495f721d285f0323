/** Indices of the pins drawn as one marker, and its position. */
export interface PinGroup {
  x: number
  y: number
  members: number[]
}

/** Pins that are nearer to each other hide each other, CSS pixels. */
const OVER_PX = 12
/** Distance of fanned out pins from their place and from each other, CSS pixels. */
const FAN_PX = 44

/**
 * Clusters pins by their canvas positions. Up to `most` pins stay single unless they hide each other; beyond that, pins
 * within `reach` pixels of a cluster's first pin join it. The order of `places` decides which is first, so clusters are
 * stable between frames.
 */
export function groupPins(places: readonly { x: number; y: number }[], most = 12, reach = 40): PinGroup[] {
  const groups: PinGroup[] = []
  const cells = new Map<string, PinGroup[]>()
  const limit = places.length > most ? reach : OVER_PX
  for (const [index, { x, y }] of places.entries()) {
    const column = Math.floor(x / reach)
    const row = Math.floor(y / reach)
    const near = nearest(cells, column, row, x, y, limit)
    if (near) {
      near.members.push(index)
      continue
    }
    const group = { x, y, members: [index] }
    groups.push(group)
    const key = `${column} ${row}`
    const cell = cells.get(key)
    if (cell) cell.push(group)
    else cells.set(key, [group])
  }
  return groups
}

/** Offsets of `count` fanned out pins from their place: rings of pins that do not touch. */
export function fanPins(count: number): { x: number; y: number }[] {
  const offsets: { x: number; y: number }[] = []
  for (let ring = 1; offsets.length < count; ring++) {
    const room = Math.floor((2 * Math.PI * ring * FAN_PX) / FAN_PX)
    const own = Math.min(room, count - offsets.length)
    for (let at = 0; at < own; at++) {
      const angle = (at / own) * 2 * Math.PI - Math.PI / 2
      offsets.push({ x: ring * FAN_PX * Math.cos(angle), y: ring * FAN_PX * Math.sin(angle) })
    }
  }
  return offsets
}

function nearest(
  cells: Map<string, PinGroup[]>,
  column: number,
  row: number,
  x: number,
  y: number,
  reach: number,
): PinGroup | undefined {
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (const group of cells.get(`${column + dx} ${row + dy}`) ?? [])
        if (Math.hypot(group.x - x, group.y - y) < reach) return group
  return undefined
}
