import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** The product in a browser: a real server with its demo, on a data folder that goes when the tests end. */

process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
process.env.E2E_DATA ??= fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-e2e-'))
fs.chmodSync(process.env.E2E_DATA, 0o755)
const origin = `http://localhost:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  globalTeardown: './teardown.ts',
  use: {
    baseURL: origin,
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-background-networking',
      ],
    },
  },
  webServer: {
    command: 'node server/src/main.ts',
    cwd: path.join(import.meta.dirname, '..'),
    url: `${origin}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_SIGN_IN: '1000',
      RATE_LIMIT_MAIL: '1000',
      // receivers of webhooks are in the tests
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
  },
})
