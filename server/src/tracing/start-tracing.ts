import os from 'node:os'
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import type { Config } from '../config.ts'
import { setTracing } from './tracing.ts'

/** An export that takes longer is given up, and its spans are lost: the server never waits for a collector. */
const EXPORT_MS = 5_000
/** A batch is sent at least so often. */
const BATCH_MS = 2_000
/** Spans that wait for the collector; newer ones are dropped. */
const MAX_WAITING = 4096
/** A collector that is away is logged at most this often. */
const WARN_EVERY_MS = 60_000

const ignore = () => {}

/** Reports failed exports, which the library logs for each batch. */
function reportFailures(report: (message: string) => void) {
  let at = Number.NEGATIVE_INFINITY
  const warn = (message: string) => {
    if (performance.now() - at < WARN_EVERY_MS) return
    at = performance.now()
    report(`Traces did not reach the collector: ${message.slice(0, 500)}`)
  }
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP (`<endpoint>/v1/traces`), in batches. The SDK is loaded only
 * here: a server without an endpoint does not hold it in memory. The returned function sends waiting spans and stops.
 */
export async function startTracing(
  { tracing, role }: Pick<Config, 'tracing' | 'role'>,
  report: (message: string) => void,
): Promise<() => Promise<void>> {
  if (!tracing) return async () => {}
  const [sdk, { OTLPTraceExporter }, hooks, { W3CTraceContextPropagator }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  reportFailures(report)
  const exporter = new OTLPTraceExporter({
    url: `${tracing.endpoint}/v1/traces`,
    headers: tracing.headers,
    timeoutMillis: EXPORT_MS,
  })
  const root = new sdk.TraceIdRatioBasedSampler(tracing.share)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': tracing.serviceName,
      'service.instance.id': `${os.hostname()}:${process.pid}`,
      'plumbline.role': role,
    }),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  setTracing(true)
  return async () => {
    setTracing(false)
    await provider.shutdown().catch((error: unknown) => report(String(error)))
  }
}
