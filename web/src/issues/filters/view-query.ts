import { filterNames } from './issue-query.ts'

/** The canonical query string of a saved view: filter, order, layout and columns, without open issues or dialogs. */
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
