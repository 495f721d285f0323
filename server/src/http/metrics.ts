import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Server } from '../context.ts'
import { EventLoopWatch } from '../loop/event-loop-watch.ts'
import { getThreadCounts } from '../loop/threads.ts'
import { Refusal } from './refusal.ts'

/** /metrics: gauges of this process in the Prometheus text format. */

const LOCAL_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/** Requires the configured token; without one, a local request that came through no proxy. */
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

const getRouteName = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'unknown'}`

export function serveMetrics(app: FastifyInstance, { config, log }: Pick<Server, 'config' | 'log'>) {
  const watch = new EventLoopWatch((ms, requests) =>
    log.warn({ ms: Math.round(ms), requests }, 'the event loop was blocked'),
  )
  app.addHook('onRequest', async (request, reply) => {
    const route = getRouteName(request)
    watch.begin(route)
    reply.raw.once('close', () => watch.end(route))
  })
  app.addHook('onClose', async () => watch.close())
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new Refusal('not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${formatMetrics(watch).join('\n')}\n`)
  })
}
