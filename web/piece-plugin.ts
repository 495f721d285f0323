import path from 'node:path'
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
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
