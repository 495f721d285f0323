import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, 'utf8')) as {
  version: string
}
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/**
 * The browser's half. `vite` serves it for development and passes /api and /ws on to the server at PORT;
 * gallery.html, the page of components, is reachable only there: the build starts from index.html alone.
 */
export default defineConfig({
  root: import.meta.dirname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [react(), tailwindcss()],
  build: {
    manifest: true,
    // the viewer is one chunk, loaded with its screen
    chunkSizeWarningLimit: 800,
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A small file inlined as data: would be refused by img-src and font-src 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, the sign-in page above all, is one file: thirty small ones compress 10 kB worse.
          groups: [
            {
              name: 'start',
              priority: 2,
              test: /src[\\/](app[\\/]main|auth[\\/](OutsidePage|LoginPage)|ui[\\/](Field|Form|PasswordInput))\.tsx$/,
            },
            // What the shell and its first page need beyond that.
            {
              name: 'shell',
              priority: 1,
              test: /src[\\/](app[\\/]Shell|projects[\\/]ProjectsPage|ui[\\/](Menu|Select))\.tsx$/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
})
