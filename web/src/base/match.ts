/** Matches paths against route patterns such as `/project/:id/issues/:number?`. */

export type PathParams = Record<string, string>

/** A compiled pattern. `page` names the required parameters, which identify the page. */
export interface RoutePattern {
  expression: RegExp
  names: string[]
  page: string[]
}

/** Compiles a pattern of literal segments, `:name` (one segment) and, at the end only, `:name?` (optional). */
export function compilePattern(pattern: string): RoutePattern {
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

/** The decoded parameters of a matching path; null when it does not match or cannot be decoded. */
export function matchPath(pattern: RoutePattern, path: string): PathParams | null {
  const found = pattern.expression.exec(path)
  if (!found) return null
  const params: PathParams = {}
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

/** Collapses leading slashes and backslashes, which the browser would read as another host. */
export function forceSameOrigin(href: string): string {
  return href.replace(/^[/\\]+/, '/')
}

/** Applies changes to a query string; undefined or '' removes a parameter. Returns it with its `?`, or empty. */
export function updateSearch(search: string, changes: Record<string, string | undefined>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  const text = query.toString()
  return text && `?${text}`
}
