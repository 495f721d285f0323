import { createHash } from 'node:crypto'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type Db, openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate, migrationsFolder } from './migrate.ts'

/** Generates tables.ts from the migrated schema and adds the hashes of new migrations to landed.sha256 (`npm run tables`). */

const scalarTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  timestamptz: 'string',
  date: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
  bytea: 'Buffer',
  tsvector: 'string',
}

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
}

/** A value as a type; a pattern such as `^OWN_[0-9]+$` is a name with a number. */
const formatValueType = (value: string) =>
  value.startsWith('^') ? `\`${value.slice(1).replace(/\[.*/, '')}\${number}\`` : `'${value}'`

/** Reads `check (state in ('A', 'B'))` constraints as unions 'A' | 'B', by `table.column`. */
async function readUnions(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ table_name: string; column_name: string; definition: string }>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`.execute(
    db,
  )
  const unions = rows
    .filter((row) => row.definition.includes('ANY (ARRAY['))
    .map((row) => {
      const values = [...row.definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) =>
        formatValueType(value),
      )
      return [`${row.table_name}.${row.column_name}`, values.join(' | ')] as const
    })
  return new Map(unions)
}

function getColumnType(column: Column, unions: Map<string, string>): string {
  const base = unions.get(`${column.table_name}.${column.column_name}`) ?? scalarTypes[column.udt_name]
  if (!base) throw new Error(`No type for ${column.table_name}.${column.column_name} (${column.udt_name})`)
  const type = column.is_nullable === 'YES' && base !== 'Json' ? `${base} | null` : base
  return column.column_default === null || base === 'Json' ? type : `Generated<${type}>`
}

/** The content of tables.ts for a migrated database. */
export async function formatTables(db: Db): Promise<string> {
  const unions = await readUnions(db)
  const { rows } = await sql<Column>`
    select table_name, column_name, udt_name, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like 'schema_migrations%'
    order by table_name, ordinal_position`.execute(db)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const body = [...tables].map(([name, columns]) => {
    const lines = columns.map((column) => `    ${column.column_name}: ${getColumnType(column, unions)}`)
    return `  ${name}: {\n${lines.join('\n')}\n  }`
  })
  const head = `// Written by \`npm run tables\` from the migrations. Do not edit.\nimport type { ColumnType, Generated } from 'kysely'\n\n// biome-ignore lint/suspicious/noExplicitAny: the shape of a jsonb value is the contract's to say\nexport type Json = ColumnType<any, unknown, unknown>\n\n`
  return `${head}export interface Tables {\n${body.join('\n')}\n}\n`
}

export async function hashMigrations(): Promise<Map<string, string>> {
  const names = (await fsp.readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await fsp.readFile(path.join(migrationsFolder, name)))
      .digest('hex')
  return new Map(await Promise.all(names.map(async (name) => [name, await hash(name)] as const)))
}

/** Reads the hashes of landed migrations by file name, in the format of sha256sum. */
export async function readLandedHashes(): Promise<Map<string, string>> {
  const lines = (await fsp.readFile(path.join(migrationsFolder, 'landed.sha256'), 'utf8')).trim().split('\n')
  return new Map(lines.map((line) => line.split('  ').reverse() as [string, string]))
}

/** Adds the hashes of new files; the hash of a landed file stays, so that the migration test detects an edit. */
async function writeLandedHashes() {
  const all = new Map([...(await hashMigrations()), ...(await readLandedHashes())])
  const lines = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`)
  await fsp.writeFile(path.join(migrationsFolder, 'landed.sha256'), lines.join(''))
}

if (import.meta.main) {
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-tables-'))
  await fsp.chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, ['fsync=off'])
  const database = openDatabase(postgres.url)
  try {
    await migrate(database.db)
    await fsp.writeFile(path.join(import.meta.dirname, 'tables.ts'), await formatTables(database.db))
    await writeLandedHashes()
  } finally {
    await database.close()
    await postgres.stop()
    await fsp.rm(folder, { recursive: true, force: true })
  }
}
