import {
  listNotifications,
  type Notification,
  type NotificationGroup,
} from '@plumbline/contract/notifications/notifications'
import { Eye } from 'lucide-react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { NotificationPlace, NotificationSentence } from './NotificationRow.tsx'
import { useNotificationText } from './text.ts'
import { useThreadsText } from './threads-text.ts'

/** notifications shown of an expanded thread */
const PAGE = 50

/** The notifications of an expanded thread behind its newest one. */
export function ThreadNotifications(props: {
  group: NotificationGroup
  onRead: (notification: Notification, isQuiet?: boolean) => void
  onLeave: () => void
  onInvite: (inviteId: string) => void
}) {
  const text = useNotificationText()
  const threads = useThreadsText()
  const { key: group, count, newest } = props.group
  const { data, error, refetch } = useRead(
    listNotifications,
    { query: { group, page_size: PAGE } },
    { keepPrevious: true },
  )
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} rows={1} />
  const others = data.filter(({ id }) => id !== newest.id)
  const left = count - 1 - others.length
  return (
    <ul className="ms-15 border-line border-s-2 pb-2">
      {others.map((notification) => {
        const fresh = notification.state === 'NEW'
        return (
          <li
            key={notification.id}
            className={cx('relative flex items-start gap-2 py-2 ps-3 pe-2', !fresh && 'text-text-muted')}
          >
            <div className="min-w-0 flex-1 text-13">
              {fresh && <span className="sr-only">{text.fresh}</span>}
              <NotificationSentence
                notification={notification}
                fresh={fresh}
                onRead={() => props.onRead(notification, true)}
                onLeave={props.onLeave}
                onInvite={props.onInvite}
              />
              <NotificationPlace notification={notification} />
            </div>
            {fresh && (
              <IconButton
                size="small"
                className="relative"
                name={text.acknowledge}
                icon={<Eye aria-hidden />}
                onClick={() => props.onRead(notification)}
              />
            )}
          </li>
        )
      })}
      {left > 0 && <li className="ps-3 text-12 text-text-muted">{threads.olderCount(left)}</li>}
    </ul>
  )
}
