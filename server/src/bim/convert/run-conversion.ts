import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ConversionReport, ConversionWarning, Manifest } from '@plumbline/bim/model'
import { ModelError } from '@plumbline/bim/model'
import { traceStages } from '../../tracing/tracing.ts'
import { type ConversionProcess, type ConversionProcessPool, forkConversionProcess } from './child-process.ts'
import {
  type Artefact,
  type ChildMessage,
  type ChildResult,
  FIRST_STOREY_FOLDER,
  type StartMessage,
} from './messages.ts'

const MEMORY_CHECK_MS = 100
const MAX_UNPACKED_BYTES = 2 * 1024 ** 3
/** seconds without progress after which a process counts as hung; no single element takes this long */
const MAX_STALL_SECONDS = 120

export interface ConversionOptions {
  /** the uploaded .ifc or .ifczip */
  file: string
  /** the uploaded file's name, for messages */
  file_name: string
  /** created or replaced atomically on success */
  out_dir: string
  attempt: number
  max_memory_mb: number
  max_seconds: number
  /** seconds without progress until the second geometry engine is used; 120 by default */
  max_stall_seconds?: number
  max_unpacked_bytes?: number
  /** a folder with the artefacts of the previous version, whose unchanged elements are reused */
  before?: string | undefined
  signal?: AbortSignal
  /** name of the stage and overall percentage, which never falls */
  on_progress?: (stage: string, progress: number) => void
  /** receives the folder of the first storey of a large model while the rest is converted */
  on_first?: (folder: string) => Promise<void>
  /** pool of processes; without it one is forked */
  children?: ConversionProcessPool
}

export interface ConversionResult {
  schema: string
  counts: Manifest['counts']
  manifest: Manifest
  warnings: ConversionWarning[]
  not_shown: ConversionReport['not_shown']
  /** each with `<name>.br` beside it */
  artefacts: Artefact[]
  /** PNG of the model, drawn while the artefacts are stored; null for a model without geometry */
  thumbnail: Promise<Uint8Array | null>
  /** milliseconds from the start to the end of each stage, and TOTAL */
  timings: Record<string, number>
  /** peak resident memory of the process in MB */
  peak_rss_mb: number
}

/**
 * Converts one file in a child process, which isolates the server from crashes, memory exhaustion and endless loops. A
 * failed conversion leaves no files.
 * @throws ModelError the converter's, or OUT_OF_MEMORY, TIMED_OUT, STALLED, CRASHED, KILLED, STOPPED
 */
export async function runConversion(options: ConversionOptions): Promise<ConversionResult> {
  const folder = `${options.out_dir}.part-${options.attempt}`
  try {
    const result = await runWithFallback(options, folder)
    await result.first_taken
    await rm(path.join(folder, FIRST_STOREY_FOLDER), { recursive: true, force: true })
    await rm(options.out_dir, { recursive: true, force: true })
    await rename(folder, options.out_dir)
    const { manifest, report, artefacts, thumbnail, timings, peak_rss_mb } = result
    const { schema, counts } = manifest
    const { warnings, not_shown } = report
    return { schema, counts, manifest, warnings, not_shown, artefacts, thumbnail, timings, peak_rss_mb }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw options.signal?.aborted ? stoppedError() : error
  }
}

type ProcessResult = ChildResult & Pick<ConversionResult, 'thumbnail'> & { first_taken: Promise<void> }

/** Retries a file without the first geometry engine if that engine hung or crashed. */
async function runWithFallback(options: ConversionOptions, folder: string): Promise<ProcessResult> {
  const began = performance.now()
  let furthest = 0
  const on_progress = (stage: string, progress: number) => {
    furthest = Math.max(furthest, progress)
    options.on_progress?.(stage, furthest)
  }
  try {
    const max_stall_seconds = options.max_stall_seconds ?? MAX_STALL_SECONDS
    return await runProcess({ ...options, on_progress, max_stall_seconds }, folder, true)
  } catch (error) {
    const max_seconds = options.max_seconds - (performance.now() - began) / 1000
    const engine = error instanceof ModelError && (error.code === 'CRASHED' || error.code === 'STALLED')
    if (!engine || max_seconds <= 0) throw error
    const again = {
      ...options,
      on_progress,
      max_seconds,
      max_stall_seconds: max_seconds,
      children: undefined,
    }
    return await runProcess(again, folder, false)
  }
}

