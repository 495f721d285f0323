import { issueFilterNames } from './issue-query.ts'

/** The canonical query string of a saved view: filter, order, layout and columns, without open issues or dialogs. */
export function formatSavedViewQuery(search: string, columns: string): string {
  const query = new URLSearchParams(search)
  const saved = new URLSearchParams()
  for (const name of [...issueFilterNames, 'sort', 'layout', 'group']) {
    const value = query.get(name)
    if (value) saved.set(name, value)
  }
  if (columns) saved.set('columns', columns)
  return saved.toString()
}
