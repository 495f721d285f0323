import fsp from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { isDirectUrl } from '../db/prepare-role.ts'
import { findRowSecurityGap } from '../db/row-security.ts'
import { PROJECT_ROLE } from '../db/scoped-query.ts'
import { UtcClient } from '../db/utc-client.ts'
import { explainDatabase } from '../start-checks.ts'
import { broken, type Finding, warning } from './finding.ts'

/** The oldest version that is accepted: older ones are close to the end of their maintenance. */
const OLDEST_VERSION = 150_000
/** Connections of one server: its pool, the job queue, and one that listens. */
const CONNECTIONS_PER_SERVER = 20
const MAX_CLOCK_DIFFERENCE_MS = 5000

interface DatabaseFacts {
  version: number
  version_name: string
  encoding: string
  may_create: boolean
  is_standby: boolean
  read_only: string
  synchronous_commit: string
  fsync: string
  full_page_writes: string
  connections: number
  clock: string
}

const FACTS = `select current_setting('server_version_num')::int as version,
  current_setting('server_version') as version_name, current_setting('server_encoding') as encoding,
  has_schema_privilege(current_schema(), 'create') as may_create, pg_is_in_recovery() as is_standby,
  current_setting('default_transaction_read_only') as read_only,
  current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) as connections,
  (extract(epoch from clock_timestamp()) * 1000)::text as clock
  from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new UtcClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function judgeFacts(facts: DatabaseFacts, oldest: number): Finding[] {
  const found: Finding[] = []
  if (facts.version < oldest)
    found.push(
      broken(
        `DATABASE_URL: PostgreSQL ${facts.version_name} is too old. Upgrade it to version ${oldest / 10_000} or newer.`,
      ),
    )
  if (facts.encoding !== 'UTF8')
    found.push(
      broken(
        `DATABASE_URL: the database stores text as ${facts.encoding}, which does not hold every character. Create it anew with "encoding 'UTF8' template template0".`,
      ),
    )
  if (!facts.may_create)
    found.push(
      broken(
        'DATABASE_URL: the user may not create tables. Let the user own the database, or grant create on its schema.',
      ),
    )
  if (facts.is_standby)
    found.push(
      broken(
        'DATABASE_URL: this PostgreSQL is a standby and refuses writes. Use the address of the primary.',
      ),
    )
  else if (facts.read_only === 'on')
    found.push(
      broken(
        'DATABASE_URL: transactions are read-only by default. Reset default_transaction_read_only of the user or the database.',
      ),
    )
  const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => facts[name] === 'off',
  )
  if (unsafe.length > 0)
    found.push(
      warning(
        `DATABASE_URL: ${unsafe.join(' and ')} ${unsafe.length > 1 ? 'are' : 'is'} off, so a power failure loses confirmed changes. Switch it on.`,
      ),
    )
  if (facts.connections < CONNECTIONS_PER_SERVER)
    found.push(
      broken(
        `DATABASE_URL: the user may open ${facts.connections} connections, a server needs ${CONNECTIONS_PER_SERVER}. Raise max_connections or the connection limit of the user or the database, or use a pooler.`,
      ),
    )
  return found
}

function judgeClock(clock: string, before: Date, after: Date): Finding[] {
  const middle = (before.getTime() + after.getTime()) / 2
  const difference = Math.round((Number(clock) - middle) / 1000)
  if (Math.abs(difference) * 1000 < MAX_CLOCK_DIFFERENCE_MS) return []
  return [
    broken(
      `Clock: this machine is ${Math.abs(difference)} s ${difference > 0 ? 'behind' : 'ahead of'} the database. Synchronize both by NTP; codes of two-step sign-in and sessions depend on it.`,
    ),
  ]
}

async function checkMigrations(client: pg.Client): Promise<Finding[]> {
  const known = (await fsp.readdir(migrationsFolder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
  const { rows: tables } = await client.query("select to_regclass('schema_migrations') as name")
  const applied = tables[0]?.name
    ? (await client.query<{ name: string }>('select name from schema_migrations')).rows.map(
        ({ name }) => name,
      )
    : []
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return [
      broken(
        `Schema: a newer Plumbline has opened this database; this one does not know ${unknown.sort().join(', ')}. Start the newer one, or restore a backup into an empty database.`,
      ),
    ]
  const pending = known.filter((name) => !applied.includes(name))
  if (pending.length === 0) return []
  return [
    warning(
      applied.length === 0
        ? 'Schema: the database is empty. The first start of the server creates the tables.'
        : `Schema: ${pending.length} of ${known.length} migrations are missing. Make a backup, then start the server, which applies them.`,
    ),
  ]
}

/** `url`: the address that requests use. */
async function checkRowSecurity({ rowLevelSecurity }: Config, url: string): Promise<Finding[]> {
  if (!rowLevelSecurity) return []
  const gap = await findRowSecurityGap(url)
  if (gap === null) return []
  const user = decodeURIComponent(new URL(url).username)
  return [
    warning(
      `DATABASE_URL: row-level security between projects is off: ${gap}. Start the server again, which sets it up; if its user may not create roles, run "create role ${PROJECT_ROLE} nologin; grant ${PROJECT_ROLE} to ${user}" as a superuser first.`,
    ),
  ]
}

async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl) return []
  const found: Finding[] = []
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ zone: string }>("select current_setting('timezone') as zone"),
  )
  const zone = rows[0]?.zone
  if (zone !== 'UTC')
    found.push(
      broken(
        `DATABASE_URL: its connections are in the time zone ${zone}, not in UTC. Let the pooler pass on what clients set, or run "alter role … in database … set timezone = 'UTC'".`,
      ),
    )
  if (databaseDirectUrl === databaseUrl && !(await isDirectUrl(databaseUrl)))
    found.push(
      broken(
        'DATABASE_DIRECT_URL: DATABASE_URL leads to a pooler, which passes no notifications on. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      ),
    )
  return found
}

export async function checkDatabase(
  config: Config,
  url: string,
  { now, oldest = OLDEST_VERSION }: { now: () => Date; oldest?: number },
): Promise<Finding[]> {
  const variable = config.databaseDirectUrl === config.databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const explain = (error: unknown, name: string, address: string): Finding[] => {
    const explained = explainDatabase(error, name, address)
    return [broken(explained instanceof Error ? explained.message : String(explained))]
  }
  try {
    const found = await withClient(url, async (client) => {
      const before = now()
      const { rows } = await client.query<DatabaseFacts>(FACTS)
      const [facts] = rows
      if (!facts) return []
      return [
        ...judgeFacts(facts, oldest),
        ...judgeClock(facts.clock, before, now()),
        ...(await checkMigrations(client)),
      ]
    })
    const isComplete = !found.some(({ text }) => text.startsWith('Schema: '))
    return [
      ...found,
      // the start creates the policies with the tables
      ...(isComplete ? await checkRowSecurity(config, config.databaseUrl ?? url) : []),
      ...(await checkPooler(config).catch((error: unknown) =>
        explain(error, 'DATABASE_URL', config.databaseUrl ?? url),
      )),
    ]
  } catch (error) {
    return explain(error, variable, url)
  }
}
