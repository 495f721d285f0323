import { parseArgs } from 'node:util'
import type { BackgroundRun, RunKind } from '@plumbline/contract/admin/background-run'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { CURRENT_CONVERTER } from '../bim/artefacts.ts'
import { countOutdated, fromModels, isOutdated, isWithin } from '../bim/reconversion/outdated-models.ts'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readRun } from '../jobs/background-runs.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { noJobs } from './no-jobs.ts'
import { beginRun, changeRun, findRunScope, type RunLimit } from './runs.ts'

/** `npm run operator -- reconvert|reindex [status|pause|resume|cancel]`. */

interface RunCommandContext {
  db: Db
  now: () => Date
}

export const runsUsage = `reconvert [--company <name or id> | --project <id> | --model <id>] [--dry-run]
                                     converts models of an older converter again, in the background;
                                     --dry-run counts them only
reindex [--company <name or id> | --project <id>]
                                     rebuilds what is derived from stored data, in the background
reconvert|reindex status|pause|resume|cancel`

const kinds: Record<string, RunKind> = { reconvert: 'RECONVERSION', reindex: 'REINDEX' }
const acts = { pause: 'PAUSED', resume: 'RESUMED', cancel: 'CANCELLED' } as const

function parseId(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return
  if (!z.safeParse(z.uuid(), text).success)
    throw new OperatorUsageError(`--${option} takes an id, as in the address of its page, not ${text}.`)
  return text
}

async function findCompany(tx: Tx, text: string | undefined): Promise<string | undefined> {
  if (text === undefined || z.safeParse(z.uuid(), text).success) return text
  const rows = await tx
    .selectFrom('teams')
    .select('id')
    .where('name', '=', text)
    .orderBy('id')
    .limit(20)
    .execute()
  const [row] = rows
  if (!row) throw new OperatorUsageError(`No company is named ${text}.`)
  if (rows.length > 1)
    throw new OperatorUsageError(
      `Several companies are named ${text}: give one of the ids ${rows.map(({ id }) => id).join(', ')}.`,
    )
  return row.id
}

function parseOptions(args: string[]) {
  try {
    const string = { type: 'string' } as const
    return parseArgs({
      args,
      options: { company: string, project: string, model: string, 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch {
    throw new OperatorUsageError(runsUsage)
  }
}

const scopeWords = { COMPANY: 'the company', PROJECT: 'the project', MODEL: 'the model' }

function describeRun(run: BackgroundRun | null): string[] {
  if (!run) return ['There was no such run yet.']
  const { state, scope, items, done, skipped, failed, changed, started_at } = run
  const of = scope ? ` of ${scopeWords[scope.part]} ${scope.name}` : ''
  return [
    `${state.toLowerCase()}${of}, started ${started_at}: ${done} of ${items} done, ${skipped} skipped, ${failed} failed, ${items - done - skipped - failed} left.`,
    ...(changed > 0 ? [`${changed} rows differed from their sources.`] : []),
  ]
}

async function listOutdatedByCompany(tx: Tx, limit: RunLimit): Promise<string[]> {
  const { models, companies, unread } = await countOutdated(tx, limit)
  // past visible.ts: names of companies only
  const { rows } = await sql<{ name: string; models: number }>`
    select t.name, count(*)::int as models from ${fromModels} where ${isOutdated} and ${isWithin(limit)}
    group by t.id order by models desc, t.id limit 1000`.execute(tx)
  return [
    `${models} models of ${companies} companies were converted by another version than ${CURRENT_CONVERTER}.`,
    ...rows.map(({ name, models }) => `  ${models}  ${name}`),
    ...(unread > 0
      ? [`${unread} more have not been looked at yet; a running server reads 300 a minute.`]
      : []),
  ]
}

async function begin({ db, now }: RunCommandContext, kind: RunKind, limit: RunLimit): Promise<string[]> {
  const items = await inTransaction(db, (tx) => beginRun({ tx, now, jobs: noJobs }, kind, limit, null))
  const begins = 'A running server begins within a minute.'
  if (kind === 'REINDEX') return [`${items} indexes wait to be rebuilt. ${begins}`]
  return items === 0
    ? ['No model was converted by another version.']
    : [`${items} models wait to be converted again. ${begins}`]
}

/** Messages for refusals of operators' commands. */
function explain(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const words: Record<string, string> = {
    wrong_state: 'The last run is not in the right state for this: see status.',
    not_found: 'Nothing has this id.',
    bad_request: 'Give one limit at most.',
  }
  return new OperatorUsageError(words[error.code] ?? error.message)
}

export async function runRunCommand(context: RunCommandContext, args: string[]): Promise<string[]> {
  const { db, now } = context
  const kind = kinds[args[0] ?? ''] ?? 'RECONVERSION'
  const { values, positionals } = parseOptions(args.slice(1))
  const [act, ...rest] = positionals
  if (rest.length > 0) throw new OperatorUsageError(runsUsage)
  try {
    if (act === 'status') return describeRun(await readRun(db, kind))
    if (act === 'pause' || act === 'resume' || act === 'cancel') {
      await inTransaction(db, (tx) => changeRun({ tx, now, jobs: noJobs }, kind, acts[act], null))
      return describeRun(await readRun(db, kind))
    }
    if (act !== undefined) throw new OperatorUsageError(runsUsage)
    const limit = {
      team_id: await findCompany(db, values.company),
      project_id: parseId(values.project, 'project'),
      variant_id: parseId(values.model, 'model'),
    }
    await findRunScope(db, limit)
    if (kind === 'REINDEX' && (limit.variant_id || values['dry-run'])) throw new OperatorUsageError(runsUsage)
    return values['dry-run'] ? await listOutdatedByCompany(db, limit) : await begin(context, kind, limit)
  } catch (error) {
    throw explain(error)
  }
}
