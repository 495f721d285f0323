import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Files of `public/` that the application shows. */
const PUBLIC_FILES = ['/favicon.svg', '/icon-192.png', '/app.webmanifest']

const ASSET = /^assets\/.*\.(m?js|css|wasm|woff2?|svg)$/
/** analytics, which only send, and decoders of project codes and meshes, whose data comes from the server */
const ONLINE_ONLY = /^assets\/(amplitude|rrweb|zxing|draco_|basis_)/

/** Fills the version and the files to keep into the service worker. */
function writeServiceWorker(version: string, files: readonly string[]): string {
  const source = readFileSync(path.join(import.meta.dirname, 'src/service-worker.js'), 'utf8')
  return source
    .replace("'__VERSION__'", JSON.stringify(version))
    .replace("['__FILES__']", JSON.stringify(files))
}

/**
 * Builds /sw.js: it caches the files that the application needs to start and work without a network, and changes whenever
 * one of them does. In development it caches nothing.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    configureServer: (server) =>
      void server.middlewares.use('/sw.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(writeServiceWorker('development', []))
      }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        // the gallery of components is built without the application
        if (page?.type !== 'asset') return
        const assets = Object.keys(bundle).filter((name) => ASSET.test(name) && !ONLINE_ONLY.test(name))
        const files = ['/', ...PUBLIC_FILES, ...assets.map((name) => `/${name}`).sort()]
        const version = createHash('sha256')
          .update(JSON.stringify(files))
          .update(page.source)
          .digest('hex')
          .slice(0, 16)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: writeServiceWorker(version, files) })
      },
    },
  }
}
