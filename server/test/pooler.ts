import { execFileSync } from 'node:child_process'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './ports.ts'
import { endProgram, findProgram, spawnBound, unprivileged } from './programs.ts'

/** Starts a real PgBouncer in transaction mode, configured as by Debian, in front of the test database. */

export const pgbouncer = findProgram('pgbouncer')
export const natsServer = findProgram('nats-server')

export interface Pooler {
  /** URL of a database through the pooler */
  url: (database: string) => string
  /** kills it, with all connections, and starts it again on the same port */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** `within`: where the folder of its settings is made. */
export async function startPooler(adminUrl: string, within = os.tmpdir()): Promise<Pooler> {
  const admin = new URL(adminUrl)
  const folder = await fsp.mkdtemp(path.join(within, 'plumbline-pooler-'))
  const port = await findFreePort()
  const host = admin.searchParams.get('host') ?? admin.hostname
  const password = decodeURIComponent(admin.password)
  const config = path.join(folder, 'pgbouncer.ini')
  await fsp.writeFile(
    config,
    `[databases]
* = host=${host} port=${admin.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 5
`,
  )
  await fsp.writeFile(path.join(folder, 'users'), `"${admin.username}" "${password}"\n`)
  await fsp.chmod(folder, 0o755)
  // it does not run as root, and connects by a socket that only its owner may use
  const { uid, gid } = unprivileged
  if (uid) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
  const spawn = () =>
    spawnBound(pgbouncer ?? 'pgbouncer', ['-q', config], {
      ...unprivileged,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let child = spawn()
  const url = (database: string) =>
    `postgresql://${admin.username}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  const answers = async () => {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  const waitUntilReady = async () => {
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text).slice(-2000)
    })
    while (!(await answers())) {
      if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${said}`)
      await pause(50)
    }
  }
  await waitUntilReady()
  return {
    url,
    restart: async () => {
      await endProgram(child, 'SIGKILL')
      child = spawn()
      await waitUntilReady()
    },
    stop: async () => {
      await endProgram(child, 'SIGINT')
      await fsp.rm(folder, { recursive: true, force: true })
    },
  }
}
