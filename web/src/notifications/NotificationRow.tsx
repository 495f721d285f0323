import type {
  Notification,
  NotificationGroup,
  NotificationPayload,
} from '@plumbline/contract/notifications/notifications'
import {
  getNotificationPath,
  getNotificationPerson,
} from '@plumbline/contract/notifications/notifications.rules'
import { englishNotificationTexts, formatNotification } from '@plumbline/contract/notifications/words'
import { AlarmClock, BellOff, BellRing, Box, ChevronDown, ChevronUp, Ellipsis, Eye } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { catalogue } from '../base/language.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import type { AvatarPerson } from '../ui/person.ts'
import { clockTime, exactTime, longDate, shortDateTime } from '../users/dates.ts'
import { computeSnoozeTimes } from './snooze-times.ts'
import { useNotificationText } from './text.ts'
import { useThreadsText } from './threads-text.ts'

const useWords = catalogue('notificationWords', englishNotificationTexts)

/** The author with their current name and picture if known, else the name stored in the notification. */
function actorOf(notification: Notification, people: ReadonlyMap<string, AvatarPerson>): AvatarPerson | null {
  const { id, name } = getNotificationPerson(notification)
  const known = id && people.get(id)
  if (known) return known
  if (!id && !name) return null
  const [first_name = null, ...rest] = (name ?? '').split(' ')
  return { id: id ?? name ?? '', first_name, last_name: rest.at(-1) ?? null }
}

interface RowActs {
  /** acknowledges the whole thread */
  onRead: (isQuiet?: boolean) => void
  /** called when the link is followed, so that the sidebar closes */
  onLeave: () => void
  onInvite: (inviteId: string) => void
  onSnooze: (until: string | null) => void
  onMute: (muted: boolean) => void
}

