/** Which route an address belongs to: patterns as `/project/:id/issues/:number?`. */

export type Params = Record<string, string>

/** A pattern, ready to be tried. `page` names the required parameters, those that say which page it is. */
export interface Pattern {
  expression: RegExp
  names: string[]
  page: string[]
}

/** Segments are literal, `:name` (one segment), or, at the end, `:name?` (may be left out). */
export function compile(pattern: string): Pattern {
  const names: string[] = []
  const page: string[] = []
  const parts = pattern.split('/').filter(Boolean)
  const source = parts.map((part) => {
    const parameter = /^:(\w+)(\?)?$/.exec(part)
    if (!parameter) return `/${part}`
    const [, name = '', optional] = parameter
    names.push(name)
    if (optional) return '(?:/([^/]+))?'
    page.push(name)
    return '/([^/]+)'
  })
  return { expression: new RegExp(`^${source.join('')}/?$`), names, page }
}

/** The parameters, decoded, when the path fits; null when it does not or cannot be decoded. */
export function match(pattern: Pattern, path: string): Params | null {
  const found = pattern.expression.exec(path)
  if (!found) return null
  const params: Params = {}
  try {
    pattern.names.forEach((name, index) => {
      const value = found[index + 1]
      if (value !== undefined) params[name] = decodeURIComponent(value)
    })
  } catch {
    return null
  }
  return params
}

/** An address of this origin: a path that begins with two slashes would be read as another host. */
export function ownAddress(href: string): string {
  return href.replace(/^[/\\]+/, '/')
}

/** The search parameters after some have changed; `undefined` or '' takes one out. Begins with `?`, or is empty. */
export function changeSearch(search: string, changes: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  return text && `?${text}`
}
