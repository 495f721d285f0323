import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'

const entry = new URL('./child.ts', import.meta.url)
/** Of what the process says on its error stream, the end is kept: the reason of its death. */
const STDERR_TAIL_LENGTH = 4000

export interface ConversionProcess {
  process: ChildProcess
  /** the end of its error stream */
  readStderrTail: () => string
}

/** Starts a process that loads the converter and waits for one file. It yields to everything else on the machine. */
export function forkConversionProcess(maxMemoryMb: number): ConversionProcess {
  const child = fork(entry, [], {
    execArgv: [
      `--max-old-space-size=${Math.floor(maxMemoryMb)}`,
      // A small nursery costs no time here and keeps two threads from holding 100 MB of garbage.
      '--max-semi-space-size=2',
      // What the geometry engine held is given back as soon as all is drawn.
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
  let words = ''
  child.stderr?.setEncoding('utf8')
  child.stderr?.on('data', (part: string) => {
    words = (words + part).slice(-STDERR_TAIL_LENGTH)
  })
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A process that is gone already, or a system without priorities: nothing is lost.
  }
  return { process: child, readStderrTail: () => words }
}

export interface ConversionProcessPool {
  /** a process that is ready, or soon will be; used for one file, and replaced when that is done */
  take: () => ConversionProcess
  close: () => void
}

/** Keeps one process started ahead, so that a small model need not wait for the converter to load. */
export function createProcessPool(maxMemoryMb: number): ConversionProcessPool {
  let waiting: ConversionProcess | null = null
  let closed = false
  const prepare = () => {
    if (closed || waiting) return
    const child = forkConversionProcess(maxMemoryMb)
    waiting = child
    child.process.once('exit', () => {
      if (waiting === child) waiting = null
    })
    // The server may end while a process waits.
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
      // Not at once: loading the converter would take from the one that is at work.
      child.process.once('exit', prepare)
      return child
    },
    close: () => {
      closed = true
      waiting?.process.kill('SIGKILL')
    },
  }
}
