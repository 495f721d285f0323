import { UtcClient } from './utc-client.ts'

/**
 * Locks shared by all servers, for work that outlasts a transaction. Held by one connection past the pooler per process;
 * PostgreSQL releases them when it is lost, so a killed server holds none. Callers check by themselves whether they still
 * hold the lock after a lost connection.
 */
export class SessionLocks {
  readonly #url: string
  readonly #report: (error: Error) => void
  #client: Promise<UtcClient> | null = null

  constructor(url: string, report: (error: Error) => void) {
    this.#url = url
    this.#report = report
  }

  async #open(): Promise<UtcClient> {
    const client = new UtcClient({ connectionString: this.#url })
    client.on('error', this.#report)
    client.on('end', () => {
      this.#client = null
    })
    await client.connect()
    return client
  }

  #connect(): Promise<UtcClient> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = null
      throw error
    })
    return this.#client
  }

  /** Takes a lock that no other server holds; the same server may take it twice, and must release it as often. */
  async tryLock(name: string): Promise<boolean> {
    const { rows } = await (await this.#connect()).query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [name],
    )
    return rows[0]?.mine === true
  }

  /** Without a connection there is nothing to release. */
  async unlock(name: string): Promise<void> {
    const client = await this.#client?.catch(() => null)
    await client?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(this.#report)
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }
}
