import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Server } from '../context.ts'
import { EventLoopWatch } from '../loop/event-loop-watch.ts'
import { getThreadCounts } from '../loop/threads.ts'
import { Refusal } from './refusal.ts'
import { RequestMetrics } from './request-metrics.ts'

/**
 * /metrics in the Prometheus text format: what this process does, and what it shares with others (queues, mails, storage),
 * which every process reports alike.
 */

const LOCAL_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/** Requires the configured token; without one, a local request without a proxy. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token === null)
    return LOCAL_ADDRESS.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const formatGauge = (name: string, value: number, labels = '') => `plumbline_${name}${labels} ${value}`

function formatMetrics(watch: EventLoopWatch): string[] {
  const { p50, p99, max, longest } = watch.numbers()
  const { running, idle, waiting } = getThreadCounts()
  const memory = process.memoryUsage()
  return [
    '# TYPE plumbline_event_loop_delay_seconds gauge',
    formatGauge('event_loop_delay_seconds', p50, '{quantile="0.5"}'),
    formatGauge('event_loop_delay_seconds', p99, '{quantile="0.99"}'),
    formatGauge('event_loop_delay_seconds', max, '{quantile="1"}'),
    '# TYPE plumbline_event_loop_longest_seconds gauge',
    formatGauge('event_loop_longest_seconds', longest),
    '# TYPE plumbline_threads gauge',
    formatGauge('threads', running, '{state="running"}'),
    formatGauge('threads', idle, '{state="idle"}'),
    '# TYPE plumbline_thread_work_waiting gauge',
    formatGauge('thread_work_waiting', waiting),
    '# TYPE plumbline_resident_bytes gauge',
    formatGauge('resident_bytes', memory.rss),
    '# TYPE plumbline_heap_bytes gauge',
    formatGauge('heap_bytes', memory.heapUsed),
    '# TYPE plumbline_heap_reserved_bytes gauge',
    formatGauge('heap_reserved_bytes', memory.heapTotal),
    '# TYPE plumbline_external_bytes gauge',
    formatGauge('external_bytes', memory.external),
    '# TYPE plumbline_open_handles gauge',
    formatGauge('open_handles', process.getActiveResourcesInfo().length),
  ]
}

/** Values shared by all processes are read from the database at most this often. */
const READ_INTERVAL_MS = 10_000

/** A value of a machine or domain. */
export interface Gauge {
  /** without the prefix `plumbline_` */
  name: string
  value: number
  labels?: Record<string, string>
}

export interface MetricsSources {
  /** values of this process */
  own: () => Gauge[]
  /** values of the installation, from the database */
  shared: () => Promise<Gauge[]>
}

const formatLabels = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length > 0 ? `{${pairs.join()}}` : ''
}

const formatGauges = (gauges: Gauge[]): string[] =>
  [...Map.groupBy(gauges, ({ name }) => name)].flatMap(([name, each]) => [
    `# TYPE plumbline_${name} gauge`,
    ...each.map(({ value, labels }) => formatGauge(name, value, formatLabels(labels))),
  ])

/** Reads shared values again when they are old; while the database is away there are none. */
function createSharedReader(read: () => Promise<Gauge[]>, report: (error: unknown) => void) {
  let at = 0
  let last: Promise<Gauge[]> = Promise.resolve([])
  return () => {
    if (performance.now() - at > READ_INTERVAL_MS || at === 0) {
      at = performance.now()
      last = read().catch((error: unknown) => {
        report(error)
        at = 0
        return []
      })
    }
    return last
  }
}

const getRouteName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'unknown'}`

export function serveMetrics(
  app: FastifyInstance,
  { config, log }: Pick<Server, 'config' | 'log'>,
  { own, shared }: MetricsSources,
) {
  const watch = new EventLoopWatch((ms, requests) =>
    log.warn({ ms: Math.round(ms), requests }, 'the event loop was blocked'),
  )
  const requests = new RequestMetrics()
  const readShared = createSharedReader(shared, (err) => log.warn({ err }, 'metrics'))
  app.addHook('onRequest', async (request, reply) => {
    const route = getRouteName(request)
    const began = performance.now()
    watch.begin(route)
    reply.raw.once('close', () => {
      watch.end(route)
      const { method, routeOptions } = request
      const labels = `method="${method}",route="${routeOptions.url ?? 'unknown'}"`
      requests.count(labels, reply.statusCode, (performance.now() - began) / 1000)
    })
  })
  app.addHook('onClose', async () => watch.close())
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new Refusal('not_found')
    const lines = [
      ...formatMetrics(watch),
      ...formatGauges([...own(), ...(await readShared())]),
      ...requests.format(),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