/** Runs one process until it replies or exits. */
async function runProcess(
  options: ConversionOptions & { max_stall_seconds: number },
  folder: string,
  firstEngine: boolean,
): Promise<ProcessResult> {
  options.signal?.throwIfAborted()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const child = options.children?.take() ?? forkConversionProcess(options.max_memory_mb)
  const { promise, resolve, reject } = Promise.withResolvers<ProcessResult>()
  const thumbnail = Promise.withResolvers<Uint8Array | null>()
  const stages = traceStages('conversion process', { 'process.pid': child.process.pid ?? 0 })
  let first_taken = Promise.resolve()
  let failure: Error | null = null
  const kill = (reason: ModelError) => {
    failure ??= reason
    child.process.kill('SIGKILL')
  }
  const stop = () => kill(stoppedError())
  const clock = setTimeout(() => kill(timedOutError(options.max_seconds)), options.max_seconds * 1000)
  const stall = setTimeout(() => kill(stalledError()), options.max_stall_seconds * 1000)
  const watch = watchMemory(child, options.max_memory_mb, () => kill(outOfMemoryError(options.max_memory_mb)))
  options.signal?.addEventListener('abort', stop, { once: true })
  child.process.on('message', (message: ChildMessage) => {
    if (message.type === 'ready' || message.attempt !== options.attempt) return
    stall.refresh()
    if (message.type === 'progress') {
      if (message.rss_mb > options.max_memory_mb) kill(outOfMemoryError(options.max_memory_mb))
      else if (failure === null) options.on_progress?.(message.stage, message.progress)
      stages.enter(message.stage)
    } else if (message.type === 'first')
      first_taken = options.on_first?.(path.join(folder, FIRST_STOREY_FOLDER)) ?? first_taken
    else if (message.type === 'done') {
      stages.enter('THUMBNAIL')
      resolve({ ...message.result, first_taken, thumbnail: thumbnail.promise })
    } else if (message.type === 'thumbnail')
      thumbnail.resolve(message.png === null ? null : Buffer.from(message.png, 'base64'))
    else if (message.type === 'failed')
      failure ??= new ModelError(message.code, message.message, message.hint, message.line)
    else failure ??= crashedError(message.error)
  })
  const end = () => {
    clearTimeout(clock)
    clearTimeout(stall)
    clearInterval(watch)
    options.signal?.removeEventListener('abort', stop)
  }
  child.onStartFailed((error) => {
    end()
    stages.end(error)
    reject(error)
  })
  child.process.once('close', (code, signal) => {
    end()
    // no effect after `done`: a model without a thumbnail is complete
    const error = failure ?? buildExitError(child, code, signal, options.max_memory_mb)
    stages.end(failure ?? (code === 0 ? undefined : error))
    reject(error)
    thumbnail.resolve(null)
  })
  child.process.send(buildStartMessage(options, folder, firstEngine), (error) => {
    // it died before it could listen: the exit code has the reason
    if (error) child.process.kill('SIGKILL')
  })
  return promise
}

function buildStartMessage(options: ConversionOptions, folder: string, first_engine: boolean): StartMessage {
  return {
    type: 'start',
    attempt: options.attempt,
    file: options.file,
    file_name: options.file_name,
    folder,
    max_unpacked_bytes: options.max_unpacked_bytes ?? MAX_UNPACKED_BYTES,
    first_engine,
    before: options.before ?? null,
  }
}

/**
 * Polls the resident memory in /proc, because the process itself is busy for seconds. Linux only; elsewhere the value
 * in each progress message has to do.
 */
function watchMemory(child: ConversionProcess, mostMb: number, exceeded: () => void): NodeJS.Timeout {
  return setInterval(async () => {
    const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    if ((kilobytes * 1024) / 1e6 > mostMb) exceeded()
  }, MEMORY_CHECK_MS)
}

function buildExitError(
  child: ConversionProcess,
  code: number | null,
  signal: string | null,
  mostMb: number,
): ModelError {
  const words = child.readStderrTail()
  if (/heap out of memory|Array buffer allocation failed/i.test(words)) return outOfMemoryError(mostMb)
  // not killed by us: the operator, or the system's out-of-memory killer, so a retry may succeed
  if (signal === 'SIGKILL') return killedError()
  return crashedError(`exit ${code ?? signal}: ${words}`)
}

function crashedError(cause: string): ModelError {
  const hint =
    'Try again; if it fails again, export the model anew or split it, and tell the operator of this server.'
  const error = new ModelError('CRASHED', 'The processing of this file broke off unexpectedly.', hint)
  // for the server's log only, never shown to the uploader
  error.cause = cause
  return error
}

function killedError(): ModelError {
  const message = 'The server’s system ended the processing of this file, as it does when memory runs short.'
  return new ModelError('KILLED', message, 'Split the model by storeys or trades, or tell the operator.')
}

function stalledError(): ModelError {
  const message = 'The processing of this file came to a standstill.'
  return new ModelError('STALLED', message, 'Export the model anew, or split it by storeys or trades.')
}

function stoppedError(): ModelError {
  return new ModelError('STOPPED', 'The processing was stopped.', 'Restart it when you need the model.')
}

function timedOutError(seconds: number): ModelError {
  const message = `The processing took longer than the allowed ${Math.round(seconds)} seconds.`
  return new ModelError('TIMED_OUT', message, 'Split the model by storeys or trades and upload the parts.')
}

function outOfMemoryError(mostMb: number): ModelError {
  const message = `The model needs more than the allowed ${Math.round(mostMb)} MB of memory.`
  return new ModelError(
    'OUT_OF_MEMORY',
    message,
    'Split the model by storeys or trades and upload the parts.',
  )
}
