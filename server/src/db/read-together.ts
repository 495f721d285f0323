import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { compiler, fillParameters, holdQuery, Parameter, type ParameterOf } from './prepared-query.ts'
import type { Tables } from './tables.ts'

/** Values that independent modules need at the same moment, read in one statement. */

/** SQL for one JSON value, built once; parameters are given at each execution. */
export interface JsonRead<V extends object> {
  build: (db: Kysely<Tables>, parameter: ParameterOf<V>) => RawBuilder<unknown>
}

/** A read with the values of its parameters. */
export interface FilledRead {
  read: JsonRead<never>
  values: object
}

export const fillRead = <V extends object>(read: JsonRead<V>, values: V): FilledRead => ({
  read: read as JsonRead<never>,
  values,
})

/** Ids of the reads, and combined statements by these ids: there are few combinations. */
const numbers = new Map<JsonRead<never>, number>()
const compiled = new Map<string, CompiledQuery>()

function findNumber(read: JsonRead<never>): number {
  const number = numbers.get(read) ?? numbers.size
  numbers.set(read, number)
  return number
}

function compile(reads: JsonRead<never>[]): CompiledQuery {
  const columns = reads.map(({ build }, index) => {
    const parameter = (name: string) => sql`${new Parameter(`${index} ${name}`)}`
    return sql`(${build(compiler, parameter as ParameterOf<never>)})`
  })
  return sql`select json_build_array(${sql.join(columns)}) as results`.compile(compiler)
}

function findCompiled(reads: JsonRead<never>[]): CompiledQuery {
  const key = reads.map(findNumber).join()
  const query = compiled.get(key) ?? compile(reads)
  compiled.set(key, query)
  return query
}

/** The statement of these reads. */
function fillReads(reads: FilledRead[]): CompiledQuery<{ results: unknown[] }> {
  const values: Record<string, unknown> = {}
  for (const [index, each] of reads.entries())
    for (const [name, value] of Object.entries(each.values)) values[`${index} ${name}`] = value
  return fillParameters(findCompiled(reads.map(({ read }) => read)), values) as CompiledQuery<{
    results: unknown[]
  }>
}

const isWanted = (read: FilledRead | null) => read !== null

function pickResults(reads: (FilledRead | null)[], rows: { results: unknown[] }[]): unknown[] {
  const results = rows[0]?.results ?? []
  let next = 0
  return reads.map((each) => (each === null ? null : results[next++]))
}

/** The results of the reads in their order; null for each that is null. */
export async function readTogether(tx: Tx, reads: (FilledRead | null)[]): Promise<unknown[]> {
  const wanted = reads.filter(isWanted)
  if (wanted.length === 0) return reads
  return pickResults(reads, (await tx.executeQuery(fillReads(wanted))).rows)
}

/** Like `readTogether`, in a statement that is sent together with the next one. */
export async function holdTogether(tx: Tx, reads: (FilledRead | null)[]): Promise<unknown[]> {
  const wanted = reads.filter(isWanted)
  if (wanted.length === 0) return reads
  return pickResults(reads, await holdQuery<{ results: unknown[] }>(tx, fillReads(wanted)))
}
