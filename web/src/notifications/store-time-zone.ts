import {
  getNotificationSettings,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { call } from '../api/client.ts'
import { readTimeZone } from '../base/time-zone.ts'

const KEY = 'plumbline.zone'

/** Stores the browser's time zone once per person and device, unless one is set: daily mails follow local time. */
export async function storeTimeZone(userId: string): Promise<void> {
  try {
    if (localStorage.getItem(KEY) === userId) return
    const { time_zone } = await call(getNotificationSettings, {}, { redirects: false })
    if (time_zone === null) {
      await call(updateNotificationSettings, { body: { time_zone: readTimeZone() } }, { redirects: false })
    }
    localStorage.setItem(KEY, userId)
  } catch {
    // retried at the next start
  }
}
