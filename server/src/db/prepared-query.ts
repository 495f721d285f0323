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
import type { Tables } from './tables.ts'

/** Stands for a value that is given at each execution. */
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

/** SQL of a value that is given at each execution, by its name. */
export type ParameterOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>

/** A compiled query with the values of one execution. */
export function fillParameters(compiled: CompiledQuery, values: object): CompiledQuery {
  const parameters = compiled.parameters.map((value) =>
    value instanceof Parameter ? (values as Record<string, unknown>)[value.name] : value,
  )
  return { ...compiled, parameters }
}

/**
 * A query for frequent calls, compiled once at its first execution: building and compiling it again costs more than
 * sending it.
 */
export function prepareQuery<V extends object, Row>(
  build: (
    db: Kysely<Tables>,
    parameter: ParameterOf<V>,
  ) => { compile: (executor: Kysely<Tables>) => CompiledQuery<Row> },
): (tx: Tx, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery | null = null
  return async (tx, values) => {
    compiled ??= build(compiler, (name) => sql`${new Parameter(name)}`).compile(compiler)
    const { rows } = await tx.executeQuery<Row>(fillParameters(compiled, values) as CompiledQuery<Row>)
    return rows
  }
}
