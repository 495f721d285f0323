import type { Server } from '../context.ts'
import { type Domain, EVERY_MINUTE } from '../domain.ts'
import { sendDigests } from './digest.ts'
import { notificationExportParts } from './export.ts'
import { forgetPersonOfNotifications } from './forget-person.ts'
import { createNotifier } from './notify.ts'
import type { PushOptions } from './push.ts'
import { createPushSender, queueDuePushes } from './push.ts'
import { ensurePushKeys } from './push-keys.ts'
import { returnSnoozed } from './return-snoozed.ts'
import { notificationRoutes } from './routes.ts'
import { sweepNotifications } from './sweep.ts'

export const createNotificationDomain = (server: Server, push?: PushOptions): Domain => ({
  routes: notificationRoutes,
  exportParts: notificationExportParts,
  reactions: [forgetPersonOfNotifications, createNotifier(server.jobs)],
  prepare: async ({ config, db }) => {
    if (config.webPush) await ensurePushKeys(db)
  },
  workers: () => {
    const sendPushes = createPushSender(server, push)
    return [{ queue: 'push', parallel: 2, run: (data: { user_id: string }) => sendPushes(data.user_id) }]
  },
  schedules: (teller) => [
    {
      queue: 'remind',
      cron: EVERY_MINUTE,
      run: async () => {
        await returnSnoozed(server, teller)
        await sendDigests(server)
        await queueDuePushes(server)
      },
    },
  ],
  purges: [sweepNotifications],
})
