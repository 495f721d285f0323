import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/**
 * Spans of OpenTelemetry. Without a collector (`startTracing`), all functions here only run the work that they are given.
 */

let isOn = false
export const isTracing = (): boolean => isOn
export const setTracing = (on: boolean): void => {
  isOn = on
}

export const getTracer = () => trace.getTracer('plumbline')

const W3C_HEADER = 'traceparent'

/** The active span as the `traceparent` of W3C Trace Context, which another process continues; null without one. */
export function getTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), carrier)
  return carrier[W3C_HEADER] ?? null
}

/** The context that continues a `traceparent`; a new trace without a valid one. */
export const continueTrace = (traceparent: unknown): Context =>
  typeof traceparent === 'string'
    ? propagation.extract(ROOT_CONTEXT, { [W3C_HEADER]: traceparent })
    : ROOT_CONTEXT

/** Ids for log lines; none without an active span. */
export function describeTrace(): { trace_id?: string; span_id?: string } {
  const active = isOn ? trace.getActiveSpan()?.spanContext() : undefined
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    // without its message, which may contain a person's text
    const { code, name } = error as { code?: unknown; name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? typeof error))
  }
  span.end()
}

export interface SpanOptions {
  attributes?: Attributes
  /** the trace to continue; null: a new one; by default the active one */
  traceparent?: string | null
}

/** Runs work in a span. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work()
  const parent = options.traceparent === undefined ? context.active() : continueTrace(options.traceparent)
  const { attributes = {} } = options
  return getTracer().startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent, async (span) => {
    try {
      const result = await work()
      endSpan(span)
      return result
    } catch (error) {
      endSpan(span, error)
      throw error
    }
  })
}

export interface StageSpans {
  /** ends the stage before */
  enter: (stage: string) => void
  end: (error?: unknown) => void
}

const noStages: StageSpans = { enter: () => {}, end: () => {} }

/** A span for another process, and one in it for each stage that the process reports. */
export function traceStages(name: string, attributes: Attributes): StageSpans {
  if (!isOn) return noStages
  const whole = getTracer().startSpan(name, { attributes })
  const inside = trace.setSpan(context.active(), whole)
  let current: { stage: string; span: Span } | null = null
  return {
    enter: (stage) => {
      if (current?.stage === stage) return
      current?.span.end()
      current = { stage, span: getTracer().startSpan(stage, {}, inside) }
    },
    end: (error) => {
      if (current) endSpan(current.span, error)
      endSpan(whole, error)
    },
  }
}

const MAX_STATEMENT = 2000

/** Sends a statement in a span of the trace that waits for it; statements of no trace have none. */
export function inStatementSpan<T>(text: unknown, send: () => T): T {
  if (!isOn || !trace.getActiveSpan() || typeof text !== 'string') return send()
  const [operation = ''] = /[a-z]+/i.exec(text.replace(/^\/\*.*?\*\//, '')) ?? []
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT) }
  const span = getTracer().startSpan(operation.toUpperCase(), { kind: SpanKind.CLIENT, attributes })
  const answer = send()
  if (!(answer instanceof Promise)) {
    span.end()
    return answer
  }
  answer.then(
    () => endSpan(span),
    (error: unknown) => endSpan(span, error),
  )
  return answer
}
