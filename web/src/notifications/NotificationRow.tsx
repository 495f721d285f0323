import type { Notification } from '@plumbline/contract/notifications/notifications'
import { notificationPath, notificationPerson } from '@plumbline/contract/notifications/notifications.rules'
import { english, sayNotification } from '@plumbline/contract/notifications/words'
import { Box, Eye } from 'lucide-react'
import type { MouseEvent } from 'react'
import { catalogue } from '../base/language.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import type { Person } from '../ui/person.ts'
import { useUiText } from '../ui/text.tsx'
import { useOnline } from '../ui/use-online.ts'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { useNotificationText } from './text.ts'

const useWords = catalogue('notificationWords', english)

/** Who did it: as they are now where one knows them, else by the name of then. */
function actorOf(notification: Notification, people: ReadonlyMap<string, Person>): Person | null {
  const { id, name } = notificationPerson(notification)
  const known = id && people.get(id)
  if (known) return known
  if (!id && !name) return null
  const [first_name = null, ...rest] = (name ?? '').split(' ')
  return { id: id ?? name ?? '', first_name, last_name: rest.at(-1) ?? null }
}

/** One notification: all of it opens what it is about, and the eye acknowledges it. */
export function NotificationRow(props: {
  notification: Notification
  people: ReadonlyMap<string, Person>
  onRead: () => void
  /** it was followed: the sidebar makes room */
  onLeave: () => void
  onInvite: (inviteId: string) => void
}) {
  const { notification } = props
  const text = useNotificationText()
  const ui = useUiText()
  const online = useOnline()
  const { type, payload, state, created_at } = notification
  const fresh = state === 'NEW'
  const actor = actorOf(notification, props.people)
  const href = notificationPath(notification)
  const said = sayNotification(useWords(), notification)
  const quote = type === 'ISSUE_COMMENT_ADDED' ? payload.message : undefined
  function follow() {
    props.onRead()
    props.onLeave()
  }
  /** the button goes with the press: the row keeps the focus */
  function read(event: MouseEvent<HTMLButtonElement>) {
    event.currentTarget.closest('li')?.focus()
    props.onRead()
  }
  return (
    <div
      className={cx(
        'relative flex items-start gap-3 border-line border-b py-3 ps-4 pe-2 transition-colors',
        href && 'hover:bg-sunken',
        !fresh && 'text-text-muted',
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
        <p className={cx('wrap-anywhere', type === 'CHAT_MESSAGE' ? 'truncate' : 'line-clamp-3')}>
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
            <Instructions
              onFollow={() => {
                follow()
                props.onInvite(payload.invitation_id ?? '')
              }}
            />
          )}
        </p>
        {quote && <p className="line-clamp-2 text-13 text-text-muted wrap-anywhere">{quote}</p>}
        <time
          dateTime={created_at}
          title={exactTime(created_at)}
          className="relative text-12 text-text-muted tabular-nums"
        >
          {shortDateTime(created_at)}
        </time>
      </div>
      {fresh && (
        <IconButton
          size="small"
          className="relative"
          name={text.acknowledge}
          icon={<Eye aria-hidden />}
          disabled={online ? false : ui.needsConnection}
          onClick={read}
        />
      )}
    </div>
  )
}

/** The way from an invitation to the dialog that answers it. */
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
