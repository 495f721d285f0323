import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Programs of the operating system that tests start next to the server. */

/** Debian does not add the folders of PostgreSQL's versions to PATH; the newest comes first. */
function listPostgresFolders(): string[] {
  const top = '/usr/lib/postgresql'
  const versions = fs.existsSync(top) ? fs.readdirSync(top) : []
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(top, version, 'bin'))
}

const FOLDERS = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  ...listPostgresFolders(),
]

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const findProgram = (name: string): string | null =>
  FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable) ?? null

const isRoot = process.getuid?.() === 0
const NOBODY = 65534

/** Spawn options for programs that refuse to run as root: the user `nobody` instead. */
export const unprivileged = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Gives a folder to the user of `unprivileged`. */
export function giveToUnprivileged(folder: string) {
  if (isRoot) fs.chownSync(folder, NOBODY, NOBODY)
}

const setpriv = findProgram('setpriv')

/** Starts a program that the kernel signals when this process ends in any way, SIGKILL included (Linux). */
export function spawnBound(
  command: string,
  args: string[],
  options: SpawnOptions,
  signal: 'TERM' | 'INT' | 'KILL' = 'TERM',
): ChildProcess {
  return setpriv
    ? spawn(setpriv, ['--pdeathsig', signal, command, ...args], options)
    : spawn(command, args, options)
}

/** Sends a signal and waits for the end of the process. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}
