import pg from 'pg'

/**
 * Statements that are sent without a request to describe their rows, once the connection has described them: PostgreSQL
 * would describe them with each answer, and reading the description took longer than reading a row. The columns of a named
 * statement do not change, because PostgreSQL refuses to execute one whose result would.
 */

/** Internals of node-postgres that its types omit. */
export interface Wire {
  parse: (message: { text: string; name: string }) => void
  bind: (message: { statement: string; values: unknown[] }) => void
  execute: (message: object) => void
}
/** What a result knows of its rows: columns, their parsers and an empty row. */
interface RowDescription {
  fields: unknown[]
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
interface QueryInternals {
  name: string | undefined
  queryMode: 'extended' | undefined
  _accumulateRows: boolean
  _result: RowDescription
  prepare(wire: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

/** A statement's name on its connection, and its rows once they have been described. */
export interface NamedStatement {
  name: string
  rows?: RowDescription
}

export interface Statement {
  text: string
  values?: unknown[] | undefined
  named?: NamedStatement | undefined
}
type Callback = (error: Error | null, result: unknown) => void

const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
  callback: Callback,
) => QueryInternals

/** Connections as seen by a query that is not described again. */
const undescribing = new WeakMap<Wire, Wire>()

function leaveUndescribed(wire: Wire): Wire {
  const known = undescribing.get(wire)
  if (known) return known
  const created = Object.create(wire, { describe: { value: () => {} } }) as Wire
  undescribing.set(wire, created)
  return created
}

export class DescribedQuery extends Query {
  readonly #named: NamedStatement | undefined

  constructor({ text, values, named }: Statement, callback: Callback) {
    // node-postgres copies a config object by its property descriptors, which is slow
    super(text, values, callback)
    this.name = named?.name
    this.queryMode = 'extended'
    this.#named = named
  }

  override prepare(wire: Wire) {
    super.prepare(this.#useDescription() ? leaveUndescribed(wire) : wire)
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message)
    if (!this.#named) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#named.rows = { fields, _parsers, _prebuiltEmptyResultObject }
  }

  #useDescription(): boolean {
    const rows = this.#named?.rows
    if (!rows) return false
    Object.assign(this._result, rows)
    this._accumulateRows = true
    return true
  }
}

/** Sends a query; resolves with its result. */
export function sendQuery(
  send: (query: DescribedQuery) => unknown,
  build: (callback: Callback) => DescribedQuery,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    send(build((error, result) => (error ? reject(error) : resolve(result))))
  })
}
