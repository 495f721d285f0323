import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures how long the event loop is blocked, and reports the requests in progress. */

const RESOLUTION_MS = 20
const WINDOW_MS = 60_000
/** Longer blocks are logged. */
const REPORTED_MS = 100

export interface LoopMetrics {
  /** timer delay in seconds over the last one to two minutes */
  p50: number
  p99: number
  max: number
  /** longest block in seconds of this thread's CPU time while requests were in progress; other processes do not count */
  longest: number
}

const readCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const NONE: LoopMetrics = { p50: 0, p99: 0, max: 0, longest: 0 }

export class EventLoopWatch {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #tell: (ms: number, requests: string[]) => void
  readonly #window: NodeJS.Timeout
  /** requests in progress by route, with their count */
  readonly #requests = new Map<string, number>()
  #ticking: NodeJS.Timeout | null = null
  #last = 0
  #longest = 0
  #before = NONE

  /** `tell` receives a block's duration and the requests in progress */
  constructor(tell: (ms: number, requests: string[]) => void) {
    this.#tell = tell
    this.#delay.enable()
    this.#window = setInterval(() => {
      this.#before = this.#current()
      this.#delay.reset()
      this.#longest = 0
    }, WINDOW_MS)
    this.#window.unref()
  }

  /** Called at the start of a request; the timer runs only while requests are in progress. */
  begin(route: string) {
    this.#requests.set(route, (this.#requests.get(route) ?? 0) + 1)
    if (this.#ticking) return
    this.#last = readCpuMs()
    this.#ticking = setInterval(this.#tick, RESOLUTION_MS)
    this.#ticking.unref()
  }

  end(route: string) {
    this.#tick()
    const count = (this.#requests.get(route) ?? 1) - 1
    if (count > 0) this.#requests.set(route, count)
    else this.#requests.delete(route)
    if (this.#requests.size > 0 || !this.#ticking) return
    clearInterval(this.#ticking)
    this.#ticking = null
  }

  #tick = () => {
    const now = readCpuMs()
    // time between two ticks is not counted, since it may consist of many short tasks
    const piece = now - this.#last - RESOLUTION_MS
    this.#last = now
    this.#longest = Math.max(this.#longest, piece)
    if (piece > REPORTED_MS) this.#tell(piece, [...this.#requests.keys()])
  }

  #current(): LoopMetrics {
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
    return {
      p50: seconds(this.#delay.percentile(50)),
      p99: seconds(this.#delay.percentile(99)),
      max: seconds(this.#delay.max),
      longest: this.#longest / 1000,
    }
  }

  numbers(): LoopMetrics {
    const now = this.#current()
    const names = Object.keys(now) as (keyof LoopMetrics)[]
    return Object.fromEntries(
      names.map((name) => [name, Math.max(now[name], this.#before[name])]),
    ) as unknown as LoopMetrics
  }

  close() {
    this.#delay.disable()
    clearInterval(this.#window)
    if (this.#ticking) clearInterval(this.#ticking)
  }
}
