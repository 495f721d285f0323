import type { Notification, NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { notificationPath } from '@plumbline/contract/notifications/notifications.rules'
import type { NotificationSettings } from '@plumbline/contract/notifications/settings'
import { sayNotification } from '@plumbline/contract/notifications/words'
import type { Locale } from '@plumbline/contract/users/users'
import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { type Mail, queueMail } from '../mail/mail.ts'
import { type MailGroup, renderMail } from '../mail/render-mail.ts'
import { getLevelsByProject } from '../projects/project-roles.ts'
import { afterQuiet } from './due.ts'
import { wordsIn } from './mail-words.ts'
import { readSettings } from './settings.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Mails about notifications: one for each person with all that is due and still unread. */

/** More than a mail is read for; the rest is counted. */
const MOST_ROWS = 50
const MOST_PEOPLE = 200

type Due = Pick<Notification, 'type' | 'project_id' | 'created_at'> & { payload: NotificationPayload }
interface Reader {
  id: string
  email: string
  locale: Locale
}

/** What these are about is for members only, so it is not for who has left since. */
const forMembers = /^(ISSUE_|BIM_|CHAT_|PROJECT_MEMBER_|USER_JOINED_)/

async function stillTheirs(tx: Tx, userId: string, rows: Due[]): Promise<Due[]> {
  const levels = await getLevelsByProject(tx, userId)
  return rows.filter(
    ({ type, project_id }) => !project_id || !forMembers.test(type) || levels.has(project_id),
  )
}

function groupsOf(server: Pick<Server, 'config'>, { locale }: Reader, rows: Due[]): MailGroup[] {
  const words = wordsIn(locale)
  const { publicUrl } = server.config
  const groups = Map.groupBy(rows.slice(0, MOST_ROWS), (row) => row.project_id)
  const shown = [...groups].map(
    ([project_id, own]): MailGroup => ({
      title: (project_id && own[0]?.payload.project_name) || words.elsewhere,
      rows: own.map((row) => {
        const path = row.type === 'USER_INVITED_TO_PROJECT' ? '/projects' : notificationPath(row)
        const quote = row.type === 'ISSUE_COMMENT_ADDED' ? row.payload.message : undefined
        return { text: sayNotification(words.sentences, row), quote, url: path && publicUrl + path }
      }),
    }),
  )
  const left = rows.length - MOST_ROWS
  return left > 0 ? [...shown, { title: words.more(left), rows: [] }] : shown
}

function subjectOf(reader: Reader, rows: Due[]): string {
  const words = wordsIn(reader.locale)
  const [first] = rows
  if (rows.length === 1 && first) return sayNotification(words.sentences, first).slice(0, 200)
  const project = first?.payload.project_name
  const isOne = rows.every((row) => row.project_id === first?.project_id)
  return isOne && project ? words.subjectIn(rows.length, project) : words.subject(rows.length)
}

/** The mail of these rows, newest first, with the ways to have no more of them. */
function digestMail(server: Pick<Server, 'config' | 'secret' | 'now'>, reader: Reader, rows: Due[]): Mail {
  const words = wordsIn(reader.locale)
  const { publicUrl } = server.config
  const types = new Set(rows.map((row) => row.type))
  const [only = null] = types.size === 1 ? types : []
  const token = unsubscribeToken(server, reader.id, only, server.now())
  const mail = renderMail(reader.email, {
    locale: reader.locale,
    subject: subjectOf(reader, rows),
    lines: [],
    groups: groupsOf(server, reader, rows),
    action: { label: words.open, url: `${publicUrl}/projects` },
    closing: words.closing,
    links: [
      { label: words.settings, url: `${publicUrl}/me#notifications` },
      { label: only ? words.endThese : words.endAll, url: `${publicUrl}/unsubscribe?token=${token}` },
    ],
  })
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/api/notification/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...mail, headers }
}

/** Whose mail it is: held, so that of two servers one sends it. Null: another one is at it, or nobody is left. */
async function hold(tx: Tx, userId: string): Promise<Reader | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'email', 'locale'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** The mail and the rows that are in it go together: both are committed, or neither. */
async function sendOne(server: Server, userId: string) {
  const now = server.now()
  await inTransaction(server.db, async (tx) => {
    const reader = await hold(tx, userId)
    if (!reader) return
    const settings = (await readSettings(tx, [userId])).get(userId) as NotificationSettings
    const due = sql<boolean>`user_id = ${userId} and mail_at <= ${now.toISOString()}`
    const later = afterQuiet(now, settings)
    if (later > now) {
      await tx.updateTable('notifications').set({ mail_at: later.toISOString() }).where(due).execute()
      return
    }
    // what was acknowledged has no mail that is due
    const { rows } = await sql<Due>`
      with taken as (update notifications set mail_at = null where ${due} returning *)
      select * from taken order by created_at desc, id desc`.execute(tx)
    const wanted = rows.filter(({ type }) => settings.types[type].email !== 'OFF')
    const shown = await stillTheirs(tx, userId, wanted)
    if (shown.length > 0) await queueMail({ tx, jobs: server.jobs }, digestMail(server, reader, shown))
  })
}

/** Sends every mail that is due, person by person: one whose mail cannot be made holds up no other. */
export async function sendDigests(server: Server): Promise<void> {
  const waiting = await server.db
    .selectFrom('notifications')
    .select('user_id')
    .where('mail_at', '<=', server.now().toISOString())
    .groupBy('user_id')
    .orderBy((eb) => eb.fn.min('mail_at'))
    .limit(MOST_PEOPLE)
    .execute()
  for (const { user_id } of waiting) {
    try {
      await sendOne(server, user_id)
    } catch (error) {
      server.log.error({ err: error, user_id }, 'mail about notifications failed')
    }
  }
}
