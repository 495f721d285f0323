import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { UtcClient } from '../db/utc-client.ts'

/** Copies whole tables by COPY, in one snapshot out and in one transaction in. */

const quote = (name: string) => pg.escapeIdentifier(name)

export interface TableColumns {
  name: string
  /** without generated ones, which COPY does not take */
  columns: string[]
}

export interface SequenceState {
  name: string
  last_value: string | null
}

/** Tables that a restore does not take over: migrations write it. */
const MIGRATIONS = 'schema_migrations'

export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name <> '${MIGRATIONS}'
    group by 1 order by 1`)
  return rows
}

export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS} order by name`)
  return rows.map(({ name }) => name)
}

export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select sequencename::text as name, last_value::text from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows
}

/** Connects without time limits: a large table takes long. */
async function connect(url: string): Promise<pg.Client> {
  const client = new UtcClient({ connectionString: url, query_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs work in one transaction, which ends with the connection. */
export async function inOneTransaction<T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url)
  try {
    await client.query(begin)
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

const listColumns = ({ columns }: TableColumns) => columns.map(quote).join(', ')

export const readTable = (client: pg.Client, table: TableColumns): Readable =>
  client.query(copyTo(`copy (select ${listColumns(table)} from public.${quote(table.name)}) to stdout`))

export const writeTable = (client: pg.Client, table: TableColumns): Writable =>
  client.query(copyFrom(`copy public.${quote(table.name)} (${listColumns(table)}) from stdin`))

export async function countRows(client: pg.Client, { name }: TableColumns): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from public.${quote(name)}`)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Fills tables while references are checked only at the end and triggers do not run: the rows that they write are part
 * of the backup.
 */
export async function whileUnchecked(
  client: pg.Client,
  tables: TableColumns[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: references } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not condeferrable`)
  for (const { table, name } of references)
    await client.query(`alter table ${table} alter constraint ${quote(name)} deferrable initially deferred`)
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} disable trigger user`)
  await work()
  await client.query('set constraints all immediate')
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} enable trigger user`)
  for (const { table, name } of references)
    await client.query(`alter table ${table} alter constraint ${quote(name)} not deferrable`)
}
