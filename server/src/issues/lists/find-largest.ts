/** The largest values of the selected numbers, descending, at most so many. */
export function findLargest(values: Float64Array, mask: Uint8Array, most: number): number[] {
  const largest: number[] = []
  for (let at = 1; at < mask.length; at++) {
    if (mask[at] !== 1) continue
    const value = values[at] as number
    if (largest.length === most && value <= (largest[most - 1] as number)) continue
    const place = largest.findIndex((other) => other < value)
    largest.splice(place < 0 ? largest.length : place, 0, value)
    if (largest.length > most) largest.pop()
  }
  return largest
}
