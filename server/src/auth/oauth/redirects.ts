/** Validation of OAuth redirect URIs. */

const loopback = ['127.0.0.1', '[::1]', 'localhost']

export const isLoopback = (url: URL) => url.protocol === 'http:' && loopback.includes(url.hostname)

/**
 * Accepts https URLs, http URLs of the loopback interface (RFC 8252), and private-use schemes of installed programs, which
 * contain a dot; schemes that browsers execute, such as `javascript:`, have none.
 */
export function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^[\u0021-\u007e]+$/.test(text) || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url)
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
}

/** Compares with the registered URIs exactly, except that a loopback URI may use any port. */
export function isRegisteredRedirect(registered: string[], requested: string): boolean {
  if (registered.includes(requested)) return true
  const url = URL.parse(requested)
  if (!url || !isAllowedRedirect(requested) || !isLoopback(url)) return false
  return registered.some((text) => {
    const known = URL.parse(text)
    return (
      known !== null &&
      isLoopback(known) &&
      known.hostname === url.hostname &&
      known.pathname === url.pathname &&
      known.search === url.search
    )
  })
}

export function addUrlParams(redirect: string, params: Record<string, string | undefined>): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
