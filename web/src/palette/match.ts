const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True when a name contains every word of the query, ignoring order, case and accents. */
export function hasWords(name: string, query: string): boolean {
  const within = plain(name)
  return plain(query)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
