import fsp from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/**
 * Nanoseconds of processor time of all threads of a process. Unlike the clock, it hardly depends on other load on the
 * machine.
 */
export async function readProcessorTime(pid: number): Promise<number> {
  const threads = await fsp.readdir(`/proc/${pid}/task`).catch(() => [])
  const times = threads.map(async (thread) => {
    const text = await fsp.readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number(text.split(' ')[0])
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}

/** Nanoseconds of each connection to the database but this one, by process. */
export async function readDatabaseTimes(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  )
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await readProcessorTime(pid)] as const)))
}

/** Nanoseconds of processor time of connections since a moment; excludes connections closed meanwhile. */
export const sumSince = (now: ReadonlyMap<number, number>, before: ReadonlyMap<number, number>): number =>
  [...now].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
