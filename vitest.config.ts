import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// They end a test that hangs: a busy machine takes several times as long as an idle one.
const limits = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { interval: 20, timeout: 60_000 } },
}

// files of tests share a process: loading the modules for each file took a third of the server's time, half of the web's
const shared = { ...limits, isolate: false }
const isolated = ['{src,test}/**/*.isolated.test.ts']
const server = { root: 'server', globalSetup: ['test/database.ts'] }

export default defineConfig({
  test: {
    // vitest's default leaves one core free, which is half of a small machine
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], ...shared } },
      {
        test: {
          name: 'bcf',
          root: 'bcf',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'bim',
          root: 'bim',
          include: ['src/**/*.test.ts', 'generate/**/*.test.ts', 'test/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'viewer',
          root: 'viewer',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'reference/**/*.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/fresh-modules.ts'],
          ...shared,
        },
      },
      {
        test: {
          ...server,
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: isolated,
          // a sixth of the time of making people went into their passwords
          alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'server/test/cheap-argon2.ts') },
        },
      },
      // tests that replace modules or measure a fresh process
      { test: { ...server, ...limits, name: 'server, isolated', include: isolated } },
    ],
  },
})
