import path from 'node:path'
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const main = path.join(import.meta.dirname, 'src/app/main.tsx')
const loader = path.join(import.meta.dirname, 'src/base/load-piece.ts')

/** Lets src/base/load-piece.ts load the pieces of a build, in place of Vite's helper, which cannot try a failed one again. */
export function pieces(): Plugin {
  return {
    name: 'pieces',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === HELPER ? `export { loadPiece as __vitePreload } from ${JSON.stringify(loader)}` : null,
  }
}

/**
 * Adds preload links for the application's scripts to the page's head, so that they are fetched in parallel to its first
 * script.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const application = chunks.find(({ moduleIds }) => moduleIds.includes(main))
        const files = application ? [application.fileName, ...application.imports] : []
        return {
          // the theme is set before anything is painted
          html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
          tags: files
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
              injectTo: 'head' as const,
            })),
        }
      },
    },
  }
}
