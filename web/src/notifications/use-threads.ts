import type { ReplyOf } from '@plumbline/contract/http'
import { muteIssue } from '@plumbline/contract/issues/mutes'
import {
  acknowledgeAll,
  acknowledgeNotification,
  countNotifications,
  listNotificationGroups,
  listNotifications,
  type Notification,
  type NotificationGroup,
  snoozeNotifications,
  unacknowledgeNotifications,
} from '@plumbline/contract/notifications/notifications'
import { type CallOptions, call } from '../api/client.ts'
import { sendOrKeep } from '../api/keep-write.ts'
import type { NewOperation } from '../api/outbox/operation.ts'
import { keyOf, markStale, queryClient, toastError } from '../api/query.ts'
import { toast } from '../ui/toast.ts'
import { shortDateTime } from '../users/dates.ts'
import { findGroupUntil } from './seen-until.ts'
import { useThreadsText } from './threads-text.ts'

/** Optimistic acts on threads: list and badge change at once, and are refetched when the server refuses. */

type Groups = ReplyOf<typeof listNotificationGroups>
type Counters = ReplyOf<typeof countNotifications>

const refetch = () => markStale(['notification.updated'])
const refetchAfterError = (error: unknown) => {
  void refetch()
  toastError(error)
}

/** Changes every cached list of threads; `change` answers null for a thread that goes. Returns the notifications no longer new. */
function changeInCache(change: (group: NotificationGroup) => NotificationGroup | null) {
  const read = new Map<string, number>()
  queryClient.setQueriesData<Groups>({ queryKey: [listNotificationGroups.path] }, (shown) => {
    if (!shown) return shown
    const groups = shown.groups.flatMap((group) => {
      const next = change(group)
      if (next !== group && !group.snoozed_until) read.set(group.key, group.fresh - (next?.fresh ?? 0))
      return next ?? []
    })
    return { ...shown, groups }
  })
  const fewer = [...read.values()].reduce((sum, one) => sum + one, 0)
  queryClient.setQueryData<Counters>(
    keyOf(countNotifications, { query: { project_id: '0' } }),
    (counters) => counters && { ...counters, new: Math.max(0, counters.new - fewer) },
  )
}

const asRead = (notification: Notification): Notification => ({ ...notification, state: 'ACKNOWLEDGED' })
const asDone = (group: NotificationGroup): NotificationGroup =>
  group.fresh === 0 ? group : { ...group, fresh: 0, newest: asRead(group.newest) }

/** Marks one or all notifications of an expanded thread as read. */
const readInThread = (group: string, id?: string) =>
  queryClient.setQueriesData<Notification[]>({ queryKey: [listNotifications.path, {}, { group }] }, (shown) =>
    shown?.map((one) => (id === undefined || one.id === id ? asRead(one) : one)),
  )

export function useThreads() {
  const text = useThreadsText()

  function undoDone(acknowledged_at: string) {
    call(unacknowledgeNotifications, { body: { acknowledged_at } }).then(refetch, refetchAfterError)
  }

  /** Sends an acknowledgement, or stores it until the server can be reached; a sent one can be undone. */
  async function acknowledgeLater<T extends { acknowledged_at?: string | null }>(
    send: (options: CallOptions) => Promise<T>,
    operation: Pick<NewOperation, 'kind' | 'params' | 'body'>,
    isQuiet: boolean,
  ) {
    try {
      const sent = await sendOrKeep(send, {
        ...operation,
        group: 'notifications',
        project_id: null,
        label: '',
      })
      if (sent.kept) return
      const { acknowledged_at: at } = sent.reply
      if (at && !isQuiet)
        toast.success({ title: text.done, action: { label: text.undo, run: () => undoDone(at) } })
      await refetch()
    } catch (error) {
      refetchAfterError(error)
    }
  }

  /** `isQuiet`: acknowledged by opening it, which needs no message */
  function acknowledge(notification: Notification, groupKey: string, isQuiet = false) {
    const { id, state, created_at, merged_at } = notification
    if (state !== 'NEW') return
    readInThread(groupKey, id)
    changeInCache((group) =>
      group.key === groupKey
        ? {
            ...group,
            fresh: Math.max(0, group.fresh - 1),
            newest: group.newest.id === id ? asRead(group.newest) : group.newest,
          }
        : group,
    )
    const [params, body] = [{ id }, { until: merged_at ?? created_at }]
    void acknowledgeLater(
      (options) => call(acknowledgeNotification, { params, body }, options),
      { kind: 'acknowledgeNotification', params, body },
      isQuiet,
    )
  }

  function acknowledgeMany(
    body: ({ group: string } | { project_id: string }) & { until: string | undefined },
    isMeant: (group: NotificationGroup) => boolean,
    isQuiet: boolean,
  ) {
    changeInCache((group) => (isMeant(group) ? asDone(group) : group))
    void acknowledgeLater(
      (options) => call(acknowledgeAll, { body }, options),
      { kind: 'acknowledgeAll', params: {}, body },
      isQuiet,
    )
  }

  function snooze({ key: group }: NotificationGroup, until: string | null) {
    changeInCache((one) => (one.key === group ? null : one))
    const undo = () => snoozeGroup(group, null)
    void snoozeGroup(group, until).then((isDone) => {
      if (!isDone || !until) return
      const title = text.snoozedUntil(shortDateTime(until))
      toast.success({ title, action: { label: text.undo, run: () => void undo() } })
    })
  }

  return {
    acknowledge,
    acknowledgeGroup(group: NotificationGroup, isQuiet = false) {
      if (group.fresh === 0) return
      const { newest, key } = group
      if (group.count === 1) return acknowledge(newest, key, isQuiet)
      readInThread(key)
      acknowledgeMany({ group: key, until: findGroupUntil(group) }, (one) => one.key === key, isQuiet)
    },
    /** acknowledges the listed threads; changes after `until` stay unread */
    acknowledgeAll(projectId: string | null, until: string | undefined) {
      const isMeant = ({ newest: { project_id } }: NotificationGroup) =>
        projectId === null || project_id === projectId
      acknowledgeMany({ project_id: projectId ?? '0', until }, isMeant, false)
    },
    snooze,
    setMuted: (group: NotificationGroup, muted: boolean) => void setMuted(group, muted, text),
  }
}

/** Returns whether the server took it. */
async function snoozeGroup(group: string, until: string | null): Promise<boolean> {
  try {
    await call(snoozeNotifications, { body: { group, until } })
    await refetch()
    return true
  } catch (error) {
    refetchAfterError(error)
    return false
  }
}

async function setMuted(
  { newest: { project_id: id, payload } }: NotificationGroup,
  muted: boolean,
  text: ReturnType<typeof useThreadsText>,
) {
  const { issue_id: issueId } = payload
  if (!id || !issueId) return
  const send = (value: boolean) =>
    call(muteIssue, { params: { id, issueId }, body: { muted: value } }).then(refetch)
  try {
    await send(muted)
    const undo = () => void send(!muted).catch(refetchAfterError)
    const title = muted ? text.mutedToast : text.unmutedToast
    toast.success({ title, action: { label: text.undo, run: undo } })
  } catch (error) {
    refetchAfterError(error)
  }
}
