import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UtcClient } from './utc-client.ts'

/** Starting and stopping the processes of an embedded PostgreSQL, also after some of them were killed. */

export interface ClusterPaths {
  /** PostgreSQL's own cluster folder */
  cluster: string
  /** folder of its socket; a unix socket's path may have at most 107 bytes */
  socket: string
  bin: string
  passwordFile: string
  /** what PostgreSQL says of itself: starts, stops, crashes */
  log: string
  identity: { uid?: number; gid?: number }
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
/** A backend that was asked to end at once, and has not: it is stuck. */
const QUIT_TIMEOUT_MS = 1500
const LOG_BYTES = 2_000_000
const SHOWN_LINES = 6
/** PostgreSQL needs about so much to start */
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

/** How a process was called, or as what it calls itself; empty when it is gone or waits to be buried. */
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

/** The process of this cluster's pid file; null when it is gone, and its number may belong to another program. */
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
const LIST = 'cd /proc; for pid in [0-9]*; do echo "$pid $(readlink $pid/cwd)"; done'

/**
 * Backends that outlived their postmaster: they hold the shared memory that the next one needs. Their working folder
 * is the cluster; in a container root may not see that, but whoever they run as may.
 */
async function listOrphans({ cluster, identity }: ClusterPaths): Promise<number[]> {
  if (!HAS_PROC || findRunningPid(cluster) !== null) return []
  const folder = await fsp.realpath(cluster)
  const { stdout } = await runCommand('/bin/sh', ['-c', LIST], { ...identity, cwd: '/' })
  return stdout
    .split('\n')
    .map((line) => /^(\d+) (.*)$/.exec(line))
    .filter((found) => found?.[2] === folder && readCommandLine(found[1] ?? '')[0]?.startsWith('postgres: '))
    .map((found) => Number(found?.[1]))
}

const sendSignal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** What they had not committed is rolled back by the next start, as after a crash. */
async function stopOrphans(place: ClusterPaths) {
  const found = await listOrphans(place)
  for (const pid of found) sendSignal(pid, 'SIGQUIT')
  const left = () => found.filter(isAlive)
  const patience = Date.now() + QUIT_TIMEOUT_MS
  while (left().length > 0 && Date.now() < patience) await sleep(20)
  if (left().length > 0) for (const pid of await listOrphans(place)) sendSignal(pid, 'SIGKILL')
}

/** Keeps the last two pieces of the log, of which the running server may be writing the second. */
export async function rotateLog({ log }: Pick<ClusterPaths, 'log'>, most = LOG_BYTES): Promise<void> {
  const { size } = await fsp.stat(log).catch(() => ({ size: 0 }))
  if (size <= most) return
  await fsp.copyFile(log, `${log}.1`)
  await fsp.truncate(log)
}

/** What it says to those who ask whether it is ready. */
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

function spawnPostgres(place: ClusterPaths, extra: string[]): ChildProcess {
  const settings = [
    `unix_socket_directories=${place.socket}`,
    'listen_addresses=',
    'max_connections=60',
    'shared_buffers=64MB',
    'dynamic_shared_memory_type=mmap',
    // starts, stops and crashes; nothing of what people wrote
    'log_min_messages=log',
    'log_checkpoints=off',
    ...extra,
  ]
  // opened here: PostgreSQL may run as somebody who cannot write there
  const log = fs.openSync(place.log, 'a', 0o600)
  try {
    const child = spawn(
      path.join(place.bin, 'postgres'),
      ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])],
      // its own session: Ctrl-C in the terminal stops the application, which then stops the database
      { ...place.identity, cwd: '/', detached: true, stdio: ['ignore', 'ignore', log] },
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

async function explainFailedStart(place: ClusterPaths, offset: number): Promise<Error> {
  const dataDir = path.dirname(place.log)
  for (const folder of new Set([dataDir, place.cluster]))
    if (await isFolderFull(folder))
      return new Error(
        `DATA_DIR: there is no space left on the disk of ${folder}. Make room, then start again.`,
      )
  const said = (await readLogSince(place, offset)) || 'it said nothing'
  return new Error(`The embedded PostgreSQL did not start. The end of its log, ${place.log}:\n${said}`)
}

/** Starts the server of a cluster, after what a killed one left of itself; waits until it answers. */
export async function startPostmaster(place: ClusterPaths, url: string, settings: string[]): Promise<void> {
  await rotateLog(place)
  const { size: offset } = await fsp.stat(place.log).catch(() => ({ size: 0 }))
  const deadline = Date.now() + START_TIMEOUT_MS
  await stopOrphans(place)
  let child = spawnPostgres(place, settings)
  for (;;) {
    // perhaps another process has started it meanwhile
    if (await isAnswering(url)) return
    if (Date.now() > deadline) throw await explainFailedStart(place, offset)
    if (child.exitCode !== null || child.signalCode !== null) {
      const isHeld = /still in use|already exists/.test(await readLogSince(place, offset))
      if (!isHeld) throw await explainFailedStart(place, offset)
      await stopOrphans(place)
      // after a crash of the machine its number may be that of another program of the same user
      if (HAS_PROC && findRunningPid(place.cluster) === null)
        await fsp.rm(path.join(place.cluster, 'postmaster.pid'), { force: true })
      await sleep(200)
      child = spawnPostgres(place, settings)
    }
    await sleep(30)
  }
}

export async function stopPostmaster(place: ClusterPaths): Promise<void> {
  const pid = findRunningPid(place.cluster)
  if (pid !== null) {
    sendSignal(pid, 'SIGINT')
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (findRunningPid(place.cluster) === pid && Date.now() < deadline) await sleep(10)
    if (findRunningPid(place.cluster) === pid) sendSignal(pid, 'SIGQUIT')
  }
  await fsp.rm(place.socket, { recursive: true, force: true })
}
