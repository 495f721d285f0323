const normalise = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True when a name contains every word of the query, ignoring order, case and accents. */
export function containsWords(name: string, query: string): boolean {
  const within = normalise(name)
  return normalise(query)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
