/**
 * Loads a piece of the application that is imported when it is needed; the build calls it in place of Vite's own helper
 * (piece-plugin.ts). A browser keeps a failed module, and each module that imports it, as failed until the page is opened
 * again. So all files of a piece are fetched first, and it is imported only when they are here: a piece that the network
 * lost can be tried again.
 */

/** pauses before a file that could not be fetched is fetched again */
const RETRY_MS = [500, 2000]

/** file addresses with their fetches, of which failed ones are forgotten */
const fetched = new Map<string, Promise<void>>()

function applyStylesheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`Unable to load ${href}`))
    }
    document.head.append(link)
  })
}

/** Fetches a script into the browser's cache, from where the import takes it. A link to preload it would keep a failure. */
async function fetchScript(href: string) {
  const response = await fetch(href)
  if (!response.ok) throw new Error(`Unable to load ${href}: ${response.status}`)
  await response.arrayBuffer()
}

const fetchOnce = (href: string) => (href.endsWith('.css') ? applyStylesheet(href) : fetchScript(href))

async function fetchWithRetries(href: string): Promise<void> {
  for (const pause of RETRY_MS) {
    try {
      return await fetchOnce(href)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return fetchOnce(href)
}

/** What the page itself names in its head, such as the files of its start, is on its way already. */
const isInHead = (href: string) =>
  document.head.querySelector(`link[href="${CSS.escape(href)}"], script[src="${CSS.escape(href)}"]`) !== null

function fetchFile(href: string): Promise<void> {
  let fetching = fetched.get(href)
  if (!fetching) {
    fetching = isInHead(href) ? Promise.resolve() : fetchWithRetries(href)
    fetched.set(href, fetching)
    fetching.catch(() => fetched.delete(href))
  }
  return fetching
}

/** The file that a call such as () => import('./Page-x1.js') imports: a piece of one file comes without its list. */
function findOwnFile(importPiece: () => Promise<unknown>): string[] {
  const name = /import\(\s*(["'`])\.\/([\w.-]+\.js)\1/.exec(String(importPiece))?.[2]
  return name ? [`assets/${name}`] : []
}

/** `files`: all files of the piece, below the origin. */
export async function loadPiece<T>(importPiece: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const all = files.length > 0 ? files : findOwnFile(importPiece)
  await Promise.all(all.map((file) => fetchFile(`/${file}`)))
  return importPiece()
}
