import https from 'node:https'
import type { Notification, NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { getNotificationPath } from '@plumbline/contract/notifications/notifications.rules'
import { formatNotification } from '@plumbline/contract/notifications/words'
import { sql } from 'kysely'
import webPush from 'web-push'
import type { Config } from '../config.ts'
import type { Server } from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import { filterVisible } from './filter-visible.ts'
import { delayPastQuietHours } from './mail-due.ts'
import { getNotificationMailTexts } from './mail-texts.ts'
import { publicLookup } from './public-address.ts'
import { ensurePushKeys } from './push-keys.ts'
import { readNotificationSettings } from './settings.ts'

const TIMEOUT_MS = 10_000
/** how long a push service stores a message for an offline device */
const TTL_S = 24 * 3600
const RETRY_MS = 5 * 60_000
/** failed pushes are not retried after this time */
const STALE_MS = 3600_000
/** characters; an encrypted push has at most 4,096 bytes */
const MAX_TEXT_LENGTH = 300

type DuePush = Pick<Notification, 'id' | 'type' | 'project_id' | 'created_at'> & {
  payload: NotificationPayload
  /** devices that a failed push is tried again at; null: all */
  push_device_ids: string[] | null
}
interface Device {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushOptions {
  /** agent for push services; the default refuses addresses that are not public */
  agent?: https.Agent
}

/** The contact address that push services require (VAPID subject). */
const getVapidSubject = ({ publicUrl, contactEmail }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${contactEmail ?? 'nobody@example.com'}`

/** Posts to a push service; returns the status and ignores the body. */
function post(agent: https.Agent, url: string, headers: object, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = https.request(url, { method: 'POST', agent, headers: { ...headers }, signal })
    request.on('error', reject)
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.end(body)
  })
}

const postponePushes = (tx: Tx, user_id: string, { from, to }: { from: Date; to: Date }) =>
  tx
    .updateTable('notifications')
    .set({ push_at: to.toISOString() })
    .where('user_id', '=', user_id)
    .where('push_at', '<=', from.toISOString())
    .execute()

/**
 * Claims the user's due pushes by clearing `push_at`, and reads the devices. A push may have waited for the end of the quiet
 * hours or for a retry, so access and settings are checked again.
 */
async function claimDuePushes({ db }: Server, user_id: string, now: Date) {
  return inTransaction(db, async (tx) => {
    const settings = (await readNotificationSettings(tx, [user_id])).get(user_id)
    const allowed = settings ? delayPastQuietHours(now, settings) : now
    if (allowed > now) {
      await postponePushes(tx, user_id, { from: now, to: allowed })
      return null
    }
    const rows = await sql<DuePush>`
      update notifications set push_at = null where id in (
        select id from notifications where user_id = ${user_id} and push_at <= ${now.toISOString()}
          and state = 'NEW' order by created_at limit 50 for update skip locked)
      returning id, type, project_id, payload, created_at, push_device_ids`.execute(tx)
    const recent = rows.rows.filter((row) => now.getTime() - Date.parse(row.created_at) < 24 * STALE_MS)
    const enabled = recent.filter(({ type }) => settings?.types[type].push)
    const fresh = await filterVisible(tx, user_id, enabled)
    const devices: Device[] = await tx
      .selectFrom('push_devices')
      .select(['id', 'endpoint', 'p256dh', 'auth'])
      .where('user_id', '=', user_id)
      .execute()
    const user = await tx.selectFrom('users').select('locale').where('id', '=', user_id).executeTakeFirst()
    return { fresh, devices, locale: user?.locale ?? 'en' }
  })
}

/** Creates the job handler that sends a user's due pushes; they are claimed first, so that a failure blocks no other push. */
export function createPushSender(server: Server, { agent: given }: PushOptions = {}) {
  const agent = given ?? new https.Agent({ lookup: publicLookup, keepAlive: false })
  const { db, log, config, now } = server

  /** Sends to one device; returns whether to retry. */
  async function sendTo(device: Device, text: string): Promise<boolean> {
    const keys = await ensurePushKeys(db)
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
        text,
        {
          TTL: TTL_S,
          vapidDetails: {
            subject: getVapidSubject(config),
            publicKey: keys.public_key,
            privateKey: keys.private_key,
          },
        },
      )
      const status = await post(agent, endpoint, headers, body)
      if (status === 404 || status === 410)
        await db.deleteFrom('push_devices').where('id', '=', device.id).execute()
      return status === 429 || status >= 500
    } catch (error) {
      log.info({ err: error, device: device.id }, 'push not sent')
      return true
    }
  }

  return async (user_id: string): Promise<void> => {
    if (!config.webPush) return
    const claimed = await claimDuePushes(server, user_id, now())
    if (!claimed) return
    const { fresh, devices, locale } = claimed
    const words = getNotificationMailTexts(locale)
    // one that does not answer would hold up the pushes of other people once for each notification
    const unreached = new Set<string>()
    for (const row of fresh) {
      const text = JSON.stringify({
        id: row.id,
        type: row.type,
        title: row.payload.project_name ?? 'Plumbline',
        text: [...formatNotification(words.notifications, row)].slice(0, MAX_TEXT_LENGTH).join(''),
        url: getNotificationPath(row) ?? '/projects',
      })
      const waiting = devices.filter(({ id }) => row.push_device_ids?.includes(id) ?? true)
      const tried = await Promise.all(
        waiting.map(async (device) => ({
          id: device.id,
          hasFailed: unreached.has(device.id) || (await sendTo(device, text)),
        })),
      )
      const failed = tried.filter(({ hasFailed }) => hasFailed).map(({ id }) => id)
      for (const id of failed) unreached.add(id)
      const isRecent = now().getTime() - Date.parse(row.created_at) < STALE_MS
      if (failed.length === 0 || !isRecent) continue
      await db
        .updateTable('notifications')
        .set({
          push_at: new Date(now().getTime() + RETRY_MS).toISOString(),
          push_device_ids: failed,
        })
        .where('id', '=', row.id)
        .where('state', '=', 'NEW')
        // a later message of the conversation has its own push
        .where('push_at', 'is', null)
        .execute()
    }
  }
}

/** Queues a job for each user with a due push: after quiet hours, or a retry. */
export async function queueDuePushes({ db, jobs, now }: Server): Promise<void> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('push_at', '<=', now().toISOString())
    .limit(1000)
    .execute()
  await jobs.addMissing(db, 'push', rows)
}
