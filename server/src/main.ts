import path from 'node:path'
import { seedDemo } from '../demo/seed.ts'
import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { startOwnPostgres } from './db/postgres-keeper.ts'
import { demoUser } from './settings/demo-login.ts'
import { checkDataDir, checkMail, explainDatabase, explainListen, explainStore } from './start-checks.ts'

/** Starts the server: configuration, database, schema, application, and a clean stop. */

const root = path.join(import.meta.dirname, '../..')
const printError = (message: string) => process.stderr.write(`${message}\n`)
/** A stop that takes longer hangs on something that will not come. */
const STOP_MS = 25_000

interface Running {
  config: Config
  stop: () => Promise<void>
}

async function migrateDatabase({ databaseUrl, databaseDirectUrl }: Config, embeddedUrl: string) {
  const url = databaseDirectUrl ?? embeddedUrl
  const { db, close } = openDatabase(url, { max: 1, isUnlimited: true })
  try {
    await migrate(db)
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
  await checkDataDir(config)
  const database = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await startOwnPostgres(config.dataDir, { report, onTaken })
  try {
    await migrateDatabase(config, database.url)
    const made = await createApp({ config, databaseUrl: database.url }).catch((error: unknown) => {
      throw config.databaseUrl ? explainDatabase(error, 'DATABASE_URL', config.databaseUrl) : error
    })
    app = made
    await checkSurroundings(made)
    const endDemo = config.demo ? await seedDemo(made.server, made.teller) : () => {}
    await made.fastify.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListen(error, config)
    })
    const stop = async () => {
      endDemo()
      await made.close()
      await database.release()
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
/** A terminal, npm and `npm start` each pass on the same signal. */
const ECHO_MS = 500

/** Ends in order; asked again, at once. */
async function endProcess(code: number) {
  if (stoppingSince !== null && Date.now() - stoppingSince < ECHO_MS) return
  if (stoppingSince !== null) process.exit(code || 1)
  stoppingSince = Date.now()
  setTimeout(() => process.exit(code || 1), STOP_MS).unref()
  await running?.stop().catch((error: Error) => printError(error.message))
  process.exit(code)
}

process.on('SIGTERM', () => void endProcess(0))
process.on('SIGINT', () => void endProcess(0))
// nobody waits for it, and nothing is half done by it: a fault to be read in the log, not the end of everybody's work
process.on('unhandledRejection', (error) =>
  printError(`A promise was rejected that nobody waits for: ${error}`),
)

try {
  running = await start((error) => {
    printError(error.message)
    void endProcess(1)
  })
  printReady(running.config, performance.now())
  // for who starts it again when it dies: from now on it is worth it
  process.send?.('ready')
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
