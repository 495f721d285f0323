/** Where the answer to a program may be sent. */

const loopback = ['127.0.0.1', '[::1]', 'localhost']

export const isLoopback = (url: URL) => url.protocol === 'http:' && loopback.includes(url.hostname)

/**
 * https anywhere, http to the device itself (RFC 8252), or a scheme that an installed program owns: with a dot, so that
 * it is nobody else's, and never one that a browser acts on by itself.
 */
export function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^[\u0021-\u007e]+$/.test(text) || text.includes('#')) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url)
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
}

/** Letter by letter what was registered; on the device itself the port is whichever was free. */
export function isRegisteredRedirect(registered: string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  const url = URL.parse(asked)
  if (!url || !isAllowedRedirect(asked) || !isLoopback(url)) return false
  return registered.some((each) => {
    const known = URL.parse(each)
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
