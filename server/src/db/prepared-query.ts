import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Tx } from './database.ts'
import { HeldRows, WITH_NEXT } from './join-statements.ts'
import type { Tables } from './tables.ts'

/** Placeholder for a value given at each execution. */
export class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Builds and compiles queries without a connection. */
export const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** SQL for a named value that is given at each execution. */
export type ParameterOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>

/** A compiled query filled with the values of one execution. */
export function fillParameters(compiled: CompiledQuery, values: object): CompiledQuery {
  const parameters = compiled.parameters.map((value) =>
    value instanceof Parameter ? (values as Record<string, unknown>)[value.name] : value,
  )
  return { ...compiled, parameters }
}

type Build<V extends object, Row> = (
  db: Kysely<Tables>,
  parameter: ParameterOf<V>,
) => { compile: (executor: Kysely<Tables>) => CompiledQuery<Row> }

const compile = <V extends object, Row>(build: Build<V, Row>): CompiledQuery<Row> =>
  build(compiler, (name) => sql`${new Parameter(name)}`).compile(compiler)

/**
 * A query for frequent calls, compiled once at its first execution: building and compiling it again costs more than
 * sending it.
 */
export function prepareQuery<V extends object, Row>(
  build: Build<V, Row>,
): (tx: Tx, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery | null = null
  return async (tx, values) => {
    compiled ??= compile(build)
    const { rows } = await tx.executeQuery<Row>(fillParameters(compiled, values) as CompiledQuery<Row>)
    return rows
  }
}

async function executeHeld<Row>(tx: Tx, query: CompiledQuery): Promise<Row[]> {
  if (!tx.isTransaction) return (await tx.executeQuery<Row>(query as CompiledQuery<Row>)).rows
  const { rows } = await tx.executeQuery<Row | HeldRows<Row>>({
    ...(query as CompiledQuery<Row>),
    sql: `${WITH_NEXT} ${query.sql}`,
  })
  const [first] = rows
  return first instanceof HeldRows ? first.rows : (rows as Row[])
}

/**
 * Executes a query of a transaction together with the next one, which must be called before the rows are awaited: awaited
 * earlier, the query is sent on its own.
 */
export function holdQuery<Row>(tx: Tx, query: CompiledQuery): Promise<Row[]> {
  const rows = executeHeld<Row>(tx, query)
  // a failure also fails the query that it is sent with
  rows.catch(() => {})
  return rows
}

/** Like `prepareQuery`, for a query that is sent together with the next one (`holdQuery`). */
export function prepareHeldQuery<V extends object, Row>(
  build: Build<V, Row>,
): (tx: Tx, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery | null = null
  return (tx, values) => {
    compiled ??= compile(build)
    return holdQuery<Row>(tx, fillParameters(compiled, values))
  }
}
