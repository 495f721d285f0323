import { createReadStream, existsSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { defineConfig } from 'vite'

/** Folder of converted models, one subfolder per model; served under /models. */
const models = process.env.MODELS ?? ''

function serveModels(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const file = join(models, normalize(new URL(request.url ?? '', 'http://here').pathname))
  if (!models || !existsSync(file) || !statSync(file).isFile()) {
    next()
    return
  }
  createReadStream(file).pipe(response)
}

const page = (name: string) => join(import.meta.dirname, name)

export default defineConfig({
  root: import.meta.dirname,
  server: { fs: { allow: [join(import.meta.dirname, '../..')] } },
  build: {
    target: 'es2024',
    emptyOutDir: true,
    rollupOptions: { input: [page('index.html'), page('empty.html'), page('fragments.html')] },
  },
  worker: { format: 'es' },
  plugins: [
    {
      name: 'converted-models',
      configureServer: (server) => {
        server.middlewares.use('/models', serveModels)
      },
      configurePreviewServer: (server) => {
        server.middlewares.use('/models', serveModels)
      },
    },
  ],
})
