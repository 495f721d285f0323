import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { defineConfig } from 'vite'

/** Folder of converted models, one folder each; served under /models. */
const models = process.env.MODELS ?? ''

export default defineConfig({
  root: import.meta.dirname,
  server: { fs: { allow: [join(import.meta.dirname, '../..')] } },
  build: { target: 'es2024', outDir: '../dist' },
  worker: { format: 'es' },
  plugins: [
    {
      name: 'converted-models',
      configureServer(server) {
        server.middlewares.use('/models', (request, response, next) => {
          const file = join(models, normalize(new URL(request.url ?? '', 'http://here').pathname))
          if (!models || !existsSync(file) || !statSync(file).isFile()) return next()
          createReadStream(file).pipe(response)
        })
      },
    },
  ],
})
