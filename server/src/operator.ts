import path from 'node:path'
import { backupUsage, runBackupCommand } from './backup/backup-commands.ts'
import { runOperatorCommand } from './billing/operator-commands.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { createTeller } from './live/tell.ts'
import { runMailCommand } from './mail/mail-commands.ts'
import { OperatorUsageError } from './operator-usage-error.ts'

/** Entry point of `npm run operator -- <command>`, with or without a running server. */

const root = path.join(import.meta.dirname, '../..')

const config = readConfig(process.env, root)

/** Opens the configured or embedded database; a running embedded one is left running. */
async function openDatabaseUrl() {
  const given = config.databaseDirectUrl
  if (given) return { url: given, release: async () => {} }
  const { url, stop, isAttached } = await startEmbeddedPostgres(config.dataDir)
  return { url, release: isAttached ? async () => {} : stop }
}

const { url, release } = await openDatabaseUrl()
const { db, close } = openDatabase(url, { max: 2 })
try {
  // a running server polls the outbox every minute
  const teller = createTeller([], () => {})
  const args = process.argv.slice(2)
  const lines = await (runBackupCommand({ config, databaseUrl: url, now: () => new Date() }, args) ??
    (args[0] === 'mails'
      ? runMailCommand(db, new Date(), args)
      : runOperatorCommand({ db, teller, now: () => new Date() }, args)))
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  const text = error instanceof OperatorUsageError ? error.message : String(error)
  process.stderr.write(`${text}${process.argv.length > 2 ? '' : `\n${backupUsage}`}\n`)
  process.exitCode = 1
} finally {
  await close()
  await release()
}
