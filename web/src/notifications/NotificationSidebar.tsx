import type { ReplyOf } from '@plumbline/contract/http'
import {
  listNotificationGroups,
  type NotificationGroup,
} from '@plumbline/contract/notifications/notifications'
import { getNotificationPath } from '@plumbline/contract/notifications/notifications.rules'
import { listUsers } from '@plumbline/contract/users/users'
import { AlarmClock, ArrowLeft, Settings } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isUnreachable } from '../api/client.ts'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-look.ts'
import { cx } from '../ui/cx.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useUiText } from '../ui/text.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { findSeenUntil } from './seen-until.ts'
import { ThreadNotifications } from './ThreadNotifications.tsx'
import { useNotificationText } from './text.ts'
import { useThreadsText } from './threads-text.ts'
import { useThreads } from './use-threads.ts'

interface SidebarProps {
  open: boolean
  onClose: () => void
  onInvite: (inviteId: string) => void
}

const ALL = 'all'
/** threads read at first, and at most */
const PAGE = 50
const MOST = 1000

interface View {
  /** a project's id, or ALL */
  project: string
  snoozed: boolean
  limit: number
}

/** The notification drawer: threads, newest first, filtered by project. */
export default function NotificationSidebar(props: SidebarProps) {
  const { open, onClose } = props
  const text = useNotificationText()
  const threads = useThreadsText()
  const ui = useUiText()
  const [view, setView] = useState<View>({ project: ALL, snoozed: false, limit: PAGE })
  const query = {
    project_id: view.project === ALL || view.snoozed ? ('0' as const) : view.project,
    snoozed: view.snoozed ? ('true' as const) : ('false' as const),
    limit: view.limit,
  }
  const { data, isPending, error, refetch } = useRead(
    listNotificationGroups,
    { query },
    { enabled: open, keepPrevious: true },
  )
  const onView = (change: Partial<View>) => setView((before) => ({ ...before, ...change }))
  const isFiltered = view.snoozed || view.project !== ALL
  const hasControls = data && (data.groups.length > 0 || isFiltered || data.snoozed > 0)
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
          {data ? text.failed : isUnreachable(error) ? ui.needsConnection : text.unread}{' '}
          <button type="button" className="text-link underline" onClick={() => void refetch()}>
            {text.tryAgain}
          </button>
        </p>
      )}
      {data && (
        <div className={cx(hasControls && '-m-4 flex h-[calc(100%+2rem)] flex-col')}>
          {hasControls && <ListControls {...props} data={data} view={view} onView={onView} />}
          {data.groups.length === 0 ? (
            <EmptyState drawing="bell" title={view.snoozed ? threads.noneSnoozed : text.empty} />
          ) : (
            <Threads {...props} data={data} view={view} onView={onView} />
          )}
        </div>
      )}
    </Drawer>
  )
}

interface ListProps extends SidebarProps {
  data: ReplyOf<typeof listNotificationGroups>
  view: View
  onView: (view: Partial<View>) => void
}

/** The project filter, "Acknowledge all" and the link to snoozed notifications. */
function ListControls({ data, view, onView }: ListProps) {
  const text = useNotificationText()
  const threads = useThreadsText()
  const acts = useThreads()
  const { groups, snoozed } = data
  const projects = data.projects.map(({ id, name }) => ({ value: id, label: name }))
  const until = findSeenUntil(groups)
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      {view.snoozed ? (
        <Button size="small" icon={<ArrowLeft aria-hidden />} onClick={() => onView({ snoozed: false })}>
          {threads.backToAll}
        </Button>
      ) : (
        <>
          <OptionPicker
            size="small"
            aria-label={text.project}
            className="min-w-36 flex-1"
            options={[{ value: ALL, label: text.allProjects }, ...projects]}
            value={view.project}
            onChange={(value) => onView({ project: value ?? ALL, limit: PAGE })}
          />
          <Button
            size="small"
            disabled={groups.every(({ fresh }) => fresh === 0)}
            onClick={() => acts.acknowledgeAll(view.project === ALL ? null : view.project, until)}
          >
            {text.acknowledgeAll}
          </Button>
          {snoozed > 0 && (
            <Button
              size="small"
              look="ghost"
              icon={<AlarmClock aria-hidden />}
              onClick={() => onView({ snoozed: true })}
            >
              {threads.snoozedCount(snoozed)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** The threads, each with its keys: E acknowledges, H opens the snooze menu, M mutes. */
function Threads(props: ListProps) {
  const { data, view, onClose, onInvite } = props
  const text = useNotificationText()
  const threads = useThreadsText()
  const navigate = useNavigate()
  const acts = useThreads()
  const { shortcuts } = useMe().preferences
  const { data: users } = useRead(listUsers, {}, { silent: true })
  const people = useMemo(() => new Map(users?.map((person) => [person.id, person])), [users])
  const [expanded, setExpanded] = useState<string | null>(null)
  const [menu, setMenu] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  function open(group: NotificationGroup) {
    const href = getNotificationPath(group.newest)
    acts.acknowledgeGroup(group, href !== null)
    if (!href) return
    onClose()
    navigate(href)
  }
  function snooze(group: NotificationGroup, until: string | null) {
    acts.snooze(group, until)
    // the row goes with its focus
    setTimeout(() => list.current?.querySelector<HTMLElement>('li[tabindex="0"]')?.focus())
  }
  function press(group: NotificationGroup, key: string): boolean {
    if (!shortcuts) return false
    if (key === 'e') acts.acknowledgeGroup(group)
    else if (key === 'h') setMenu(group.key)
    else if (key === 'm' && group.newest.payload.issue_id) acts.setMuted(group, !group.muted)
    else return false
    return true
  }
  return (
    <div ref={list} className="flex min-h-0 flex-1 flex-col">
      <VirtualList
        label={text.title}
        className="min-h-0 flex-1"
        items={data.groups}
        itemKey={(group) => group.key}
        estimate_px={84}
        onOpen={open}
        onKey={press}
      >
        {(group) => (
          <NotificationRow
            group={group}
            people={people}
            expanded={expanded === group.key}
            onExpand={(isOpen) => setExpanded(isOpen ? group.key : null)}
            menuOpen={menu === group.key}
            onMenu={(isOpen) => setMenu(isOpen ? group.key : null)}
            onRead={(isQuiet) => acts.acknowledgeGroup(group, isQuiet)}
            onLeave={onClose}
            onInvite={onInvite}
            onSnooze={(until) => snooze(group, until)}
            onMute={(muted) => acts.setMuted(group, muted)}
          >
            {expanded === group.key && group.count > 1 && (
              <ThreadNotifications
                group={group}
                onRead={(one, isQuiet) => acts.acknowledge(one, group.key, isQuiet)}
                onLeave={onClose}
                onInvite={onInvite}
              />
            )}
          </NotificationRow>
        )}
      </VirtualList>
      {data.has_more && view.limit < MOST && (
        <div className="flex-none border-line border-t p-2 text-center">
          <Button
            size="small"
            look="ghost"
            onClick={() => props.onView({ limit: Math.min(MOST, view.limit * 2) })}
          >
            {threads.loadMore}
          </Button>
        </div>
      )}
    </div>
  )
}
