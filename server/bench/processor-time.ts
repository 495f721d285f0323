import fsp from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Nanoseconds that all threads of a process have run. Unlike the clock, this hardly depends on what else the machine does. */
export async function readProcessorTime(pid: number): Promise<number> {
  const threads = await fsp.readdir(`/proc/${pid}/task`).catch(() => [])
  const times = threads.map(async (thread) => {
    const text = await fsp.readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number(text.split(' ')[0])
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}

/** Nanoseconds of all connections to the database but this one. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  )
  const times = await Promise.all(rows.map(({ pid }) => readProcessorTime(pid)))
  return times.reduce((sum, time) => sum + time, 0)
}
