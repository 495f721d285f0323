import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
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
    /** for the data folders of servers; removed after the run */
    testFolder: string
  }
}

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 3e9
const PREFIX = 'plumbline-test-'

/** Removes memory files that a killed run has left behind. */
async function sweepMemory() {
  for (const name of await fsp.readdir(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`))
      await fsp.rm(path.join(MEMORY, name), { recursive: true, force: true })
  }
}

/**
 * A folder in memory if there is room: a cloned database has 1,500 files, which take a disk half a second, and servers sync
 * every file to the disk.
 */
async function makeTestFolder(): Promise<string> {
  const { bavail, bsize } = await fsp.statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  const isRoomy = bavail * bsize > NEEDED_BYTES
  if (isRoomy) await sweepMemory()
  const folder = await fsp.mkdtemp(path.join(isRoomy ? MEMORY : os.tmpdir(), `${PREFIX}${process.pid}-`))
  await fsp.chmod(folder, 0o755)
  return folder
}

export const databaseUrl = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A limit of WAL keeps the folder small in memory. */
const SETTINGS = ['fsync=off', 'max_wal_size=192MB', 'max_connections=300']

/** Each server opens some twenty connections, and deriving the key of a password for each takes 5 ms. */
async function simplifyPassword(admin: pg.Client) {
  await admin.query('set scram_iterations = 1')
  await admin.query(`alter role current_user password ${pg.escapeLiteral(admin.password ?? '')}`)
}

const silent = { warn: () => {}, error: () => {}, info: () => {} } as never

export default async function setup(project: TestProject) {
  const folder = await makeTestFolder()
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? null : await startEmbeddedPostgres(folder, SETTINGS)
  const adminUrl = given ?? embedded?.url ?? ''
  const template = `template_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  if (embedded) await simplifyPassword(admin)
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
  project.provide('testFolder', folder)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await embedded?.stop()
    await fsp.rm(folder, { recursive: true, force: true })
  }
}
