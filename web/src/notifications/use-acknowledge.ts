import type { ReplyOf } from '@plumbline/contract/http'
import {
  acknowledgeAll,
  acknowledgeNotification,
  countNotifications,
  listNotifications,
  type Notification,
} from '@plumbline/contract/notifications/notifications'
import { call } from '../api/client.ts'
import { sendOrKeep } from '../api/keep-write.ts'
import type { NewOperation } from '../api/outbox/operation.ts'
import { keyOf, markStale, queryClient, toastError } from '../api/query.ts'

/** Optimistic acknowledging: list and badge change at once, and are refetched when the server refuses. */

export const allNotificationsInput = { query: { project_id: '0' as const, page: 1, page_size: 1000 } }
const countersInput = { query: { project_id: '0' as const } }

type Counters = ReplyOf<typeof countNotifications>

function acknowledgeInCache(isMeant: (notification: Notification) => boolean) {
  const key = keyOf(listNotifications, allNotificationsInput)
  const before = queryClient.getQueryData<Notification[]>(key) ?? []
  const read = before.filter((one) => one.state === 'NEW' && isMeant(one))
  queryClient.setQueryData<Notification[]>(
    key,
    before.map((one) => (read.includes(one) ? { ...one, state: 'ACKNOWLEDGED' } : one)),
  )
  queryClient.setQueryData<Counters>(
    keyOf(countNotifications, countersInput),
    (counters) =>
      counters && {
        ...counters,
        new: Math.max(0, counters.new - read.length),
        acknowledged: counters.acknowledged + read.length,
      },
  )
}

const refetchAfterError = (error: unknown) => {
  void markStale(['notification.updated'])
  toastError(error)
}

/** Sends it, or keeps it until the server is reached; then the reads are left as shown. */
const acknowledgeLater = (
  send: (key: string) => Promise<unknown>,
  operation: Pick<NewOperation, 'kind' | 'params' | 'body'>,
) =>
  void sendOrKeep(send, { ...operation, group: 'notifications', project_id: null, label: '' })
    .then(({ kept }) => (kept ? undefined : markStale(['notification.updated'])))
    .catch(refetchAfterError)

export function useAcknowledge() {
  return {
    acknowledge({ id, state }: Notification) {
      if (state !== 'NEW') return
      acknowledgeInCache((shown) => shown.id === id)
      const params = { id }
      acknowledgeLater((key) => call(acknowledgeNotification, { params }, { key }), {
        kind: 'acknowledgeNotification',
        params,
      })
    },
    /** acknowledges the listed notifications; newer ones stay new */
    acknowledgeAll(projectId: string | null, newest: string) {
      acknowledgeInCache((shown) => projectId === null || shown.project_id === projectId)
      const body = { project_id: projectId ?? '0', until: newest }
      acknowledgeLater((key) => call(acknowledgeAll, { body }, { key }), {
        kind: 'acknowledgeAll',
        params: {},
        body,
      })
    },
  }
}
