import { filterNames } from './issue-query.ts'

/** Of an address, what a saved view keeps, always in the same order; not the issue or dialog that is open. */
export function viewQuery(search: string, columns: string): string {
  const query = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of [...filterNames, 'sort', 'layout', 'group']) {
    const value = query.get(name)
    if (value) kept.set(name, value)
  }
  if (columns) kept.set('columns', columns)
  return kept.toString()
}
