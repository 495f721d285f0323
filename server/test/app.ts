import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type App, type AppOptions, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { databaseUrl } from './database.ts'

/** Configuration of built-in invoicing for an operator in Germany. */
export const BILLING = {
  BILLING: 'builtin',
  BILLING_TAX: 'DE:19,AT:20',
  BILLING_SELLER_NAME: 'Plumbline Hosting GmbH',
  BILLING_SELLER_ADDRESS: 'Hafenstraße 1',
  BILLING_SELLER_POSTAL_CODE: '24103',
  BILLING_SELLER_CITY: 'Kiel',
  BILLING_SELLER_COUNTRY: 'DE',
  BILLING_SELLER_TAX_ID: 'DE136695976',
  BILLING_SELLER_BANK: 'DE02 1203 0000 0000 2020 51',
}

/** The real application on a clone of the migrated database, with its own data folder. */
export interface TestApp extends App {
  /** connection URL of its database, for a second server */
  url: string
  dataDir: string
}

export async function startApp(
  environment: Record<string, string> = {},
  options: Pick<AppOptions, 'push' | 'now' | 'presence'> = {},
): Promise<TestApp> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
  const dataDir = await fsp.mkdtemp(path.join(inject('testFolder'), 'app-'))
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ROW_LEVEL_SECURITY: 'on',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_MAIL: '1000',
      RATE_LIMIT_SIGN_IN: '1000',
      ...environment,
    },
    dataDir,
  )
  const url = databaseUrl(inject('adminUrl'), name)
  const app = await createApp({ config, databaseUrl: url, ...options })
  const close = async () => {
    await app.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await fsp.rm(dataDir, { recursive: true, force: true })
  }
  return { ...app, close, url, dataDir }
}

/** Lets the application listen on a free port, unless it does already; returns its origin. */
export async function listenOnPort(app: Pick<App, 'fastify'>): Promise<string> {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = app.fastify.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
