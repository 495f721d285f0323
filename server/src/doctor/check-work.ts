import { createSecretKey } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { readMaintenance } from '../live/maintenance-state.ts'
import { unseal } from '../seal.ts'
import { readOldSecrets } from '../secret.ts'
import { broken, type Finding, warning } from './finding.ts'

/** Checks rows: the right key, and whether mails and models are being processed. */

const LATE_MINUTES = 15

export function checkSecretKey({ secretKey, role, busUrl }: Config): Finding[] {
  if (secretKey || (role === 'all' && !busUrl)) return []
  return [
    broken(
      'SECRET_KEY: it is not set, so each server makes its own, and people are signed out whenever another server answers. Set the same SECRET_KEY of 32 characters or more on all of them.',
    ),
  ]
}

async function readKey({ secretKey, dataDir }: Config) {
  const text = secretKey ?? (await fsp.readFile(path.join(dataDir, 'secret.key'), 'utf8').catch(() => null))
  return text === null ? null : createSecretKey(text, 'utf8')
}

/** Tries to decrypt the newest second factor. */
async function checkSealedRows(config: Config, db: Tx): Promise<Finding[]> {
  const secret = await readKey(config)
  const row = await db
    .selectFrom('user_totp')
    .select(['user_id', 'secret'])
    .where('is_confirmed', '=', true)
    .orderBy('user_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!secret || !row) return []
  const keys = { secret, oldSecrets: readOldSecrets(config) }
  if (unseal(keys, { purpose: 'totp', owner: row.user_id }, row.secret)) return []
  return [
    broken(
      'SECRET_KEY: it is not the key that encrypted this database, so second factors and secrets of webhooks cannot be read. Set the former key, as SECRET_KEY or as SECRET_KEY_OLD.',
    ),
  ]
}

async function checkWaitingRows(db: Tx, now: Date): Promise<Finding[]> {
  const late = new Date(now.getTime() - LATE_MINUTES * 60_000).toISOString()
  const { rows } = await sql<{ mails: number; models: number; running: number }>`select
    (select count(*) from mails where state = 'QUEUED' and created_at < ${late})::int as mails,
    (select count(*) from bim_file_variants where state = 'QUEUED' and deleted_at is null
      and coalesce(queued_at, created_at) < ${late})::int as models,
    (select count(*) from bim_file_variants where state = 'PROCESSING')::int as running`.execute(db)
  const { mails = 0, models = 0, running = 0 } = rows[0] ?? {}
  const found: Finding[] = []
  if (mails > 0)
    found.push(
      warning(
        `Mails: ${mails} ${mails === 1 ? 'waits' : 'wait'} for more than ${LATE_MINUTES} minutes. Check SMTP_URL and that a server runs; "npm run operator -- mails" lists them.`,
      ),
    )
  if (models > 0 && running === 0)
    found.push(
      broken(
        `Conversions: ${models} ${models === 1 ? 'model waits' : 'models wait'} for more than ${LATE_MINUTES} minutes and none is worked on. Start a server with ROLE=worker or ROLE=all.`,
      ),
    )
  return found
}

/** `db`: any schema, also an empty one */
export async function checkWork(config: Config, db: Tx, now: Date): Promise<Finding[]> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('user_totp') as name`.execute(db)
  if (rows[0]?.name === null) return []
  const sealed = await checkSealedRows(config, db)
  const table = await sql<{ name: string | null }>`select to_regclass('maintenance') as name`.execute(db)
  const current = table.rows[0]?.name === null ? null : await readMaintenance(db)
  if (!current) return [...sealed, ...(await checkWaitingRows(db, now))]
  // waiting work is not a fault at this moment
  return [
    ...sealed,
    warning(
      `Maintenance: changes are refused and no job starts (“${current.text}”). "npm run operator -- maintenance off" ends it.`,
    ),
  ]
}
