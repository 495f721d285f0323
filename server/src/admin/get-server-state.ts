import { sql } from 'kysely'
import manifest from '../../../package.json' with { type: 'json' }
import type { UserCtx } from '../context.ts'

export async function getServerState({ tx, config, now }: UserCtx) {
  const { rows } = await sql<{ schema: string; migrations: number }>`
    select max(name) as schema, count(*)::int as migrations from schema_migrations`.execute(tx)
  return {
    version: manifest.version,
    node: process.versions.node,
    schema: rows[0]?.schema ?? '',
    migrations: rows[0]?.migrations ?? 0,
    started_at: new Date(now().getTime() - Math.round(process.uptime() * 1000)).toISOString(),
    settings: config.overview,
  }
}