/** The newest notification of a thread with its actions, and earlier ones below it when expanded. */
export function NotificationRow(
  props: RowActs & {
    group: NotificationGroup
    people: ReadonlyMap<string, AvatarPerson>
    expanded: boolean
    onExpand: (expanded: boolean) => void
    menuOpen: boolean
    onMenu: (open: boolean) => void
    /** earlier notifications, when expanded */
    children?: ReactNode
  },
) {
  const { group } = props
  const text = useNotificationText()
  const threads = useThreadsText()
  const { newest } = group
  const fresh = group.fresh > 0
  const actor = actorOf(newest, props.people)
  const href = getNotificationPath(newest)
  /** the button disappears when pressed, so focus moves to the row */
  function read(event: MouseEvent<HTMLButtonElement>) {
    event.currentTarget.closest('li')?.focus()
    props.onRead()
  }
  return (
    <div className={cx('border-line border-b', !fresh && 'text-text-muted')}>
      <div
        className={cx(
          'relative flex items-start gap-3 py-3 ps-4 pe-2 transition-colors',
          href && 'hover:bg-sunken',
        )}
      >
        <span className={cx('mt-3 size-2 flex-none rounded-full transition-colors', fresh && 'bg-link')}>
          {fresh && <span className="sr-only">{text.fresh}</span>}
        </span>
        {actor ? (
          <Avatar person={actor} decorative />
        ) : (
          <span className="grid size-8 flex-none place-items-center rounded-full bg-sunken text-text-muted">
            <Box aria-hidden />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <NotificationSentence {...props} notification={newest} fresh={fresh} />
          <NotificationPlace notification={newest}>
            {group.muted && (
              <span className="ms-1.5 inline-flex items-center gap-1">
                <BellOff aria-hidden className="size-3" />
                {threads.muted}
              </span>
            )}
          </NotificationPlace>
          {group.snoozed_until && (
            <p className="text-12">{threads.snoozedUntil(shortDateTime(group.snoozed_until))}</p>
          )}
          {group.count > 1 && !group.snoozed_until && (
            <button
              type="button"
              aria-expanded={props.expanded}
              className="relative -mx-1 mt-1 inline-flex min-h-6 items-center gap-1 rounded-control px-1 text-13 text-link pointer-coarse:min-h-11"
              onClick={() => props.onExpand(!props.expanded)}
            >
              {props.expanded ? threads.showLess : threads.moreCount(group.count - 1)}
              {props.expanded ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
            </button>
          )}
        </div>
        <span className="relative flex flex-none max-sm:flex-col-reverse">
          {fresh && !group.snoozed_until && (
            <IconButton
              size="small"
              name={text.acknowledge}
              keys="E"
              icon={<Eye aria-hidden />}
              onClick={read}
            />
          )}
          <ThreadMenu {...props} />
        </span>
      </div>
      {props.children}
    </div>
  )
}

/** Snoozes, mutes, and takes both back. */
function ThreadMenu(
  props: RowActs & { group: NotificationGroup; menuOpen: boolean; onMenu: (open: boolean) => void },
) {
  const text = useThreadsText()
  const { group } = props
  const { issue_id } = group.newest.payload
  const now = new Date()
  const describe = (at: Date) => {
    const iso = at.toISOString()
    return at.getDate() === now.getDate() ? clockTime(iso) : shortDateTime(iso)
  }
  return (
    <Menu
      align="end"
      open={props.menuOpen}
      onOpenChange={props.onMenu}
      trigger={<IconButton size="small" name={text.actions} keys="H" icon={<Ellipsis aria-hidden />} />}
    >
      {group.snoozed_until ? (
        <MenuItem icon={<AlarmClock aria-hidden />} onSelect={() => props.onSnooze(null)}>
          {text.showNow}
        </MenuItem>
      ) : (
        <MenuGroup label={text.snooze}>
          {computeSnoozeTimes(now).map(({ name, at }) => (
            <MenuItem
              key={name}
              icon={<AlarmClock aria-hidden />}
              onSelect={() => props.onSnooze(at.toISOString())}
            >
              {`${text[name]}, ${describe(at)}`}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {issue_id && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={group.muted ? <BellRing aria-hidden /> : <BellOff aria-hidden />}
            keys="M"
            onSelect={() => props.onMute(!group.muted)}
          >
            {group.muted ? text.unmute : text.mute}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The sentence with a link to its subject, and the text of a comment. */
export function NotificationSentence(
  props: Pick<RowActs, 'onRead' | 'onLeave' | 'onInvite'> & { notification: Notification; fresh: boolean },
) {
  const { notification, fresh } = props
  const { type, payload } = notification
  const href = getNotificationPath(notification)
  const said = formatNotification(useWords(), notification)
  const quote = type === 'ISSUE_COMMENT_ADDED' ? payload.message : undefined
  function follow() {
    props.onRead(true)
    props.onLeave()
  }
  return (
    <>
      <p className={cx('wrap-anywhere', type === 'CHAT_MESSAGE' ? 'truncate' : 'line-clamp-4')}>
        {href ? (
          <Link
            quiet
            href={href}
            onClick={follow}
            className={cx('static after:absolute after:inset-0', fresh && 'font-medium')}
          >
            {said}
          </Link>
        ) : (
          <span className={cx(fresh && 'font-medium')}>{said}</span>
        )}
        {type === 'USER_INVITED_TO_PROJECT' && payload.invitation_id && (
          <InvitationAnswer
            payload={payload}
            onFollow={() => {
              follow()
              props.onInvite(payload.invitation_id ?? '')
            }}
          />
        )}
      </p>
      {quote && <p className="line-clamp-2 text-13 text-text-muted wrap-anywhere">{quote}</p>}
    </>
  )
}

/** The project, unless the sentence names it, and the time. */
export function NotificationPlace(props: { notification: Notification; children?: ReactNode }) {
  const { created_at, payload } = props.notification
  const { project_name: project } = payload
  const said = formatNotification(useWords(), props.notification)
  const place = project && !said.includes(project) ? project : null
  return (
    <p className="text-12 text-text-muted wrap-anywhere">
      {place && `${place} · `}
      <time dateTime={created_at} title={exactTime(created_at)} className="relative tabular-nums">
        {shortDateTime(created_at)}
      </time>
      {props.children}
    </p>
  )
}

/** The state of the invitation, or the link to answer it. */
function InvitationAnswer({ payload, onFollow }: { payload: NotificationPayload; onFollow: () => void }) {
  const { answered } = useThreadsText()
  const { invitation_state: state = 'PENDING', invitation_decided_at: at } = payload
  if (state === 'PENDING') return <Instructions onFollow={onFollow} />
  return ` ${answered[state](at ? longDate(at) : '')}`
}

/** A link to the dialog that accepts or declines the invitation. */
function Instructions({ onFollow }: { onFollow: () => void }) {
  const [before, link, after] = useNotificationText().toAnswer
  return (
    <>
      {` ${before}`}
      <button type="button" className="text-link underline after:absolute after:inset-0" onClick={onFollow}>
        {link}
      </button>
      {after}
    </>
  )
}
