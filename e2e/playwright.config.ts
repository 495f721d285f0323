import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { hasWebKit, WEBKIT_TESTS } from './webkit/find-webkit.ts'

/**
 * The product in a browser: two workers, each with a real server and its demo, on a data folder that goes when the tests
 * end. A file of tests stays with one worker, and so with one server.
 */

process.env.E2E_FOLDER ??= fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-e2e-'))
process.env.E2E_FIRST_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000))
fs.chmodSync(process.env.E2E_FOLDER, 0o755)
const workers = Math.min(2, os.availableParallelism())
const folder = process.env.E2E_FOLDER
const firstPort = Number(process.env.E2E_FIRST_PORT)

const serverOf = (worker: number) => {
  const port = firstPort + 10 * worker
  return { port, origin: `http://localhost:${port}`, data: path.join(folder, String(worker)) }
}

/** The server of the current worker, for data that its tests create or read themselves. */
const own = serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
process.env.E2E_PORT = String(own.port)
process.env.E2E_DATA = own.data

/** Started first, so that no worker runs one of them alone at the end. */
const LONGEST = ['viewer.test.ts', 'screens.test.ts']

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'first', testMatch: LONGEST },
    // teardown.ts reports when the tests of WebKit are left out
    { name: 'then', testMatch: '*.test.ts', testIgnore: hasWebKit ? LONGEST : [...LONGEST, WEBKIT_TESTS] },
  ],
  workers,
  // the limits end a test that hangs: a busy machine takes several times as long as an idle one
  timeout: 400_000,
  expect: { timeout: 60_000 },
  globalTeardown: './teardown.ts',
  use: {
    baseURL: own.origin,
    actionTimeout: 60_000,
    // answers by the cache are for offline.test.ts
    serviceWorkers: 'block',
    // transitions that the tests would wait for
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // a quarter of the pixels for the software renderer; the layout counts in CSS pixels
    deviceScaleFactor: 0.5,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // without a graphics card, pages are put together faster without WebGL; the 3D view keeps it
        '--disable-gpu-compositing',
        '--disable-background-networking',
      ],
    },
  },
  webServer: Array.from({ length: workers }, (_, worker) => serverOf(worker)).map(
    ({ port, origin, data }) => ({
      command: 'node server/src/main.ts',
      cwd: path.join(import.meta.dirname, '..'),
      url: `${origin}/readyz`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: String(port),
        DATA_DIR: data,
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_MINUTE: '100000',
        RATE_LIMIT_SIGN_IN: '1000',
        RATE_LIMIT_MAIL: '1000',
        // receivers of webhooks are in the tests
        WEBHOOKS_ALLOW_PRIVATE: 'true',
      },
    }),
  ),
})
