/** Keeps an entry of a map with at most so many; the one kept first goes. */
export function keepLatest<T>(entries: Map<string, T>, key: string, entry: T, most: number): void {
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next().value
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
