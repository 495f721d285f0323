import pg from 'pg'

/** PostgreSQL connections in UTC with timeouts. */

/** Longer than PostgreSQL's statement timeout: closes a connection that no longer responds. */
const QUERY_TIMEOUT_MS = 40_000
export const DB_CONNECT_TIMEOUT_MS = 10_000

/** Internals of node-postgres that its types omit. */
interface DriverInternals {
  getStartupConf: () => Record<string, string>
  connection: { stream: { destroy: (error?: Error) => void } }
}

/** Names of statements that direct connections let PostgreSQL plan once, by their text. */
const statementNames = new Map<string, string>()

export function nameStatement(text: string) {
  if (!statementNames.has(text)) statementNames.set(text, `plumbline_${statementNames.size + 1}`)
}

const clientPrototype = pg.Client.prototype as unknown as DriverInternals

export interface UtcClientConfig extends pg.ClientConfig {
  /** no pooler in between: named statements are found again, because the connection is the server's own */
  isDirect?: boolean
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
    })
    const wire = this as unknown as DriverInternals
    wire.getStartupConf = () => ({
      ...clientPrototype.getStartupConf.call(this),
      TimeZone: 'UTC',
      DateStyle: 'ISO',
    })
    const send = this.query.bind(this) as (...query: unknown[]) => unknown
    // a connection with an overdue response would return it to the next query
    const sendBounded = (...query: unknown[]) => {
      const [text, values] = query
      const name = given.isDirect && typeof text === 'string' ? statementNames.get(text) : undefined
      const answer = name ? send({ name, text, values }) : send(...query)
      if (answer instanceof Promise)
        answer.catch((error: Error) => {
          if (error.message === 'Query read timeout') wire.connection.stream.destroy(error)
        })
      return answer
    }
    this.query = sendBounded as typeof this.query
  }
}
