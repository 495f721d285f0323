/** Adds an entry to a map of limited size; drops the oldest. */
export function keepLatest<T>(entries: Map<string, T>, key: string, entry: T, most: number): void {
  entries.delete(key)
  entries.set(key, entry)
  const oldest = entries.keys().next().value
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
