import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Starts a real PgBouncer in transaction mode, configured as by Debian, in front of the test database. */

const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']

async function findProgram(name: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const file = path.join(folder, name)
    if (
      await fsp.access(file, fsp.constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return null
}

export const pgbouncer = await findProgram('pgbouncer')
export const natsServer = await findProgram('nats-server')

export interface Pooler {
  /** URL of a database through the pooler */
  url: (database: string) => string
  stop: () => Promise<void>
}

const freePort = () => 40_000 + Math.floor(Math.random() * 20_000)

export async function startPooler(adminUrl: string): Promise<Pooler> {
  const admin = new URL(adminUrl)
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-pooler-'))
  const port = freePort()
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
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: 65534, gid: 65534 } : {}
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', folder])
  const child: ChildProcess = spawn(pgbouncer ?? 'pgbouncer', ['-q', config], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text).slice(-2000)
  })
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
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`PgBouncer has ended: ${said}`)
    await pause(50)
  }
  return {
    url,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await gone
      await fsp.rm(folder, { recursive: true, force: true })
    },
  }
}
