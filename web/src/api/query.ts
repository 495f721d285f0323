import type { EventFrame, EventType } from '@plumbline/contract/events'
import type { CallOf, EndpointSpec, ReplyOf } from '@plumbline/contract/http'
import { type Query, QueryClient, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { storage } from '../base/storage.ts'
import { toast } from '../ui/toast.ts'
import { ApiError, type CallOptions, call, isMissing, isUnreachable } from './client.ts'
import { serverReach } from './reach.ts'

/** Server state: one query cache whose entries become stale by the events that their endpoints listen to. */

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      // without a network a read is answered from this device, or fails at once
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => error instanceof ApiError && error.status >= 500 && failures < 2,
    },
    // offline a write fails at once instead of waiting for the network
    mutations: { networkMode: 'always' },
  },
})

interface Meta extends Record<string, unknown> {
  hears: readonly EventType[]
  /** the project id in the path, if there is one */
  project_id: string | null
}

type Parts = { params?: Record<string, string>; query?: object; file?: Blob }

/** The cache key of a read. */
export function keyOf<E extends EndpointSpec>(endpoint: E, input: CallOf<E>): readonly unknown[] {
  const { params, query } = input as Parts
  return [endpoint.path, params ?? {}, query ?? {}]
}

let keptReads: Promise<typeof import('./kept-reads.ts')> | undefined

/** Loaded once: importing a loaded module again takes the browser a task of its own. */
function loadKeptReads() {
  keptReads ??= import('./kept-reads.ts').catch((error: unknown) => {
    keptReads = undefined
    throw error
  })
  return keptReads
}

/** The answer stored on this device for its owner; undefined without one. */
const findKept = async (key: readonly unknown[]) =>
  storage.owner() === null
    ? undefined
    : loadKeptReads()
        .then(({ findKeptRead }) => findKeptRead(key))
        .catch(() => undefined)

/** For a read that did not reach the server: the answer stored on this device. Throws the error if there is none. */
export async function readKept(error: unknown, key: readonly unknown[]): Promise<never> {
  const kept = isUnreachable(error) ? await findKept(key) : undefined
  if (kept === undefined) throw error
  return kept.take() as never
}

/**
 * A first read while the server is known to be out of reach: this device answers without waiting for the request to fail. An
 * answer that the server gives after all replaces it.
 */
async function readKeptFirst<T>(answer: Promise<T>, key: readonly unknown[]): Promise<T> {
  let isAnswered = false
  answer.then(
    () => {
      isAnswered = true
    },
    () => undefined,
  )
  const kept = await findKept(key)
  if (!kept || isAnswered) return answer
  const data = kept.take()
  // an answer that comes late does not replace one of a later read, or come back after a sign-out
  const replace = (answered: T) =>
    queryClient.setQueryData(key, (shown) => (shown === data ? answered : shown))
  // in a later task: the cache has stored the answer of this device by then
  setTimeout(() => answer.then(replace).catch(() => undefined))
  return data as T
}

const isOutOfReach = () => navigator.onLine === false || serverReach.read() !== 'REACHED'

/** The react-query options of a read, for useQuery, prefetching and loaders. */
export function buildReadOptions<E extends EndpointSpec>(
  endpoint: E,
  input: CallOf<E>,
  options: Pick<CallOptions, 'redirects'> = {},
) {
  const project_id = endpoint.path.startsWith('/api/project/:id')
    ? ((input as Parts).params?.id ?? null)
    : null
  const meta: Meta = { hears: endpoint.hears ?? [], project_id }
  const queryKey = keyOf(endpoint, input)
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const answer = call(endpoint, input, { signal, ...options })
      const isFirst = queryClient.getQueryData(queryKey) === undefined
      return isFirst && isOutOfReach()
        ? readKeptFirst(answer, queryKey)
        : answer.catch((error: unknown) => readKept(error, queryKey))
    },
    meta,
  }
}

const RETRY_MS = 30_000

