import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { type Database, openDatabase } from '../src/db/database.ts'
import { type Pooler, startPooler } from '../test/pooler.ts'
import { findFreePort } from '../test/ports.ts'
import { ServerProcess } from '../test/server-process.ts'
import type { Part } from './parts.ts'
import { startMailServer, startNats, startPostgres, startProxy } from './services.ts'
import { startStorage } from './storage.ts'

/** Two `web` and two `worker` servers behind a proxy, on PostgreSQL behind PgBouncer, S3 and NATS. */

export interface Cluster {
  /** the proxy's */
  origin: string
  webs: [ServerProcess, ServerProcess]
  workers: [ServerProcess, ServerProcess]
  /** the data folder of each server */
  getDataDir: (server: ServerProcess) => string
  /** past the pooler */
  database: Database
  /** URLs of the database through the pooler and past it */
  pooledUrl: string
  directUrl: string
  blobUrl: string
  /** recipients of the mails that were delivered */
  mails: string[]
  pooler: Pooler
  /** warnings and errors in the servers' logs */
  readLogs: () => string
  stop: () => Promise<void>
}

/** The folder of the whole cluster, which the command that runs the tests gives and removes. */
async function openFolder(): Promise<string> {
  const folder = process.env.CLUSTER_FOLDER
  if (!folder) throw new Error('Run the cluster by `npm run test:cluster`, which gives it a folder')
  // programs of another user find their files in it
  await fsp.chmod(folder, 0o755)
  return folder
}

/** Starts a `web` or `worker` server's process with its own data folder and log. */
class Servers {
  readonly #folder: string
  readonly #environment: Record<string, string>
  readonly #databaseUrl: string
  readonly #dataDirs = new Map<ServerProcess, string>()

  constructor(folder: string, databaseUrl: string, environment: Record<string, string>) {
    this.#folder = folder
    this.#databaseUrl = databaseUrl
    this.#environment = environment
  }

  getDataDir = (server: ServerProcess): string => this.#dataDirs.get(server) ?? ''

  make(role: 'web' | 'worker', index: number): ServerProcess {
    const dataDir = path.join(this.#folder, `${role}${index}`)
    fs.mkdirSync(dataDir)
    const server = new ServerProcess(this.#databaseUrl, dataDir, {
      ...this.#environment,
      ROLE: role,
      // twice the interval of the proxy's checks, see services.ts
      STOP_DELAY_SECONDS: role === 'web' ? '2' : '0',
    })
    this.#dataDirs.set(server, dataDir)
    server.onOutput = (text) => fs.appendFileSync(path.join(this.#folder, `${role}${index}.log`), text)
    return server
  }

  readLogs = (): string =>
    [...this.#dataDirs.values()]
      .map((dataDir) => `${dataDir}.log`)
      .filter((file) => fs.existsSync(file))
      .map((file) => fs.readFileSync(file, 'utf8'))
      .join('\n')
}

/** Stops everything that was started, the last first. */
async function stopAll(started: (() => Promise<unknown>)[]) {
  for (const stop of started.reverse()) await stop()
}

export async function startCluster(): Promise<Cluster> {
  const folder = await openFolder()
  const started: (() => Promise<unknown>)[] = []
  const keep = <T extends Part>(part: T): T => {
    started.push(part.stop)
    return part
  }
  try {
    const [postgres, storage, nats] = await Promise.all([
      startPostgres(folder).then(keep),
      startStorage(folder).then(keep),
      startNats(folder).then(keep),
    ])
    const pooler = keep(await startPooler(postgres.url, folder))
    const post = keep(await startMailServer())
    const pooledUrl = pooler.url('plumbline')
    const port = await findFreePort()
    const servers = new Servers(folder, pooledUrl, {
      DATABASE_DIRECT_URL: postgres.url,
      BLOB_URL: storage.url,
      BUS_URL: nats.url,
      SMTP_URL: post.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_MAIL: '1000',
      CONVERT_PARALLEL: '1',
    })
    const webs: Cluster['webs'] = [servers.make('web', 0), servers.make('web', 1)]
    const workers: Cluster['workers'] = [servers.make('worker', 0), servers.make('worker', 1)]
    for (const server of [...webs, ...workers]) {
      started.push(() => server.end('SIGKILL'))
      await server.start()
    }
    const proxy = keep(
      await startProxy(
        folder,
        port,
        webs.map((web) => web.port),
      ),
    )
    const database = openDatabase(postgres.url, { max: 4 })
    started.push(database.close)
    return {
      origin: proxy.origin,
      webs,
      workers,
      database,
      pooledUrl,
      directUrl: postgres.url,
      blobUrl: storage.url,
      mails: post.recipients,
      pooler,
      getDataDir: servers.getDataDir,
      readLogs: servers.readLogs,
      stop: () => stopAll(started),
    }
  } catch (error) {
    await stopAll(started)
    throw error
  }
}
