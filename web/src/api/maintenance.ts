import { Maintenance } from '@plumbline/contract/admin/maintenance'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from './client.ts'
import { connection } from './live.ts'
import { queryClient } from './query.ts'
import { parseTusRefusal } from './tus-refusal.ts'

/** Whether the server is under maintenance. A read without a path of the contract as key is never kept on the device. */

const queryKey = ['maintenance']
/** without a socket, as on the sign-in page, and during maintenance */
const POLL_MS = 15_000

const readOptions = {
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Maintenance | null> => {
    const value = await call(
      getSettingAsJson,
      { params: { name: 'MAINTENANCE' } },
      { signal, redirects: false },
    )
    return z.safeParse(Maintenance, value).data ?? null
  },
  meta: { hears: ['maintenance.updated'], project_id: null },
}

/** The maintenance of the server as it is now; null: none, or not known yet. */
export function useMaintenance(): Maintenance | null {
  const { data } = useQuery({
    ...readOptions,
    refetchInterval: ({ state }) => (state.data || !connection.isOpen() ? POLL_MS : false),
  })
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey })
    addEventListener('Maintenance', readAgain)
    return () => removeEventListener('Maintenance', readAgain)
  }, [])
  return data ?? null
}

/** Whether a write or an upload was refused only because the server is under maintenance. */
export function isMaintenanceRefusal(error: unknown): boolean {
  const refusal = error instanceof ApiError ? error : error instanceof Error ? parseTusRefusal(error) : null
  return refusal?.reason?.code === 'server_maintenance'
}

/** Calls `listener` whenever maintenance has ended. */
export function onMaintenanceEnd(listener: () => void): () => void {
  let isOn = Boolean(queryClient.getQueryData(queryKey))
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return
    const wasOn = isOn
    isOn = Boolean(query.state.data)
    if (wasOn && !isOn) listener()
  })
}

/** Resolves when the server is not, or no longer, under maintenance; rejects when the signal aborts. */
export async function waitUntilMaintenanceEnds(signal: AbortSignal): Promise<void> {
  for (;;) {
    const current = await queryClient.fetchQuery(readOptions).catch(() => undefined)
    signal.throwIfAborted()
    if (current === null) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = onMaintenanceEnd(resolve)
    const abort = () => reject(signal.reason)
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', abort, { once: true })
    await promise.finally(() => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
  }
}
