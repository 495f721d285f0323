import path from 'node:path'
import { OperatorUsageError, runOperatorCommand } from './billing/operator-commands.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { createTeller } from './live/tell.ts'
import { runMailCommand } from './mail/mail-commands.ts'

/** Entry point of `npm run operator -- <command>`, with or without a running server. */

const root = path.join(import.meta.dirname, '../..')

/** Opens the configured or embedded database; a running embedded one is left running. */
async function openDatabaseUrl() {
  const config = readConfig(process.env, root)
  if (config.databaseUrl) return { url: config.databaseUrl, release: async () => {} }
  const { url, stop, isAttached } = await startEmbeddedPostgres(config.dataDir)
  return { url, release: isAttached ? async () => {} : stop }
}

const { url, release } = await openDatabaseUrl()
const { db, close } = openDatabase(url, { max: 2 })
try {
  // a running server polls the outbox every minute
  const teller = createTeller([], () => {})
  const args = process.argv.slice(2)
  const lines =
    args[0] === 'mails'
      ? await runMailCommand(db, new Date(), args)
      : await runOperatorCommand({ db, teller, now: () => new Date() }, args)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof OperatorUsageError ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await close()
  await release()
}
