import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { UtcClient } from './utc-client.ts'

/** Runs the embedded database for one server: guards it with a lock and restarts it after a crash. */

const ONE_SERVER_LOCK = 7_700_000
const POLL_MS = 150
const LOG_EVERY_MS = 60_000
const MAX_PAUSE_MS = 10_000
/** A lost connection of our own may hold the lock for up to this long. */
const LOCK_WAIT_MS = 10_000

export interface OwnedPostgres {
  url: string
  /** releases the lock and stops the database */
  release: () => Promise<void>
}

export interface KeeperOptions {
  /** receives messages about the database for the operator */
  report: (message: string) => void
  /** called if another server took the lock; this one must stop */
  onTaken: (error: Error) => void
}

const buildTakenError = (dataDir: string) =>
  new Error(
    `Another Plumbline server is running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  )

class PostgresKeeper {
  private isReleased = false
  private lock: UtcClient | null = null
  private readonly postgres: EmbeddedPostgres
  private readonly dataDir: string
  private readonly options: KeeperOptions
  private watching: Promise<void> = Promise.resolve()

  constructor(postgres: EmbeddedPostgres, dataDir: string, options: KeeperOptions) {
    this.postgres = postgres
    this.dataDir = dataDir
    this.options = options
  }

  /** Takes a session lock, which is released as soon as this server ends, even by a crash. */
  private async tryLock(): Promise<boolean> {
    const client = new UtcClient({ connectionString: this.postgres.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ONE_SERVER_LOCK,
    ])
    if (!rows[0]?.mine) {
      await client.end()
      return false
    }
    this.lock = client
    client.on('end', () => {
      this.lock = null
    })
    return true
  }

  async begin(): Promise<void> {
    if (!(await this.tryLock())) throw buildTakenError(this.dataDir)
    this.watching = this.watch()
  }

  private async watch() {
    let boundedAt = Date.now()
    let refusedSince: number | null = null
    while (!this.isReleased) {
      await sleep(POLL_MS, undefined, { ref: false })
      if (this.isReleased) return
      if (!this.postgres.isRunning()) await this.restart()
      if (!this.lock && !this.isReleased) {
        const isMine = await this.tryLock().catch(() => null)
        refusedSince = isMine === false ? (refusedSince ?? Date.now()) : null
        if (refusedSince !== null && Date.now() - refusedSince > LOCK_WAIT_MS) {
          this.isReleased = true
          this.options.onTaken(buildTakenError(this.dataDir))
        }
      }
      if (Date.now() - boundedAt < LOG_EVERY_MS) continue
      boundedAt = Date.now()
      await this.postgres.rotateLog().catch((error: Error) => this.options.report(error.message))
    }
  }

  private async restart() {
    this.options.report(
      `The embedded PostgreSQL has ended; its log is ${this.postgres.log}. Starting it again`,
    )
    for (let pause = 250; !this.isReleased; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await this.postgres.restart()
        return this.options.report('The embedded PostgreSQL runs again')
      } catch (error) {
        this.options.report((error as Error).message)
        await sleep(pause, undefined, { ref: false })
      }
    }
  }

  async release(): Promise<void> {
    const isTaken = this.isReleased
    this.isReleased = true
    await this.watching
    await this.lock?.end()
    // another server that took the lock is using the database
    if (!isTaken) await this.postgres.stop()
  }
}

/** Starts the embedded database of a folder and keeps it running until `release`. */
export async function startOwnPostgres(dataDir: string, options: KeeperOptions): Promise<OwnedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir)
  const keeper = new PostgresKeeper(postgres, dataDir, options)
  await keeper.begin()
  return { url: postgres.url, release: () => keeper.release() }
}

/** True while anybody else is connected. */
async function isUsed(url: string): Promise<boolean> {
  const client = new UtcClient({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
    )
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/**
 * The embedded database of a folder for one command. One that was started for it is stopped by `release`, unless a server
 * or another command has begun to use it.
 */
export async function borrowPostgres(dataDir: string): Promise<OwnedPostgres> {
  const postgres = await startEmbeddedPostgres(dataDir)
  return {
    url: postgres.url,
    release: async () => {
      if (postgres.isAttached || (await isUsed(postgres.url).catch(() => false))) return
      await postgres.stop()
    },
  }
}
