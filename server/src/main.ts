import path from 'node:path'
import pg from 'pg'
import { seedDemo } from '../demo/seed.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { demoUser } from './settings/demo-login.ts'

/** Starts the server: configuration, database, schema, application, and a clean stop. */

const root = path.join(import.meta.dirname, '../..')
const ONE_SERVER_LOCK = 7_700_000

interface OwnedDatabase {
  url: string
  release: () => Promise<void>
}

/**
 * The embedded database belongs to one server: a lock held by a connection, so it is free at once when that server
 * is gone, however it went.
 */
async function ownEmbedded(config: Config): Promise<OwnedDatabase> {
  const postgres = await startEmbeddedPostgres(config.dataDir)
  const lock = new pg.Client({ connectionString: postgres.url })
  await lock.connect()
  const { rows } = await lock.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    ONE_SERVER_LOCK,
  ])
  if (!rows[0]?.mine) {
    await lock.end()
    throw new Error(
      `Another Plumbline server is running on ${config.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  lock.on('error', () => {})
  const release = async () => {
    await lock.end()
    await postgres.stop()
  }
  return { url: postgres.url, release }
}

async function start(): Promise<{ stop: () => Promise<void>; config: Config }> {
  const config = readConfig(process.env, root)
  const database = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await ownEmbedded(config)
  try {
    const { db, close } = openDatabase(config.databaseDirectUrl ?? database.url, { max: 1 })
    await migrate(db)
    await close()
    const app = await createApp({ config, databaseUrl: database.url })
    const endDemo = config.demo ? await seedDemo(app.server, app.teller) : () => {}
    await app.fastify.listen({ port: config.port, host: config.host })
    const stop = async () => {
      endDemo()
      await app.close()
      await database.release()
    }
    return { stop, config }
  } catch (error) {
    await database.release()
    throw error
  }
}

function greet(config: Config, milliseconds: number) {
  const lines = [
    `Plumbline is ready at ${config.publicUrl} (started in ${(milliseconds / 1000).toFixed(1)} s)`,
  ]
  if (config.demo) lines.push(`Demo login: ${demoUser.email}, password ${demoUser.password}`)
  if (config.env !== 'production' && !config.smtpUrl)
    lines.push(`Mails are kept at ${config.publicUrl}/dev/inbox`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  const { stop, config } = await start()
  greet(config, performance.now())
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
