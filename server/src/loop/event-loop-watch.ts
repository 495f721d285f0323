import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Watches how long the event loop is held, and by whom. */

const RESOLUTION_MS = 20
const WINDOW_MS = 60_000
/** What holds the loop for longer is told to the log. */
const REPORTED_MS = 100

export interface LoopMetrics {
  /** seconds that a timer came too late, over the last one or two minutes */
  p50: number
  p99: number
  max: number
  /** seconds of processor time in one piece, at most, while requests were answered: other processes do not count */
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
  /** what is being answered, how often */
  readonly #requests = new Map<string, number>()
  #ticking: NodeJS.Timeout | null = null
  #last = 0
  #longest = 0
  #before = NONE

  /** `tell`: something held the loop for so long while these requests were answered */
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

  /** A request begins. The clock ticks only while there are some. */
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
    // between two ticks there may be many short pieces, of no more than the time between them
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
