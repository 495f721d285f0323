import type { Notification, NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { getNotificationPath } from '@plumbline/contract/notifications/notifications.rules'
import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import { formatNotification } from '@plumbline/contract/notifications/words'
import type { Locale } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { type Mail, queueMail } from '../mail/mail.ts'
import { type MailGroup, renderMail } from '../mail/render-mail.ts'
import { filterVisible } from './filter-visible.ts'
import { delayPastQuietHours } from './mail-due.ts'
import { getNotificationMailTexts } from './mail-texts.ts'
import { readNotificationSettings } from './settings.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

/** notifications listed in a mail; the rest is only counted */
const MAX_ROWS = 50
const MAX_PEOPLE = 200

type DueNotification = Pick<Notification, 'type' | 'project_id' | 'created_at'> & {
  payload: NotificationPayload
}
interface DigestRecipient {
  id: string
  email: string
  locale: Locale
}

function buildGroups(
  server: Pick<Server, 'config'>,
  { locale }: DigestRecipient,
  rows: DueNotification[],
): MailGroup[] {
  const words = getNotificationMailTexts(locale)
  const { publicUrl } = server.config
  const groups = Map.groupBy(rows.slice(0, MAX_ROWS), (row) => row.project_id)
  const shown = [...groups].map(
    ([project_id, own]): MailGroup => ({
      title: (project_id && own[0]?.payload.project_name) || words.otherGroup,
      rows: own.map((row) => {
        const path = row.type === 'USER_INVITED_TO_PROJECT' ? '/projects' : getNotificationPath(row)
        const quote = row.type === 'ISSUE_COMMENT_ADDED' ? row.payload.message : undefined
        return { text: formatNotification(words.notifications, row), quote, url: path && publicUrl + path }
      }),
    }),
  )
  const left = rows.length - MAX_ROWS
  return left > 0 ? [...shown, { title: words.moreCount(left), rows: [] }] : shown
}

function buildSubject(reader: DigestRecipient, rows: DueNotification[]): string {
  const words = getNotificationMailTexts(reader.locale)
  const [first] = rows
  if (rows.length === 1 && first) return formatNotification(words.notifications, first).slice(0, 200)
  const project = first?.payload.project_name
  const isOneProject = rows.every((row) => row.project_id === first?.project_id)
  return isOneProject && project ? words.subjectInProject(rows.length, project) : words.subject(rows.length)
}

/** Builds the mail of these notifications, newest first, with links to unsubscribe. */
function buildDigestMail(
  server: Pick<Server, 'config' | 'secret' | 'now'>,
  reader: DigestRecipient,
  rows: DueNotification[],
): Mail {
  const words = getNotificationMailTexts(reader.locale)
  const { publicUrl } = server.config
  const types = new Set(rows.map((row) => row.type))
  const [only = null] = types.size === 1 ? types : []
  const token = createUnsubscribeToken(server, reader.id, only, server.now())
  const mail = renderMail(reader.email, {
    locale: reader.locale,
    subject: buildSubject(reader, rows),
    lines: [],
    groups: buildGroups(server, reader, rows),
    action: { label: words.open, url: `${publicUrl}/projects` },
    closing: words.closing,
    links: [
      { label: words.settings, url: `${publicUrl}/me#notifications` },
      {
        label: only ? words.unsubscribeType : words.unsubscribeAll,
        url: `${publicUrl}/unsubscribe?token=${token}`,
      },
    ],
  })
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/api/notification/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...mail, headers }
}

interface LockedRecipient extends DigestRecipient {
  locked_at: string | null
}

/**
 * Locks the recipient, so that only one server sends the mail. Null: another server holds the lock, or the user was deleted.
 */
async function lockRecipient(tx: Tx, userId: string): Promise<LockedRecipient | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'locked_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** Queues the user's mail and clears the due rows in one transaction. */
async function sendDigest(server: Server, userId: string) {
  const now = server.now()
  await inTransaction(server.db, async (tx) => {
    const reader = await lockRecipient(tx, userId)
    if (!reader) return
    const settings = (await readNotificationSettings(tx, [userId])).get(userId) as NotificationSettings
    const due = sql<boolean>`user_id = ${userId} and mail_at <= ${now.toISOString()}`
    const later = delayPastQuietHours(now, settings)
    if (later > now) {
      await tx.updateTable('notifications').set({ mail_at: later.toISOString() }).where(due).execute()
      return
    }
    // acknowledged notifications have no mail_at
    const { rows } = await sql<DueNotification>`
      with due as (update notifications set mail_at = null where ${due} returning *)
      select * from due order by created_at desc, id desc`.execute(tx)
    // a mail would contain data that a locked account may not read
    if (reader.locked_at !== null) return
    const enabled = rows.filter(({ type }) => settings.types[type].email !== 'OFF')
    const shown = await filterVisible(tx, userId, enabled)
    if (shown.length > 0) await queueMail({ tx, jobs: server.jobs }, buildDigestMail(server, reader, shown))
  })
}

/** Sends all due mails, one per user with all due unread notifications; a failure affects only that user. */
export async function sendDigests(server: Server): Promise<void> {
  const waiting = await server.db
    .selectFrom('notifications')
    .select('user_id')
    .where('mail_at', '<=', server.now().toISOString())
    .groupBy('user_id')
    .orderBy((eb) => eb.fn.min('mail_at'))
    .limit(MAX_PEOPLE)
    .execute()
  for (const { user_id } of waiting) {
    try {
      await sendDigest(server, user_id)
    } catch (error) {
      server.log.error({ err: error, user_id }, 'mail about notifications failed')
    }
  }
}
