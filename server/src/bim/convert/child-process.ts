import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'

const entry = new URL('./child.ts', import.meta.url)
/** characters of stderr that are kept, to explain a crash */
const STDERR_TAIL_LENGTH = 4000

export interface ConversionProcess {
  process: ChildProcess
  /** the last characters of stderr */
  readStderrTail: () => string
  /** calls back when it could not be started, for want of descriptors or memory; `exit` does not follow */
  onStartFailed: (listener: (error: Error) => void) => void
}

/** Forks a process that loads the converter and waits for one file, at a priority below normal. */
export function forkConversionProcess(maxMemoryMb: number): ConversionProcess {
  const child = fork(entry, [], {
    execArgv: [
      `--max-old-space-size=${Math.floor(maxMemoryMb)}`,
      // A small young generation costs no time here and saves 100 MB of garbage over two threads.
      '--max-semi-space-size=2',
      // lets the process free the geometry engine's memory immediately after use
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // No secret of the server goes to a process that reads strangers' files.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      TEMP: process.env.TEMP,
      SystemRoot: process.env.SystemRoot,
    },
  })
  // without a listener a failed start would end the server
  const failed = Promise.withResolvers<Error>()
  child.on('error', failed.resolve)
  let words = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (part: string) => {
    words = (words + part).slice(-STDERR_TAIL_LENGTH)
  })
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // the process has ended, or the system has no priorities
  }
  return {
    process: child,
    readStderrTail: () => words,
    onStartFailed: (listener) => void failed.promise.then(listener),
  }
}

/** null: the system has no room for a process now */
function forkOrNull(maxMemoryMb: number): ConversionProcess | null {
  try {
    return forkConversionProcess(maxMemoryMb)
  } catch {
    return null
  }
}

export interface ConversionProcessPool {
  /** hands out a process for one file; a new one is forked when it exits */
  take: () => ConversionProcess
  close: () => void
}

/** Keeps one process forked ahead, so that small models do not wait for the converter to load. */
export function createProcessPool(maxMemoryMb: number): ConversionProcessPool {
  let waiting: ConversionProcess | null = null
  let closed = false
  const prepare = () => {
    if (closed || waiting) return
    const child = forkOrNull(maxMemoryMb)
    waiting = child
    if (!child) return
    const forget = () => {
      if (waiting === child) waiting = null
    }
    child.process.once('exit', forget)
    child.onStartFailed(forget)
    // an idle process must not keep the server alive
    child.process.unref()
    child.process.channel?.unref()
  }
  prepare()
  return {
    take: () => {
      const child = waiting ?? forkConversionProcess(maxMemoryMb)
      waiting = null
      child.process.ref()
      child.process.channel?.ref()
      // not before it exits: loading would compete with the running conversion
      child.process.once('exit', prepare)
      return child
    },
    close: () => {
      closed = true
      waiting?.process.kill('SIGKILL')
    },
  }
}
