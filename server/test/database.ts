import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { prepareRowSecurity } from '../src/db/row-security.ts'
import { startJobs } from '../src/jobs/jobs.ts'

/**
 * One database server for all test files, with a migrated template that each file clones in milliseconds.
 * TEST_DATABASE_URL runs the suite on any PostgreSQL (its user must be able to create databases).
 */

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
  }
}

export const databaseUrl = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

const silent = { warn: () => {}, error: () => {}, info: () => {} } as never

export default async function setup(project: TestProject) {
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-test-'))
  await fsp.chmod(folder, 0o755)
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? null : await startEmbeddedPostgres(folder, ['fsync=off', 'max_connections=300'])
  const adminUrl = given ?? embedded?.url ?? ''
  const template = `template_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const url = databaseUrl(adminUrl, template)
  const { db, close } = openDatabase(url)
  await migrate(db)
  await close()
  const jobs = await startJobs({ url, log: silent })
  await jobs.close()
  await prepareRowSecurity(url, url)
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await embedded?.stop()
    await fsp.rm(folder, { recursive: true, force: true })
  }
}
