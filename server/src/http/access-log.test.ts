import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

/** The requests that a production server writes to its log. */

const script = `
  import { createFastify } from '${import.meta.resolve('./fastify.ts')}'
  import { readConfig } from '${import.meta.resolve('../config.ts')}'
  const app = await createFastify(readConfig(process.env, process.env.DATA_DIR))
  app.get('/api/reset/code', async () => ({}))
  await app.inject('/api/reset/code?code=of-a-mail')
  await app.close()`

test('The log of requests names their paths and not the codes in their queries', async () => {
  const environment = { NODE_ENV: 'production', SECRET_KEY: 'k'.repeat(40), PUBLIC_URL: 'https://a.example' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...environment, LOG_LEVEL: 'info', DATA_DIR: inject('testFolder') },
  })
  expect(stdout).toContain('"url":"/api/reset/code"')
  expect(stdout).toContain('"statusCode":200')
  expect(stdout).not.toContain('of-a-mail')
})
