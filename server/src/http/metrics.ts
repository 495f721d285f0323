import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Server } from '../context.ts'
import { threadSizes } from '../loop/threads.ts'
import { LoopWatch } from '../loop/watch.ts'
import { Refusal } from './refusal.ts'

/** /metrics: numbers of this process in the text format of Prometheus. */

const LOCAL = /^(127\.|::1$|::ffff:127\.)/

/** Who has the token; without one in the configuration, who asks from this machine and through no proxy. */
function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token === null)
    return LOCAL.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const line = (name: string, value: number, labels = '') => `plumbline_${name}${labels} ${value}`

function numbers(watch: LoopWatch): string[] {
  const { p50, p99, max, longest } = watch.numbers()
  const { running, idle, waiting } = threadSizes()
  const memory = process.memoryUsage()
  return [
    '# TYPE plumbline_event_loop_delay_seconds gauge',
    line('event_loop_delay_seconds', p50, '{quantile="0.5"}'),
    line('event_loop_delay_seconds', p99, '{quantile="0.99"}'),
    line('event_loop_delay_seconds', max, '{quantile="1"}'),
    '# TYPE plumbline_event_loop_longest_seconds gauge',
    line('event_loop_longest_seconds', longest),
    '# TYPE plumbline_threads gauge',
    line('threads', running, '{state="running"}'),
    line('threads', idle, '{state="idle"}'),
    '# TYPE plumbline_thread_work_waiting gauge',
    line('thread_work_waiting', waiting),
    '# TYPE plumbline_resident_bytes gauge',
    line('resident_bytes', memory.rss),
    '# TYPE plumbline_heap_bytes gauge',
    line('heap_bytes', memory.heapUsed),
    '# TYPE plumbline_open_handles gauge',
    line('open_handles', process.getActiveResourcesInfo().length),
  ]
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? 'unknown'}`

export function serveMetrics(app: FastifyInstance, { config, log }: Pick<Server, 'config' | 'log'>) {
  const watch = new LoopWatch((ms, requests) =>
    log.warn({ ms: Math.round(ms), requests }, 'the event loop was held'),
  )
  app.addHook('onRequest', async (request, reply) => {
    const route = routeOf(request)
    watch.begin(route)
    reply.raw.once('close', () => watch.end(route))
  })
  app.addHook('onClose', async () => watch.close())
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) throw new Refusal('not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${numbers(watch).join('\n')}\n`)
  })
}
