import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { PictureAnswer, PictureErrorCode, PictureResult, PictureTask } from './picture-task.ts'

/**
 * Pictures of strangers are decoded in a process of their own: a decoder that crashes, or that a file of some kilobytes makes
 * take gigabytes, ends that process and not the server.
 */

const entry = new URL('./picture-child.ts', import.meta.url)
const MEMORY_CHECK_MS = 50
/** a process that holds more memory than this after a task is ended */
const MAX_IDLE_MB = 200

export class PictureError extends Error {
  readonly code: PictureErrorCode
  constructor(code: PictureErrorCode) {
    super(code)
    this.code = code
  }
}

function forkPictureProcess(): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=2', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // no secret of the server goes to a process that reads strangers' files
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TEMP: process.env.TEMP },
  })
  // an idle process must not keep the server alive
  child.unref()
  child.channel?.unref()
  return child
}

/** Resident memory in MB, where /proc exists; 0 elsewhere. */
async function readResidentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024) / 1e6
}

export interface PictureLimits {
  /** limit of the whole process */
  memory_mb: number
  seconds: number
  /** an idle process is ended after this time; 30 by default */
  idle_seconds?: number
}

/** Decodes pictures one at a time, in a process started with the first. */
export class PictureQueue {
  readonly #limits: PictureLimits
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(limits: PictureLimits) {
    this.#limits = limits
  }

  /** @throws PictureError */
  run(task: PictureTask): Promise<PictureResult> {
    const mine = this.#last.then(() => this.#send(task))
    this.#last = mine.catch(() => {})
    return mine
  }

  /** id of the waiting or decoding process; null without one */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  async #send(task: PictureTask): Promise<PictureResult> {
    clearTimeout(this.#idle)
    const child = this.#take()
    child.ref()
    child.channel?.ref()
    const { promise, resolve } = Promise.withResolvers<PictureAnswer>()
    const end = (error: PictureErrorCode) => {
      resolve({ error })
      child.kill('SIGKILL')
    }
    const clock = setTimeout(() => end('TIMED_OUT'), this.#limits.seconds * 1000)
    const watch = setInterval(async () => {
      if ((await readResidentMb(child)) > this.#limits.memory_mb) end('TOO_MUCH_MEMORY')
    }, MEMORY_CHECK_MS)
    // a decoder that crashes ends otherwise than by the signal of an operator or of a system without memory
    const lost = (_code: number | null, signal: string | null) =>
      end(signal === 'SIGKILL' ? 'UNAVAILABLE' : 'DAMAGED')
    child.once('message', resolve)
    child.once('exit', lost)
    child.send(task, (error) => error && end('UNAVAILABLE'))
    const answer = await promise
    clearTimeout(clock)
    clearInterval(watch)
    child.off('message', resolve)
    child.off('exit', lost)
    await this.#rest(child)
    if ('error' in answer) throw new PictureError(answer.error)
    return answer.result
  }

  #take(): ChildProcess {
    if (this.#child) return this.#child
    const child = forkPictureProcess()
    this.#child = child
    child.once('exit', () => this.#forget(child))
    // without a listener a failed start would end the server; `exit` or the failed `send` follows
    child.on('error', () => this.#forget(child))
    return child
  }

  #forget(child: ChildProcess) {
    if (this.#child === child) this.#child = null
  }

  async #rest(child: ChildProcess) {
    child.unref()
    child.channel?.unref()
    if (child.killed || child.exitCode !== null || (await readResidentMb(child)) > MAX_IDLE_MB) {
      this.#forget(child)
      child.kill('SIGKILL')
      return
    }
    this.#idle = setTimeout(
      () => {
        // before its end: the next picture must not go to it
        this.#forget(child)
        child.kill('SIGKILL')
      },
      (this.#limits.idle_seconds ?? 30) * 1000,
    )
    this.#idle.unref()
  }
}
