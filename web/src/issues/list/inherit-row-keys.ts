/** Row keys of a new result: rows that stay keep their keys, new rows take over those of removed rows, in order. */
export function inheritRowKeys(
  before: ReadonlyMap<string, string>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const stay = new Set(ids.filter((id) => before.has(id)))
  const free = [...before].filter(([id]) => !stay.has(id)).map(([, key]) => key)
  const keys = ids.map((id) => [id, before.get(id) ?? free.shift()] as const)
  return new Map(keys.filter((pair): pair is [string, string] => pair[1] !== undefined))
}
