import { type Context, context, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { continueTrace, getTracer, isTracing } from './tracing.ts'

/** Probes and metrics are asked for every few seconds by machines. */
const UNTRACED = /^\/(healthz|readyz|metrics)\b/

/**
 * The caller's span as parent. Callers name the trace, but this server's share decides whether it is kept: anybody could
 * ask for theirs by the flag, or by an id that a sampler by ids keeps.
 */
function continueCaller(traceparent: unknown, share: number): Context {
  const parent = continueTrace(traceparent)
  const caller = trace.getSpanContext(parent)
  if (!caller) return parent
  const traceFlags = Math.random() < share ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(parent, { ...caller, traceFlags })
}

/**
 * A span for each request, by the semantic conventions for HTTP servers. It continues the caller's `traceparent`. Its
 * address is the route, without ids, search words and codes of the URL.
 */
export function traceRequests(app: FastifyInstance, share: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, routeOptions, headers, raw } = request
    if (!isTracing() || UNTRACED.test(url)) return done()
    const route = routeOptions.url ?? 'unknown'
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'network.protocol.version': raw.httpVersion,
      'plumbline.request_id': request.id,
    }
    const parent = continueCaller(headers.traceparent, share)
    const span = getTracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const { traceId, spanId, traceFlags } = span.spanContext()
    // allows the web client to name its traces
    void reply.header('traceresponse', `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode)
      // a client that went away before the end of the response
      if (!reply.raw.writableFinished) span.setAttribute('error.type', 'closed')
      if (reply.raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(parent, span), done)
  })
}
