import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UtcClient } from './utc-client.ts'

/** Starts and stops the processes of an embedded PostgreSQL, also after a crash of some of them. */

export interface ClusterPaths {
  /** PostgreSQL's own cluster folder */
  cluster: string
  /** socket folder; the path of a unix socket is limited to 107 bytes */
  socket: string
  bin: string
  passwordFile: string
  /** PostgreSQL's log of starts, stops and crashes */
  log: string
  identity: { uid?: number; gid?: number }
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
/** A backend that ignores SIGQUIT for this long is killed. */
const QUIT_TIMEOUT_MS = 1500
const LOG_BYTES = 2_000_000
const SHOWN_LINES = 6
/** disk space that PostgreSQL needs to start */
const PROBE_BYTES = 1_000_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const HAS_PROC = process.platform === 'linux' && fs.existsSync('/proc/self/cmdline')

/** The command line of a process; empty for an ended process or a zombie. */
const readCommandLine = (pid: number | string): string[] => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const isPostmasterOf = (pid: number, cluster: string): boolean => {
  const words = readCommandLine(pid)
  const folder = words[words.indexOf('-D') + 1] ?? ''
  return words.includes('-D') && fs.existsSync(folder) && fs.realpathSync(folder) === fs.realpathSync(cluster)
}

/** The pid of the running postmaster; null if it has ended, even if another program reuses its pid. */
export function findRunningPid(cluster: string): number | null {
  try {
    const pid = Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (!(pid > 1) || !isAlive(pid)) return null
    return !HAS_PROC || isPostmasterOf(pid, cluster) ? pid : null
  } catch {
    return null
  }
}

const runCommand = promisify(execFile)
const LIST = 'for pid in "$@"; do echo "$pid $(readlink /proc/$pid/cwd)"; done'

/**
 * Backends that survived their postmaster and hold the shared memory that a new one needs. They are found by their working
 * folder; in a container root may not see it, so the search runs as their own user.
 */
async function listOrphans({ cluster, identity }: ClusterPaths): Promise<number[]> {
  if (!HAS_PROC || findRunningPid(cluster) !== null) return []
  const pids = (await fsp.readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const backends = pids.filter((pid) => readCommandLine(pid)[0]?.startsWith('postgres: '))
  if (backends.length === 0) return []
  const folder = await fsp.realpath(cluster)
  const { stdout } = await runCommand('/bin/sh', ['-c', LIST, 'sh', ...backends], { ...identity, cwd: '/' })
  return stdout
    .split('\n')
    .map((line) => /^(\d+) (.*)$/.exec(line))
    .filter((found) => found?.[2] === folder)
    .map((found) => Number(found?.[1]))
}

const sendSignal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Stops orphaned backends; the next start rolls back their uncommitted work, as after a crash. */
async function stopOrphans(paths: ClusterPaths) {
  const found = await listOrphans(paths)
  for (const pid of found) sendSignal(pid, 'SIGQUIT')
  const left = () => found.filter(isAlive)
  const deadline = Date.now() + QUIT_TIMEOUT_MS
  while (left().length > 0 && Date.now() < deadline) await sleep(20)
  if (left().length > 0) for (const pid of await listOrphans(paths)) sendSignal(pid, 'SIGKILL')
}

/** Rotates the log, keeping one old file; copies and truncates it, because the running server keeps it open. */
export async function rotateLog({ log }: Pick<ClusterPaths, 'log'>, most = LOG_BYTES): Promise<void> {
  const { size } = await fsp.stat(log).catch(() => ({ size: 0 }))
  if (size <= most) return
  await fsp.copyFile(log, `${log}.1`)
  await fsp.truncate(log)
}

/** Log lines caused by connection attempts during startup. */
const EARLY_CONNECTIONS = /FATAL: {2}the database system is|DETAIL: {2}Consistent recovery state/

async function readLogSince({ log }: ClusterPaths, offset: number): Promise<string> {
  const text = await fsp.readFile(log).catch(() => Buffer.alloc(0))
  const lines = text
    .subarray(offset)
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !EARLY_CONNECTIONS.test(line))
  return lines.slice(-SHOWN_LINES).join('\n')
}

function spawnPostgres(paths: ClusterPaths, extra: string[]): ChildProcess {
  const settings = [
    `unix_socket_directories=${paths.socket}`,
    'listen_addresses=',
    'max_connections=60',
    'shared_buffers=64MB',
    'dynamic_shared_memory_type=mmap',
    // logs starts, stops and crashes but no user data
    'log_min_messages=log',
    'log_checkpoints=off',
    ...extra,
  ]
  // opened here, since PostgreSQL's user may not be able to write there
  const log = fs.openSync(paths.log, 'a', 0o600)
  try {
    const child = spawn(
      path.join(paths.bin, 'postgres'),
      ['-D', paths.cluster, ...settings.flatMap((setting) => ['-c', setting])],
      // its own session: Ctrl-C in the terminal stops the application, which then stops the database
      { ...paths.identity, cwd: '/', detached: true, stdio: ['ignore', 'ignore', log] },
    )
    child.unref()
    return child
  } finally {
    fs.closeSync(log)
  }
}

export async function isAnswering(url: string): Promise<boolean> {
  const client = new UtcClient({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function isFolderFull(folder: string): Promise<boolean> {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    await fsp.writeFile(probe, Buffer.alloc(PROBE_BYTES, 1))
    return false
  } catch (error) {
    return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    await fsp.rm(probe, { force: true })
  }
}

async function explainFailedStart(paths: ClusterPaths, offset: number): Promise<Error> {
  const dataDir = path.dirname(paths.log)
  for (const folder of new Set([dataDir, paths.cluster]))
    if (await isFolderFull(folder))
      return new Error(
        `DATA_DIR: there is no space left on the disk of ${folder}. Make room, then start again.`,
      )
  const logEnd = (await readLogSince(paths, offset)) || 'the log is empty'
  return new Error(`The embedded PostgreSQL did not start. The end of its log, ${paths.log}:\n${logEnd}`)
}

/** Starts the server of a cluster after stopping leftovers of a killed one; waits until it accepts connections. */
export async function startPostmaster(paths: ClusterPaths, url: string, settings: string[]): Promise<void> {
  await rotateLog(paths)
  const { size: offset } = await fsp.stat(paths.log).catch(() => ({ size: 0 }))
  const deadline = Date.now() + START_TIMEOUT_MS
  await stopOrphans(paths)
  let child = spawnPostgres(paths, settings)
  for (;;) {
    // another process may have started it in the meantime
    if (await isAnswering(url)) return
    if (Date.now() > deadline) throw await explainFailedStart(paths, offset)
    if (child.exitCode !== null || child.signalCode !== null) {
      const isHeld = /still in use|already exists/.test(await readLogSince(paths, offset))
      if (!isHeld) throw await explainFailedStart(paths, offset)
      await stopOrphans(paths)
      // after a crash of the machine another program of the same user may have this pid
      if (HAS_PROC && findRunningPid(paths.cluster) === null)
        await fsp.rm(path.join(paths.cluster, 'postmaster.pid'), { force: true })
      await sleep(200)
      child = spawnPostgres(paths, settings)
    }
    await sleep(30)
  }
}

export async function stopPostmaster(paths: ClusterPaths): Promise<void> {
  const pid = findRunningPid(paths.cluster)
  if (pid !== null) {
    sendSignal(pid, 'SIGINT')
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (findRunningPid(paths.cluster) === pid && Date.now() < deadline) await sleep(10)
    if (findRunningPid(paths.cluster) === pid) sendSignal(pid, 'SIGQUIT')
  }
  await fsp.rm(paths.socket, { recursive: true, force: true })
}
