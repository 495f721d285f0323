import fs from 'node:fs'
import path from 'node:path'
import { seedDemo } from '../demo/seed.ts'
import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { startOwnPostgres } from './db/postgres-keeper.ts'
import { demoUser } from './settings/demo-login.ts'
import { checkDataDir, checkMail, explainDatabase, explainListen, explainStore } from './start-checks.ts'
import { startTracing } from './tracing/start-tracing.ts'

/** Entry point: reads the configuration, opens and migrates the database, starts the application and stops it cleanly. */

const root = path.join(import.meta.dirname, '../..')
const printError = (message: string) => process.stderr.write(`${message}\n`)
/** A shutdown that takes longer is forced. */
const STOP_MS = 25_000

interface Running {
  config: Config
  stop: () => Promise<void>
}

async function migrateDatabase({ databaseUrl, databaseDirectUrl }: Config, embeddedUrl: string) {
  const url = databaseDirectUrl ?? embeddedUrl
  const { db, close } = openDatabase(url, { max: 1, isUnlimited: true })
  try {
    await migrate(db, { report: printError })
  } catch (error) {
    const variable = databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    throw databaseDirectUrl ? explainDatabase(error, variable, url) : error
  } finally {
    await close()
  }
}

async function checkSurroundings({ server }: App) {
  const store = server.blobs.checkReady().catch((error: unknown) => {
    throw server.config.blobUrl ? explainStore(error, server.config) : error
  })
  const [line] = await Promise.all([checkMail(server.config), store])
  if (line) printError(line)
}

async function start(onTaken: (error: Error) => void): Promise<Running> {
  const config = readConfig(process.env, root)
  let app: App | null = null
  const report = (message: string) => (app ? app.server.log.warn(message) : printError(message))
  const endTracing = await startTracing(config, report)
  await checkDataDir(config)
  const database = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await startOwnPostgres(config.dataDir, { report, onTaken })
  try {
    await migrateDatabase(config, database.url)
    const created = await createApp({ config, databaseUrl: database.url }).catch((error: unknown) => {
      throw config.databaseUrl ? explainDatabase(error, 'DATABASE_URL', config.databaseUrl) : error
    })
    app = created
    await checkSurroundings(created)
    const endDemo = config.demo ? await seedDemo(created.server, created.teller) : () => {}
    await created.fastify.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListen(error, config)
    })
    const stop = async () => {
      endDemo()
      await created.close()
      await database.release()
      await endTracing()
    }
    return { stop, config }
  } catch (error) {
    await app?.close()
    await database.release()
    throw error
  }
}

function printReady(config: Config, milliseconds: number) {
  const lines = [
    `Plumbline is ready at ${config.publicUrl} (started in ${(milliseconds / 1000).toFixed(1)} s)`,
  ]
  if (config.demo) lines.push(`Demo login: ${demoUser.email}, password ${demoUser.password}`)
  if (config.env !== 'production' && !config.smtpUrl)
    lines.push(`Mails are kept at ${config.publicUrl}/dev/inbox`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

let running: Running | null = null
let stoppingSince: number | null = null
/** A terminal, npm and `npm start` each forward the same signal, so repeats within this time are ignored. */
const ECHO_MS = 500

/** Shuts down gracefully; a second signal exits at once. */
async function endProcess(code: number) {
  if (stoppingSince !== null && Date.now() - stoppingSince < ECHO_MS) return
  if (stoppingSince !== null) process.exit(code || 1)
  stoppingSince = Date.now()
  setTimeout(() => process.exit(code || 1), STOP_MS).unref()
  await running?.stop().catch((error: Error) => printError(error.message))
  process.exit(code)
}

/**
 * On exit the logger flushes synchronously and retries for ever when nobody reads the output: without this, a server whose
 * log reader has died would not exit.
 */
process.on('exit', () => {
  if (!running) return
  try {
    fs.writeSync(process.stdout.fd, 'Plumbline has stopped\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.kill(process.pid, 'SIGKILL')
  }
})
process.on('SIGTERM', () => void endProcess(0))
process.on('SIGINT', () => void endProcess(0))
// an unawaited rejection is logged instead of ending the server for everybody
process.on('unhandledRejection', (error) => printError(`Unhandled promise rejection: ${error}`))

try {
  running = await start((error) => {
    printError(error.message)
    void endProcess(1)
  })
  printReady(running.config, performance.now())
  // tells the supervising process that a restart after a crash makes sense from now on
  process.send?.('ready')
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
