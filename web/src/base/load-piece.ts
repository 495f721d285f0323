/**
 * Loads a piece of the application that is imported on demand; the build calls it in place of Vite's own helper (piece-
 * plugin.ts). A browser marks a failed module, and each module that imports it, as failed until the page is reloaded, and a
 * preload link keeps a failure as well. So all scripts of a piece are fetched into the browser's cache first, and imported
 * only when they are there: a piece that the network lost can be tried again.
 */

/** pauses before a script that could not be fetched is fetched again */
const RETRY_MS = [500, 2000]

/** addresses of scripts with their fetches; failed ones are dropped */
const fetched = new Map<string, Promise<unknown>>()

async function fetchScript(href: string, attempt = 0): Promise<unknown> {
  try {
    const response = await fetch(href)
    if (response.ok) return await response.arrayBuffer()
    throw new Error(`${href}: ${response.status}`)
  } catch (error) {
    const pause = RETRY_MS[attempt]
    if (!pause) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return fetchScript(href, attempt + 1)
  }
}

function fetchOnce(href: string): Promise<unknown> {
  let fetching = fetched.get(href)
  if (!fetching) {
    // scripts named in the page's head are already loading
    fetching = document.head.innerHTML.includes(href) ? Promise.resolve() : fetchScript(href)
    fetched.set(href, fetching)
    fetching.catch(() => fetched.delete(href))
  }
  return fetching
}

/** Resolves when the scripts of all pieces so far are here, or could not be fetched. */
export const settleScripts = () => Promise.allSettled(fetched.values())

/**
 * `files`: all files of the piece, below the origin. A piece with a single file comes without: its name is in the call, such
 * as () => import('./Page-x1.js'); a piece that is part of a loaded file has none. Styles are one file, which the page has
 * (vite.config.ts).
 */
export async function loadPiece<T>(importPiece: () => Promise<T>, files: string[] = []): Promise<T> {
  const own = /import\(.\.\/([\w-]+\.js)/.exec(String(importPiece))?.[1]
  const scripts = own ? [`assets/${own}`, ...files] : files
  await Promise.all(scripts.map((script) => fetchOnce(`/${script}`)))
  return importPiece()
}
