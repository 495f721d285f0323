import pg from 'pg'
import { inStatementSpan } from '../tracing/tracing.ts'
import { DescribedQuery, type NamedStatement, type Statement, sendQuery } from './described-query.ts'
import { joinStatements, type Send, WITH_COMMIT, WITH_NEXT } from './join-statements.ts'
import { ScopeTracker, type Scoping, sendScoped } from './scoped-query.ts'

/** PostgreSQL connections in UTC with timeouts. */

/** Longer than PostgreSQL's statement timeout: closes a connection that no longer responds. */
const QUERY_TIMEOUT_MS = 40_000
export const DB_CONNECT_TIMEOUT_MS = 10_000

/** Internals of node-postgres that its types omit. */
interface DriverInternals {
  getStartupConf: () => Record<string, string>
  connection: { stream: { destroy: (error?: Error) => void; cork: () => void; uncork: () => void } }
}

/** A text that this process sends so often is named: planning a short statement can cost more than executing it. */
const NAMED_FROM = 10
/** Each connection keeps the plans of its named statements in memory. */
const MAX_NAMED = 200
const MAX_COUNTED = 3000

/** Executions of texts by this process. */
const executions = new Map<string, number>()

function isFrequent(text: string): boolean {
  const count = (executions.get(text) ?? 0) + 1
  if (executions.size === MAX_COUNTED) executions.clear()
  executions.set(text, count)
  return count >= NAMED_FROM
}

/** Names of a connection's frequent statements, by which PostgreSQL finds the plan that it made there. */
class StatementNames {
  readonly #names = new Map<string, NamedStatement>()
  #last = 0

  /** The named statement of a frequent text. A new name may replace the least recently used one. */
  find(text: string): { named?: NamedStatement; replaced?: string } {
    const known = this.#names.get(text)
    if (known !== undefined) this.#names.delete(text)
    else if (!isFrequent(text)) return {}
    const named = known ?? { name: `plumbline_${++this.#last}` }
    this.#names.set(text, named)
    if (this.#names.size <= MAX_NAMED) return { named }
    const [[oldest, { name: replaced }]] = this.#names as unknown as [[string, NamedStatement]]
    this.#names.delete(oldest)
    return { named, replaced }
  }

  delete(text: string) {
    this.#names.delete(text)
  }
}

/** PostgreSQL's error for a cached plan after a migration changed the columns; the next execution plans again. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '0A000' &&
  error.message === 'cached plan must not change result type'

/** Names frequent statements with parameters, so that PostgreSQL plans them once per connection. */
function nameFrequentStatements(send: Send): Send {
  const names = new StatementNames()
  const sendNamed = (text: string, values: unknown[], scoping: Scoping | undefined) => {
    // PostgreSQL plans a statement again whenever its role changes
    const key = scoping?.isScoped ? `scoped ${text}` : text
    const { named, replaced } = names.find(key)
    if (!named) return send(text, values, undefined, scoping)
    if (replaced) (send(`deallocate ${replaced}`) as Promise<unknown>).catch(() => {})
    const answer = send({ text, values, named }, undefined, undefined, scoping) as Promise<unknown>
    return answer.catch((error: Error) => {
      if (!isOutdatedPlan(error)) throw error
      names.delete(key)
      // the transaction may have ended, and must not be continued outside of it
      if (text.startsWith(WITH_COMMIT) || text.startsWith(WITH_NEXT)) throw error
      // inside a transaction, which the error has ended, this fails as well
      return (send(text, values, undefined, scoping) as Promise<unknown>).catch(() => {
        throw error
      })
    })
  }
  return (...query) => {
    const [text, values, callback, scoping] = query
    const isNamed = typeof text === 'string' && Array.isArray(values) && values.length > 0 && !callback
    return isNamed ? sendNamed(text, values, scoping) : send(...query)
  }
}

/** Sends named statements without a request to describe their rows again. */
const sendNamedDescribed =
  (send: Send): Send =>
  (query, values, callback) =>
    query instanceof Object && 'named' in query
      ? sendQuery(send, (done) => new DescribedQuery(query as Statement, done))
      : send(query, values, callback)

/** Sends each statement after the answer to the previous one, as poolers expect. */
function createTurns(send: Send): Parameters<typeof joinStatements> {
  let last: Promise<unknown> = Promise.resolve()
  const sendInTurn = (...query: Parameters<Send>) => {
    const answer = last.then(() => send(...query))
    last = answer.catch(() => {})
    return answer
  }
  return [sendInTurn, (queries) => queries.map((query) => sendInTurn(...query))]
}

const clientPrototype = pg.Client.prototype as unknown as DriverInternals

export interface UtcClientConfig extends pg.ClientConfig {
  /**
   * no pooler in between: named statements are found again, because the connection is the server's own; undefined for a
   * connection outside a pool
   */
  isDirect?: boolean
  /** statements of calls and jobs in a project are limited to its rows (`project-scope.ts`) */
  hasRowSecurity?: boolean
}

/**
 * A connection that reads and writes timestamps in UTC. The settings are parameters of the startup packet, which poolers
 * (PgBouncer in transaction mode) apply to each of their connections; they reject `options`.
 */
export class UtcClient extends pg.Client {
  constructor(config?: string | UtcClientConfig) {
    const given: UtcClientConfig = typeof config === 'string' ? { connectionString: config } : (config ?? {})
    super({
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: DB_CONNECT_TIMEOUT_MS,
      keepAlive: true,
      ...given,
      // statements are sent without awaiting the previous answer
      ...{ pipeline: given.isDirect === true },
    })
    const wire = this as unknown as DriverInternals
    wire.getStartupConf = () => ({
      ...clientPrototype.getStartupConf.call(this),
      TimeZone: 'UTC',
      DateStyle: 'ISO',
    })
    const sendPlain = sendNamedDescribed(this.query.bind(this) as Send)
    const send = given.hasRowSecurity ? sendScoped(sendPlain, given.isDirect === true) : sendPlain
    const sendNamed = given.isDirect ? nameFrequentStatements(send) : send
    const sendTogether = (queries: Parameters<Send>[]) => {
      wire.connection.stream.cork()
      const answers = queries.map((query) => sendNamed(...query) as Promise<unknown>)
      wire.connection.stream.uncork()
      return answers
    }
    const isOfPool = given.isDirect !== undefined
    const sendJoined = given.isDirect
      ? joinStatements(sendNamed, sendTogether)
      : joinStatements(...createTurns(send))
    const sendAll = isOfPool ? sendJoined : sendNamed
    // a connection with an overdue response would return it to the next query
    const scopes = given.hasRowSecurity ? new ScopeTracker() : null
    const sendBounded: Send = (text, values, callback) => {
      const scoping = scopes?.next(text)
      const answer = inStatementSpan(text, () => sendAll(text, values, callback, scoping))
      if (answer instanceof Promise)
        answer.catch((error: Error) => {
          if (error.message === 'Query read timeout') wire.connection.stream.destroy(error)
        })
      return answer
    }
    this.query = sendBounded as typeof this.query
  }
}
