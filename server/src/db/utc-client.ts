import pg from 'pg'

/** Connections to PostgreSQL: how they begin, and how one that does not answer is given up. */

/** Longer than PostgreSQL's own limit of a statement: this one ends a connection on which nothing arrives any more. */
const QUERY_TIMEOUT_MS = 40_000
export const DB_CONNECT_TIMEOUT_MS = 10_000

/** What node-postgres has and its types do not name. */
interface DriverInternals {
  getStartupConf: () => Record<string, string>
  connection: { stream: { destroy: (error?: Error) => void } }
}

const clientPrototype = pg.Client.prototype as unknown as DriverInternals

/**
 * A connection that writes and reads moments in UTC. It asks for that by parameters of the startup packet, which
 * poolers (PgBouncer in transaction mode) follow on every connection of theirs; they refuse `options`.
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
    // a connection on which an answer is overdue would give it to whoever asks next
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
