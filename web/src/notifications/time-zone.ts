import {
  getNotificationSettings,
  updateNotificationSettings,
} from '@plumbline/contract/notifications/settings'
import { call } from '../api/client.ts'

const KEY = 'plumbline.zone'

/** Says once for each person on a device where they are, unless they have: daily mails go by the clock on their wall. */
export async function sayTimeZone(userId: string): Promise<void> {
  try {
    if (localStorage.getItem(KEY) === userId) return
    const { time_zone } = await call(getNotificationSettings, {}, { redirects: false })
    if (time_zone === null) {
      const own = Intl.DateTimeFormat().resolvedOptions().timeZone
      await call(updateNotificationSettings, { body: { time_zone: own } }, { redirects: false })
    }
    localStorage.setItem(KEY, userId)
  } catch {
    // the next start tries again
  }
}
