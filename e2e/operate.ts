import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Runs an operator command while the server runs. */
export function operate(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync('node', ['server/src/operator.ts', ...args], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA ?? '' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
