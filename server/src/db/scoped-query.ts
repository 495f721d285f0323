import { DescribedQuery, type Statement, sendQuery, type Wire } from './described-query.ts'
import type { Send } from './join-statements.ts'
import { getProjectScope } from './project-scope.ts'

/**
 * A statement that is executed in a project's scope: the message that sets the scope and the statement are one group of
 * the extended protocol, hence one implicit transaction, after which PostgreSQL resets the scope. It costs no round trip
 * and leaves nothing on a connection, so it works behind a pooler in transaction mode as well.
 */

/** The role to which the policies apply; it cannot sign in. */
export const PROJECT_ROLE = 'plumbline_project'

const SET_SCOPE = "select set_config('role', $1, true), set_config('plumbline.project', $2, true)"
/** The name of `SET_SCOPE` on each connection, where it is parsed once. */
const SCOPE_STATEMENT = 'plumbline_scope'

/** The values of `SET_SCOPE`; null: all rows. */
const listScopeValues = (projectId: string | null): [string, string] =>
  projectId === null ? ['none', ''] : [PROJECT_ROLE, projectId]

class ScopedQuery extends DescribedQuery {
  readonly #scope: string | null
  readonly #isParsed: boolean
  #isScopeSet = false

  /** `isParsed`: the connection has parsed `SCOPE_STATEMENT` */
  constructor(
    statement: Statement,
    { scope, isParsed }: { scope: string | null; isParsed: boolean },
    callback: ConstructorParameters<typeof DescribedQuery>[1],
  ) {
    super(statement, callback)
    this.#scope = scope
    this.#isParsed = isParsed
  }

  override prepare(connection: Wire) {
    if (!this.#isParsed) connection.parse({ text: SET_SCOPE, name: '' })
    connection.bind({
      statement: this.#isParsed ? SCOPE_STATEMENT : '',
      values: listScopeValues(this.#scope),
    })
    connection.execute({})
    super.prepare(connection)
  }

  // the answer to `SET_SCOPE` precedes the others
  override handleDataRow(message: unknown) {
    if (this.#isScopeSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire) {
    if (this.#isScopeSet) super.handleCommandComplete(message, connection)
    this.#isScopeSet = true
  }
}

/** How a statement is sent: `scope` is set before it unless undefined; `isScoped`: it runs as `PROJECT_ROLE`. */
export interface Scoping {
  scope: string | null | undefined
  isScoped: boolean
}

/** Follows the transactions of a connection: inside of one, sets the scope only where it changes. */
export class ScopeTracker {
  #isInTransaction = false
  #current: string | null = null

  /** The scoping of the next statement of the connection. */
  next(text: unknown): Scoping | undefined {
    if (text === 'begin' || text === 'commit' || text === 'rollback') {
      this.#isInTransaction = text === 'begin'
      this.#current = null
      return undefined
    }
    const wanted = getProjectScope()
    const isChanged = wanted !== this.#current
    if (this.#isInTransaction) this.#current = wanted
    return isChanged || wanted !== null
      ? { scope: isChanged ? wanted : undefined, isScoped: wanted !== null }
      : undefined
  }
}

/** Sends statements in their scope; `isDirect`: no pooler, so the connection keeps parsed statements. */
export function sendScoped(send: Send, isDirect: boolean): Send {
  let isParsed = false
  const parseScope = (values: unknown[]) => {
    isParsed = true
    const parsing = send({ name: SCOPE_STATEMENT, text: SET_SCOPE, values }) as Promise<unknown>
    parsing.catch(() => {
      isParsed = false
    })
  }
  return (query, values, callback, scoping) => {
    const scope = scoping?.scope
    if (scope === undefined) return send(query, values, callback)
    const statement = typeof query === 'string' ? { text: query, values } : query
    if (isDirect && !isParsed) parseScope(listScopeValues(scope))
    return sendQuery(
      send,
      (callback) => new ScopedQuery(statement as Statement, { scope, isParsed }, callback),
    )
  }
}
