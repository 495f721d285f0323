/**
 * Runs work while no other tab runs work under this name; with `ifAvailable`, not at all if one does. Browsers without Web
 * Locks run it at once.
 */
export async function runAlone<T>(
  name: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, options, async (lock) => (lock ? work() : undefined))
}