/** The `refetchInterval` of a read that no message offers to try again: until it succeeds. */
const retryFailedRead = ({ state }: Pick<Query<unknown, ApiError>, 'state'>): number | false =>
  state.status === 'error' && state.error && !isMissing(state.error) ? RETRY_MS : false

interface ReadSettings {
  enabled?: boolean
  keepPrevious?: boolean
  redirects?: boolean
  /** names, options or marks beside other content, whose failure no message shows: a failed read is repeated while it is used */
  silent?: boolean
}

/** Reads an endpoint through the cache; refetched when one of its events arrives. */
export function useRead<E extends EndpointSpec>(
  endpoint: E,
  input: CallOf<E>,
  options: ReadSettings = {},
): UseQueryResult<ReplyOf<E>, ApiError> {
  return useQuery<ReplyOf<E>, ApiError>({
    ...buildReadOptions(endpoint, input, { redirects: options.redirects ?? true }),
    enabled: options.enabled ?? true,
    ...(options.silent ? { refetchInterval: retryFailedRead } : {}),
    ...(options.keepPrevious
      ? { placeholderData: (previous: ReplyOf<E> | undefined) => previous as never }
      : {}),
  })
}

/** Marks reads of the given events as stale, in one project or all; visible ones are refetched. */
export function markStale(types: readonly EventType[], projectId: string | null = null) {
  return refetch(({ meta }) => {
    const { hears, project_id } = (meta ?? {}) as Partial<Meta>
    const here = !project_id || !projectId || project_id === projectId
    return here && (hears ?? []).some((type) => types.includes(type))
  })
}

/** Refetches all shown data, after changes of which this page received no events. */
export const markAllStale = () => refetch(() => true)

function refetch(predicate: (query: Query) => boolean) {
  // react-query keeps a running first read, whose answer may be older than the change: refetch once it is done
  const first = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  for (const { queryKey, promise } of first)
    void promise?.catch(() => undefined).then(() => queryClient.invalidateQueries({ queryKey, exact: true }))
  return queryClient.invalidateQueries({ predicate })
}

export function markStaleByFrame(frame: EventFrame) {
  void markStale([frame.type as EventType], frame.project_id)
}

/** Shows a failed call as a toast, unless its status has redirected to another page. */
export function toastError(error: unknown) {
  if (error instanceof ApiError && [401, 402, 403].includes(error.status)) return
  toast.error(error instanceof ApiError && error.message ? { text: error.message } : {})
}

export interface WriteOptions<E extends EndpointSpec> {
  onDone?: (reply: ReplyOf<E>, input: CallOf<E>) => void
  /** handles the error; by default it is shown as a toast */
  onError?: (error: ApiError) => void
}

/** A write: `run` for event handlers (never rejects), `send` for callers that await the reply. */
export function useWrite<E extends EndpointSpec>(endpoint: E, options: WriteOptions<E> = {}) {
  const mutation = useMutation<ReplyOf<E>, ApiError, { input: CallOf<E>; call?: CallOptions }>({
    mutationFn: (variables) => call(endpoint, variables.input, variables.call),
    onSuccess: async (reply, { input }) => {
      const project = endpoint.path.startsWith('/api/project/:id') ? (input as Parts).params?.id : null
      const refreshed = markStale(endpoint.tells ?? [], project)
      options.onDone?.(reply, input)
      await refreshed
    },
    onError: (error) => (options.onError ?? toastError)(error),
  })
  const running = useRef(new Set<unknown>())
  /** Ignores a second press while the same write is pending. */
  function run(input: CallOf<E>, callOptions?: CallOptions) {
    const key = (input as Parts).file ? input : JSON.stringify(input)
    if (running.current.has(key)) return
    running.current.add(key)
    mutation
      .mutateAsync({ input, call: callOptions })
      .catch(() => undefined)
      .finally(() => running.current.delete(key))
  }
  return {
    run,
    send: (input: CallOf<E>, callOptions?: CallOptions) => mutation.mutateAsync({ input, call: callOptions }),
    pending: mutation.isPending,
    error: mutation.error,
  }
}
