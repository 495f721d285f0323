/**
 * The changed values of a form. A form that is open for long sends only these, so that it does not overwrite changes that
 * others made meanwhile.
 */
export function pickChanges<T extends object>(values: T, before: object): Partial<T> {
  const known = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(known.get(name) ?? null),
  )
  return Object.fromEntries(changed) as Partial<T>
}

/** Sends the values changed since editing began; calls `onUnchanged` if there are none. */
export async function sendChanges<T extends object>(
  before: object,
  values: T,
  send: (changes: Partial<T>) => Promise<unknown>,
  onUnchanged: () => void,
): Promise<void> {
  const changes = pickChanges(values, before)
  if (Object.keys(changes).length === 0) onUnchanged()
  else await send(changes)
}
