import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { fetchBytes, retryFetch } from './fetch-bytes.ts'

const never = new AbortController().signal

describe('fetchBytes', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('counts the bytes of a body that cannot be iterated over, as in Safari', async () => {
    const body = new Response('first storey').body
    Object.defineProperty(body, Symbol.asyncIterator, { value: undefined })
    vi.stubGlobal('fetch', async () => ({ ok: true, body }))
    const counts: number[] = []
    const bytes = await fetchBytes('/chunk-1.pack', never, (loaded) => counts.push(loaded))
    expect(new TextDecoder().decode(bytes)).toBe('first storey')
    expect(counts.at(-1)).toBe(12)
  })

  /** Stubs requests: one with pieces that come after each `pause_ms`; without pauses its answer never comes. */
  function stubSlow(pauses_ms: number[]) {
    vi.useFakeTimers()
    const calls: string[] = []
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
      calls.push(url)
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
      if (pauses_ms.length === 0) return aborted
      const body = new ReadableStream({
        async pull(controller) {
          const ms = pauses_ms.shift()
          if (ms === undefined) return controller.close()
          await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, ms))])
          controller.enqueue(new TextEncoder().encode('piece'))
        },
      })
      return { ok: true, body }
    })
    return calls
  }
  afterEach(() => vi.useRealTimers())

  it('ends a request without bytes after 30 s, which is not repeated', async () => {
    const calls = stubSlow([])
    const failed = expect(retryFetch(() => fetchBytes('/chunk-1.pack', never), never)).rejects.toMatchObject({
      status: 0,
      code: 'offline',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await failed
    expect(calls).toHaveLength(1)
  })

  it('waits for a slow body as long as bytes come', async () => {
    stubSlow([20_000, 20_000, 20_000])
    const bytes = fetchBytes('/chunk-1.pack', never)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await bytes).toHaveLength(15)
  })
})

describe('retryFetch', () => {
  afterEach(() => vi.unstubAllGlobals())
  const listeners = new Set<() => void>()
  const stub = () => {
    listeners.clear()
    vi.stubGlobal('addEventListener', (_: string, run: () => void) => listeners.add(run))
    vi.stubGlobal('removeEventListener', (_: string, run: () => void) => listeners.delete(run))
  }
  const failing = (failures: unknown[]) => {
    let calls = 0
    const attempt = async () => {
      const failure = failures[calls++]
      if (failure) throw failure
      return 'bytes'
    }
    return { attempt, calls: () => calls }
  }

  it('repeats requests that got no answer or met a busy server', async () => {
    stub()
    const { attempt, calls } = failing([new TypeError('Failed to fetch'), new ApiError(503, {})])
    await expect(retryFetch(attempt, never, [0, 0, 0])).resolves.toBe('bytes')
    expect(calls()).toBe(3)
  })

  it('gives up after the last pause and reports the last failure', async () => {
    stub()
    const { attempt, calls } = failing(Array.from({ length: 9 }, () => new TypeError('Failed to fetch')))
    await expect(retryFetch(attempt, never, [0, 0])).rejects.toThrow('Failed to fetch')
    expect(calls()).toBe(3)
  })

  it('does not repeat a refusal', async () => {
    stub()
    const { attempt, calls } = failing([new ApiError(404, {})])
    await expect(retryFetch(attempt, never, [0, 0])).rejects.toMatchObject({ status: 404 })
    expect(calls()).toBe(1)
  })

  it('waits for the time given by a busy server before the next request', async () => {
    stub()
    vi.useFakeTimers()
    const replies = [
      new Response('', { status: 429, headers: { 'retry-after': '30' } }),
      new Response('bytes'),
    ]
    const fetching = vi.fn(async () => replies.shift())
    vi.stubGlobal('fetch', fetching)
    const result = retryFetch(() => fetchBytes('/piece'), never, [0])
    await vi.advanceTimersByTimeAsync(29_000)
    expect(fetching).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(new TextDecoder().decode(await result)).toBe('bytes')
    vi.useRealTimers()
  })

  it('continues at once when the network returns', async () => {
    stub()
    const { attempt } = failing([new TypeError('Failed to fetch')])
    const result = retryFetch(attempt, never, [3_600_000])
    await expect.poll(() => listeners.size).toBe(1)
    for (const listener of [...listeners]) listener()
    await expect(result).resolves.toBe('bytes')
    expect(listeners.size).toBe(0)
  })
})
