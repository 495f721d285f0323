/** Indices of the pins drawn as one marker, and its position. */
export interface PinGroup {
  x: number
  y: number
  members: number[]
}

/**
 * Clusters pins by their canvas positions. Up to `most` pins stand alone; beyond that, pins within `reach`
 * pixels of a cluster's first pin join it. The order of `places` decides which is first, so clusters are stable
 * between frames.
 */
export function groupPins(places: readonly { x: number; y: number }[], most = 12, reach = 40): PinGroup[] {
  const groups: PinGroup[] = []
  const cells = new Map<string, PinGroup[]>()
  for (const [index, { x, y }] of places.entries()) {
    const column = Math.floor(x / reach)
    const row = Math.floor(y / reach)
    const near = places.length > most ? nearest(cells, column, row, x, y, reach) : undefined
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
