import type { Maintenance } from '@plumbline/contract/admin/maintenance'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'
import { connection } from './live.ts'
import { queryClient } from './query.ts'

/** Whether the server is under maintenance. A read without a path of the contract as key is never kept on the device. */

const queryKey = ['maintenance']
/** without a socket, as on the sign-in page, and during maintenance */
export const MAINTENANCE_POLL_MS = 15_000

export const maintenanceRead = {
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Maintenance | null> => {
    const value = await call(
      getSettingAsJson,
      { params: { name: 'MAINTENANCE' } },
      { signal, redirects: false },
    )
    return value instanceof Object && 'text' in value ? (value as Maintenance) : null
  },
  meta: { hears: ['maintenance.updated'], project_id: null },
}

/** The current maintenance of the server; null: none, or not known yet. */
export function useMaintenance(): Maintenance | null {
  const { data } = useQuery({
    ...maintenanceRead,
    refetchInterval: ({ state }) => (state.data || !connection.isOpen() ? MAINTENANCE_POLL_MS : false),
  })
  return data ?? null
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
