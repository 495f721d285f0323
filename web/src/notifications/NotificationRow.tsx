import type { Notification } from '@plumbline/contract/notifications/notifications'
import {
  getNotificationPath,
  getNotificationPerson,
} from '@plumbline/contract/notifications/notifications.rules'
import { englishNotificationTexts, formatNotification } from '@plumbline/contract/notifications/words'
import { Box, Eye } from 'lucide-react'
import type { MouseEvent } from 'react'
import { catalogue } from '../base/language.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import type { AvatarPerson } from '../ui/person.ts'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { useNotificationText } from './text.ts'

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

/** A notification that links to its subject, with an eye button that acknowledges it. */
export function NotificationRow(props: {
  notification: Notification
  people: ReadonlyMap<string, AvatarPerson>
  onRead: () => void
  /** called when the link is followed, so that the sidebar closes */
  onLeave: () => void
  onInvite: (inviteId: string) => void
}) {
  const { notification } = props
  const text = useNotificationText()
  const { type, payload, state, created_at } = notification
  const fresh = state === 'NEW'
  const actor = actorOf(notification, props.people)
  const href = getNotificationPath(notification)
  const said = formatNotification(useWords(), notification)
  const { project_name: project } = payload
  const place = project && !said.includes(project) ? project : null
  const quote = type === 'ISSUE_COMMENT_ADDED' ? payload.message : undefined
  function follow() {
    props.onRead()
    props.onLeave()
  }
  /** the button disappears when pressed, so focus moves to the row */
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
        <p className="text-12 text-text-muted wrap-anywhere">
          {place && `${place} · `}
          <time dateTime={created_at} title={exactTime(created_at)} className="relative tabular-nums">
            {shortDateTime(created_at)}
          </time>
        </p>
      </div>
      {fresh && (
        <IconButton
          size="small"
          className="relative"
          name={text.acknowledge}
          icon={<Eye aria-hidden />}
          onClick={read}
        />
      )}
    </div>
  )
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
