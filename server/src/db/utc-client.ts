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

const clientPrototype = pg.Client.prototype as unknown as DriverInternals

/**
 * A connection that reads and writes timestamps in UTC. The settings are parameters of the startup packet, which poolers
 * (PgBouncer in transaction mode) apply to each of their connections; they reject `options`.
 */
export class UtcClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config
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
      const answer = send(...query)
      if (answer instanceof Promise)
        answer.catch((error: Error) => {
          if (error.message === 'Query read timeout') wire.connection.stream.destroy(error)
        })
      return answer
    }
    this.query = sendBounded as typeof this.query
  }
}
