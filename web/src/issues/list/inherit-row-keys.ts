/** The keys of the rows of a new result: those that stay keep theirs, the others take those of rows that went, in order. */
export function inheritRowKeys(
  before: ReadonlyMap<string, string>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const stay = new Set(ids.filter((id) => before.has(id)))
  const free = [...before].filter(([id]) => !stay.has(id)).map(([, key]) => key)
  const keys = ids.map((id) => [id, before.get(id) ?? free.shift()] as const)
  return new Map(keys.filter((pair): pair is [string, string] => pair[1] !== undefined))
}
