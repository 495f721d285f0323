import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { evalFreeBasis } from '../viewer/eval-free-basis.ts'
import { slimThree } from '../viewer/slim-three.ts'
import { reduceContract } from './browser-contract.ts'
import { guide } from './guide-plugin.ts'
import { pieces, preloadApplication } from './piece-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, 'utf8')) as {
  version: string
}
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** Files that pdf.js fetches as needed, below /pdfjs: character maps, fonts, decoders. Scripts of PDFs never run. */
function pdfParts(): Plugin {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  const names = ['cmaps', 'standard_fonts', 'iccs', 'wasm'].flatMap((part) =>
    readdirSync(path.join(folder, part))
      .filter((name) => !/^quickjs|fallback/.test(name))
      .map((name) => `${part}/${name}`),
  )
  return {
    name: 'pdf-parts',
    configureServer: (server) =>
      void server.middlewares.use('/pdfjs', (request, response, next) => {
        const name = request.url?.slice(1) ?? ''
        if (names.includes(name) && existsSync(path.join(folder, name)))
          createReadStream(path.join(folder, name)).pipe(response)
        else next()
      }),
    generateBundle() {
      for (const name of names) {
        const source = readFileSync(path.join(folder, name))
        this.emitFile({ type: 'asset', fileName: `pdfjs/${name}`, source })
      }
    },
  }
}

/** Icons of a project's shell and of its issue list; one that is missing here adds the file of all others to both. */
const PROJECT_ICONS =
  /icons[\\/](arrow-down|arrow-up|bookmark|box|calendar-clock|chevron-up|columns-4|download|file-input|file-text|layers|layout-dashboard|link|list-checks|list|minus|pencil|rotate-ccw|rows-3|settings-2|share-2|square-arrow-up-right-exit|upload|user-plus)\.mjs$/
/** Modules of a project's shell and its issue list, beyond those of earlier pages. */
const PROJECT_PARTS =
  /src[\\/](projects[\\/](ProjectPage|use-project|units)|ui[\\/](Select|Popover|Dialog|AlertDialog|Toolbar|row-height|use-preload-on-input)|base[\\/]narrow|api[\\/]LoadingState|ui[\\/]use-copy|bim[\\/]bim|issues[\\/](issues|issues\.rules|lists|attachments|LazyIssueDetail|filters[\\/]issue-query))\.tsx?$|react-virtual|react-query|query-core|base-ui[\\/](react[\\/](internals|utils(?![\\/]useSwipeDismiss)|field)|utils)[\\/]/

/**
 * The browser's half. `vite` serves it for development and passes /api and /ws on to the server at PORT;
 * gallery.html, the page of components, is reachable only there: the build starts from index.html alone.
 */
export default defineConfig({
  root: import.meta.dirname,
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    react(),
    tailwindcss(),
    pdfParts(),
    slimThree(),
    evalFreeBasis(),
    reduceContract(),
    guide(),
    pieces(),
    preloadApplication(),
    serviceWorker(),
    // the server sends these copies to browsers that accept them
    compression({
      include: /\.(js|mjs|css|html|svg|webmanifest|wasm|ttf|pfb|bcmap)$/,
      threshold: 1000,
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
    }),
  ],
  build: {
    manifest: true,
    // pieces have no separate styles (src/base/load-piece.ts)
    cssCodeSplit: false,
    // the viewer is one chunk, loaded with its screen
    chunkSizeWarningLimit: 800,
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A small file inlined as data: would be refused by img-src and font-src 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Requests the code of an address before the application itself is loaded.
            { name: 'early', priority: 7, test: /src[\\/]app[\\/](early|routes)\.ts$/ },
            // Modules that every page needs, including sign-in, in one file: thirty small files compress 10 kB
            // worse.
            {
              name: 'start',
              priority: 6,
              test: /src[\\/](app[\\/]main|auth[\\/](VisitorLayout|LoginPage|Blueprint)|ui[\\/](Field|Form|PasswordInput)|notifications[\\/]notifications)\.tsx?$|mini[\\/]coerce/,
            },
            // Modules loaded after the first frame of any page.
            { name: 'deferred', priority: 5, test: /src[\\/]app[\\/]DeferredStartup\.tsx$/ },
            // Modules of the shell and its first page beyond that, and of members of projects and companies.
            {
              name: 'shell',
              priority: 4,
              test: /src[\\/](app[\\/]Shell|projects[\\/]ProjectsPage|ui[\\/]Menu|issues[\\/]attachments|api[\\/]upload|access[\\/](access|text)|teams[\\/]teams)\.tsx?$|icons[\\/]list-filter\.mjs$/,
            },
            // Modules that the shell loads after its page.
            {
              name: 'background',
              priority: 3,
              test: /src[\\/](chat[\\/]ChatBackground|api[\\/]pinned[\\/]pinned-store|billing[\\/]SubscriptionBanner|sync[\\/](SyncBadge|SyncBanner))\.tsx?$/,
            },
            {
              name: 'projects-later',
              priority: 3,
              test: /src[\\/](projects[\\/](ProjectFilters|RecentProjects)|access[\\/]PendingAccess)\.tsx$/,
            },
            // The main pages, each with its remaining modules.
            {
              name: 'project',
              priority: 2,
              test: (id) => PROJECT_ICONS.test(id) || PROJECT_PARTS.test(id),
            },
            { name: 'icons', priority: 1, test: /lucide-react.*icons/ },
            { name: 'issues', priority: 1, test: /src[\\/]issues[\\/]IssuesPage\.tsx$/ },
            { name: 'issue', priority: 0, test: /src[\\/]issues[\\/](IssueDetail|NewIssueDialog)\.tsx$/ },
            { name: 'viewer', priority: 0, test: /src[\\/]bim[\\/]viewer[\\/]ViewerPage\.tsx$/ },
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
