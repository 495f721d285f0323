import fsp from 'node:fs/promises'
import { getDiagnosis, getServerState } from '@plumbline/contract/admin/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../test/admin-writes.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import type { User } from '../../test/make.ts'
import { migrationsFolder } from '../db/migrate.ts'

const SECRETS = {
  SECRET_KEY: 'a-key-that-nobody-may-read-0123456789',
  METRICS_TOKEN: 'another-one-of-them-0123456789',
  SMTP_URL: 'smtp://mailer:hunter22@127.0.0.1:9',
  MAIL_FROM: 'Site <site@example.com>',
}

let app: TestApp
let operator: User
beforeAll(async () => {
  app = await startApp(SECRETS)
  operator = await makeOperator(app)
})
afterAll(() => app.close())

test('Operators see the settings with their source and without secrets', async () => {
  const state = await operator.client.call(getServerState, {})
  const setting = (name: string) => state.settings.find((each) => each.name === name)
  expect(setting('MAIL_FROM')).toMatchObject({ value: SECRETS.MAIL_FROM, from: 'ENVIRONMENT' })
  expect(setting('PORT')).toMatchObject({ value: '3000', from: 'DEFAULT' })
  expect(setting('RATE_LIMIT_PER_TOKEN')).toMatchObject({ value: '600', from: 'DEFAULT' })
  expect(setting('BUS_URL')).toMatchObject({ value: '', from: 'DEFAULT' })
  expect(setting('SECRET_KEY')).toMatchObject({ value: null, from: 'ENVIRONMENT' })
  expect(setting('SMTP_URL')?.value).toContain('127.0.0.1:9')
  for (const secret of [SECRETS.SECRET_KEY, SECRETS.METRICS_TOKEN, 'hunter22'])
    expect(JSON.stringify(state)).not.toContain(secret)
})

test('Operators see version, schema and start of the server', async () => {
  const state = await operator.client.call(getServerState, {})
  const files = (await fsp.readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  expect(state.migrations).toBe(files.length)
  expect(`${state.schema}.sql`).toBe(files.at(-1))
  expect(state.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(Date.parse(state.started_at)).toBeLessThan(Date.now())
})

test('The examination names faults of the server’s surroundings, ten times a minute', async () => {
  const { findings } = await operator.client.call(getDiagnosis, {})
  expect(findings.find(({ text }) => text.includes('SMTP_URL'))).toMatchObject({ level: 'BROKEN' })
  expect(JSON.stringify(findings)).not.toContain('hunter22')
  for (let more = 0; more < 9; more++) await operator.client.call(getDiagnosis, {})
  expect((await refusal(operator.client.call(getDiagnosis, {}))).body.error).toBe('too_many_requests')
}, 120_000)
