import { listNotifications, type Notification } from '@plumbline/contract/notifications/notifications'
import { getNotificationPath } from '@plumbline/contract/notifications/notifications.rules'
import { listUsers } from '@plumbline/contract/users/users'
import { Settings } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRead } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-look.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { useNotificationText } from './text.ts'
import { allNotificationsInput, useAcknowledge } from './use-acknowledge.ts'

interface SidebarProps {
  open: boolean
  onClose: () => void
  onInvite: (inviteId: string) => void
}

const ALL = 'all'

/** The projects of the notifications as select options, sorted by name. */
function projectsIn(notifications: readonly Notification[]) {
  const names = new Map<string, string>()
  for (const { project_id, payload } of notifications)
    if (project_id && payload.project_name && !names.has(project_id))
      names.set(project_id, payload.project_name)
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

/** The notification drawer: newest first, filtered by project. */
export default function NotificationSidebar(props: SidebarProps) {
  const { open, onClose } = props
  const text = useNotificationText()
  const { data, isPending, error, refetch } = useRead(listNotifications, allNotificationsInput, {
    enabled: open,
  })
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={text.title}
      action={
        <Link
          href={`${paths.me}#notifications`}
          aria-label={text.settings}
          title={text.settings}
          onClick={onClose}
          className={buttonClass('ghost', 'normal', true)}
        >
          <Settings aria-hidden />
        </Link>
      }
    >
      {isPending && !error && (
        <Skeleton>
          <SkeletonRows rows={3} />
        </Skeleton>
      )}
      {error && (
        <p className="mb-3 text-13 text-text-muted">
          {data && `${text.failed} `}
          <button type="button" className="text-link underline" onClick={() => void refetch()}>
            {text.tryAgain}
          </button>
        </p>
      )}
      {data?.length === 0 && <EmptyState drawing="bell" title={text.empty} />}
      {data && data.length > 0 && <Notifications {...props} all={data} />}
    </Drawer>
  )
}

function Notifications({ all, onClose, onInvite }: SidebarProps & { all: Notification[] }) {
  const text = useNotificationText()
  const navigate = useNavigate()
  const { acknowledge, acknowledgeAll } = useAcknowledge()
  const { data: users } = useRead(listUsers, {})
  const people = useMemo(() => new Map(users?.map((person) => [person.id, person])), [users])
  const [chosen, setChosen] = useState<string>(ALL)
  const projects = projectsIn(all)
  // falls back to all projects when the chosen one has no notifications any more
  const project = projects.some(({ value }) => value === chosen) ? chosen : ALL
  const shown = project === ALL ? all : all.filter(({ project_id }) => project_id === project)
  const hasFresh = shown.some(({ state }) => state === 'NEW')
  const open = (notification: Notification) => {
    const href = getNotificationPath(notification)
    acknowledge(notification)
    if (!href) return
    onClose()
    navigate(href)
  }
  return (
    <div className="-m-4 flex h-[calc(100%+2rem)] flex-col">
      <div className="flex flex-none items-center gap-2 border-line border-b px-4 py-2">
        <Select
          size="small"
          aria-label={text.project}
          className="min-w-0 flex-1"
          options={[{ value: ALL, label: text.allProjects }, ...projects]}
          value={project}
          onChange={(value) => setChosen(value ?? ALL)}
        />
        <Button
          size="small"
          disabled={!hasFresh}
          onClick={() => acknowledgeAll(project === ALL ? null : project, all[0]?.created_at ?? '')}
        >
          {text.acknowledgeAll}
        </Button>
      </div>
      <VirtualList
        label={text.title}
        className="min-h-0 flex-1"
        items={shown}
        itemKey={(notification) => notification.id}
        estimate_px={70}
        onOpen={open}
      >
        {(notification) => (
          <NotificationRow
            notification={notification}
            people={people}
            onRead={() => acknowledge(notification)}
            onLeave={onClose}
            onInvite={onInvite}
          />
        )}
      </VirtualList>
    </div>
  )
}
