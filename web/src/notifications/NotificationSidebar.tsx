import {
  acknowledgeNotification,
  listNotifications,
  type Notification,
} from '@plumbline/contract/notifications'
import { Eye } from 'lucide-react'
import { useRead, useWrite } from '../api/query.ts'
import { exactTime, shortDateTime } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { useNotificationText } from './text.ts'

/** Where a notification leads; null when what it is about is gone or not the person's to see. */
function target({ type, project_id, payload }: Notification): string | null {
  const closed = ['PROJECT_DELETED', 'USER_REMOVED_FROM_PROJECT', 'USER_INVITED_TO_PROJECT']
  if (!project_id || closed.includes(type)) return null
  if (type === 'BIM_PROCESSING_COMPLETED')
    return payload.message || !payload.bim_file_header_id
      ? paths.models(project_id)
      : paths.file(project_id, payload.bim_file_header_id)
  if (type === 'ISSUE_DELETED') return paths.issues(project_id)
  if (type.startsWith('ISSUE_') && payload.issue_number) return paths.issue(project_id, payload.issue_number)
  if (type === 'CHAT_MESSAGE') return payload.chat_id ? paths.thread(payload.chat_id) : paths.chat
  if (type === 'PROJECT_MEMBER_ADDED' || type === 'USER_JOINED_PROJECT') return paths.members(project_id)
  return paths.project(project_id)
}

/** The drawer of the bell: newest first, each with the way to what it is about and an eye that acknowledges it. */
export default function NotificationSidebar(props: {
  open: boolean
  onClose: () => void
  onInvite: (inviteId: string) => void
}) {
  const { open, onClose } = props
  const text = useNotificationText()
  const query = { project_id: '0' as const, page: 1, page_size: 1000 }
  const { data, isPending, error, refetch } = useRead(listNotifications, { query }, { enabled: open })
  return (
    <Drawer open={open} onClose={onClose} title={text.title}>
      {isPending && !error && (
        <Skeleton className="p-4">
          <SkeletonRows rows={3} />
        </Skeleton>
      )}
      {error && !data && (
        <p className="p-4">
          <Button size="small" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </p>
      )}
      {data?.length === 0 && <EmptyState drawing="bell" title={text.empty} />}
      {data && data.length > 0 && (
        <VirtualList
          label={text.title}
          className="h-full"
          items={data}
          itemKey={(notification) => notification.id}
          estimate_px={64}
        >
          {(notification) => <Row notification={notification} onLeave={onClose} onInvite={props.onInvite} />}
        </VirtualList>
      )}
    </Drawer>
  )
}

function Row(props: {
  notification: Notification
  onLeave: () => void
  onInvite: (inviteId: string) => void
}) {
  const { notification, onLeave } = props
  const text = useNotificationText()
  const acknowledge = useWrite(acknowledgeNotification)
  const { type, payload, state, created_at } = notification
  const fresh = state === 'NEW' && !acknowledge.pending
  const say = type === 'USER_INVITED_TO_PROJECT' ? text.invited : (text.messages[type] ?? text.unknown)
  const href = target(notification)
  const read = () => fresh && acknowledge.run({ params: { id: notification.id } })
  return (
    <div className="flex items-start gap-3 border-line border-b px-4 py-3">
      <span className={`mt-1.5 size-2 flex-none rounded-full ${fresh ? 'bg-link' : ''}`}>
        {fresh && <span className="sr-only">{text.fresh}</span>}
      </span>
      <div className={`min-w-0 flex-1 ${fresh ? '' : 'text-text-muted'}`}>
        <p className="line-clamp-3">
          {href ? (
            <Link
              quiet
              href={href}
              onClick={() => {
                read()
                onLeave()
              }}
            >
              {say(payload)}
            </Link>
          ) : (
            say(payload)
          )}
          {type === 'USER_INVITED_TO_PROJECT' && payload.invitation_id && (
            <Instructions
              onFollow={() => {
                read()
                onLeave()
                props.onInvite(payload.invitation_id ?? '')
              }}
            />
          )}
        </p>
        <time
          dateTime={created_at}
          title={exactTime(created_at)}
          className="text-12 text-text-muted tabular-nums"
        >
          {shortDateTime(created_at)}
        </time>
      </div>
      {fresh && <IconButton size="small" name={text.acknowledge} icon={<Eye aria-hidden />} onClick={read} />}
    </div>
  )
}

/** The way from an invitation to the dialog that answers it. */
function Instructions({ onFollow }: { onFollow: () => void }) {
  const [before, link, after] = useNotificationText().toAnswer
  return (
    <>
      {` ${before}`}
      <button type="button" className="text-link underline" onClick={onFollow}>
        {link}
      </button>
      {after}
    </>
  )
}
