import path from 'node:path'
import { maintenanceUsage, runMaintenanceCommand } from './admin/maintenance-command.ts'
import { manageOperators, operatorsUsage } from './admin/manage-operators.ts'
import { mergeUsage, runMergeCommand } from './admin/merge-command.ts'
import { runRunCommand, runsUsage } from './admin/run-commands.ts'
import { backupUsage, DamagedStoreError, runBackupCommand } from './backup/backup-commands.ts'
import { billingUsage, runOperatorCommand } from './billing/operator-commands.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { borrowPostgres } from './db/postgres-keeper.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { createTeller } from './live/tell.ts'
import { runMailCommand } from './mail/mail-commands.ts'
import { OperatorUsageError } from './operator-usage-error.ts'

/** Entry point of `npm run operator -- <command>`, with or without a running server. */

const doctorUsage =
  'doctor                               names what is broken around the server, with the remedy'

const root = path.join(import.meta.dirname, '../..')

/** Prints errors of the configuration and exits. */
function readOwnConfig(): Config {
  try {
    return readConfig(process.env, root)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return process.exit(1)
  }
}

const config = readOwnConfig()
const args = process.argv.slice(2)

/** Opens the configured or embedded database. */
async function openDatabaseUrl() {
  const given = config.databaseDirectUrl
  return given ? { url: given, release: async () => {} } : borrowPostgres(config.dataDir)
}

/** Works without a database, and reports its faults. */
async function examineSurroundings(): Promise<never> {
  let release = async () => {}
  const open = async () => {
    const opened = await openDatabaseUrl()
    release = opened.release
    return opened.url
  }
  const { lines, isHealthy } = await runDoctor({ config, openDatabaseUrl: open, now: () => new Date() })
  await release()
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exit(isHealthy ? 0 : 1)
}
if (args[0] === 'doctor') await examineSurroundings()

const { url, release } = await openDatabaseUrl()
const { db, close } = openDatabase(url, { max: 2 })
try {
  // a running server polls the outbox every minute
  const teller = createTeller([], () => {})
  const now = () => new Date()
  const runCommand = () => {
    if (args[0] === 'mails') return runMailCommand(db, now(), args)
    if (args[0] === 'operators') return manageOperators({ db, teller, config, now }, args)
    if (args[0] === 'merge-people') return runMergeCommand({ db, teller, config, now }, args)
    if (args[0] === 'reconvert' || args[0] === 'reindex') return runRunCommand({ db, now }, args)
    if (args[0] === 'maintenance') return runMaintenanceCommand({ db, teller, now }, args)
    return runOperatorCommand({ db, teller, now }, args)
  }
  const lines = await (runBackupCommand({ config, databaseUrl: url, now }, args) ?? runCommand())
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  const isPlain = error instanceof OperatorUsageError || error instanceof DamagedStoreError
  const text = isPlain ? error.message : String(error)
  // without a command, or with one that nobody knows
  const others = [operatorsUsage, mergeUsage, maintenanceUsage, runsUsage, backupUsage, doctorUsage]
  process.stderr.write(`${[text, ...(text === billingUsage ? others : [])].join('\n')}\n`)
  process.exitCode = 1
} finally {
  await close()
  await release()
}
