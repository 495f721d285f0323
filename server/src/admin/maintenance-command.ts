import { parseArgs } from 'node:util'
import { Maintenance } from '@plumbline/contract/admin/maintenance'
import * as z from 'zod/mini'
import { type Db, inTransaction } from '../db/database.ts'
import { readMaintenance } from '../live/maintenance-state.ts'
import type { Teller } from '../live/tell.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { changeMaintenance } from './change-maintenance.ts'

/** `npm run operator -- maintenance on|off|status`. */

interface MaintenanceContext {
  db: Db
  teller: Teller
  now: () => Date
}

export const maintenanceUsage = `maintenance                          says whether this server is under maintenance
maintenance on "<text>" [--until 2026-12-01T20:00Z]
                                     refuses changes and starts no jobs; every page shows the text
maintenance off                      ends it`

/** With a time zone, because the machine's clock may be in another zone than its operator. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

function parseEnd(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment))
    throw new OperatorUsageError(`--until takes a moment such as 2026-12-01T20:00Z or …+01:00, not ${text}.`)
  if (moment <= now.getTime()) throw new OperatorUsageError(`${text} has passed.`)
  return new Date(moment).toISOString()
}

function parseMaintenance(args: string[], now: Date): Maintenance {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { until: { type: 'string' } },
      allowPositionals: true,
    })
    const until = parseEnd(values.until, now)
    const { data } = z.safeParse(Maintenance, { text: positionals[0] ?? '', until })
    if (!data || positionals.length !== 1)
      throw new OperatorUsageError('Say in quotes, in 300 characters at most, what people should know.')
    return data
  } catch (error) {
    throw error instanceof OperatorUsageError ? error : new OperatorUsageError(maintenanceUsage)
  }
}

function describeMaintenance(current: Maintenance | null): string {
  if (!current) return 'This server is not under maintenance.'
  const end = current.until === null ? '' : ` Expected end: ${current.until}.`
  return `This server is under maintenance: ${current.text}${end}`
}

async function change({ db, teller, now }: MaintenanceContext, next: Maintenance | null) {
  const hasChanged = await inTransaction(db, (tx) =>
    changeMaintenance({ tx, now, tell: teller.begin(tx) }, next, null),
  )
  teller.nudge()
  if (next)
    return [describeMaintenance(next), 'All processes know it within seconds. Running jobs end first.']
  return [hasChanged ? 'Maintenance has ended.' : describeMaintenance(null)]
}

export async function runMaintenanceCommand(
  context: MaintenanceContext,
  [, subcommand, ...rest]: string[],
): Promise<string[]> {
  switch (subcommand) {
    case undefined:
    case 'status':
      return [describeMaintenance(await readMaintenance(context.db))]
    case 'on':
      return change(context, parseMaintenance(rest, context.now()))
    case 'off':
      return change(context, null)
    default:
      throw new OperatorUsageError(maintenanceUsage)
  }
}
