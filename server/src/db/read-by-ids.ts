/** The driver builds the rows of one result at once: ten thousand issues would block the event loop for 70 ms. */
const IDS_PER_READ = 1000

/** The rows of many ids, read for a thousand ids at a time. */
export async function readByIds<T>(
  ids: readonly string[],
  read: (some: string[]) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_READ)
    for (const row of await read(ids.slice(start, start + IDS_PER_READ))) rows.push(row)
  return rows
}
