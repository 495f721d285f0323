import * as notifications from '@plumbline/contract/notifications'
import { unsubscribeToken } from '../src/notifications/unsubscribe.ts'
import type { TestApp } from './app.ts'
import type { User } from './make.ts'

/** Every write of notifications, in an order in which each finds what it needs. */
export function notificationWrites(app: () => TestApp, reader: () => User, receiver: () => User) {
  const client = () => reader().client
  const newest = async () => {
    const [note] = await client().call(notifications.listNotifications, { query: {} })
    return { id: note?.id ?? '' }
  }
  const runs: Record<string, () => Promise<unknown>> = {
    acknowledgeNotification: async () =>
      client().call(notifications.acknowledgeNotification, { params: await newest() }),
    updateNotificationSettings: () =>
      client().call(notifications.updateNotificationSettings, {
        body: { types: { CHAT_MESSAGE: { push: false } } },
      }),
    unsubscribe: () =>
      client().call(notifications.unsubscribe, {
        params: { token: unsubscribeToken(app().server, reader().id, 'ISSUE_UPDATED', new Date()) },
      }),
    addPushDevice: () =>
      client().call(notifications.addPushDevice, { body: notifications.addPushDevice.example.body }),
    removePushDevice: async () => {
      const { devices } = await client().call(notifications.getPush, {})
      await client().call(notifications.removePushDevice, { params: { deviceId: devices[0]?.id ?? '' } })
    },
  }
  return [
    ...Object.entries(runs).map(([name, run]) => ({ name, by: reader, run })),
    {
      name: 'acknowledgeAll',
      by: receiver,
      run: () => receiver().client.call(notifications.acknowledgeAll, { body: { project_id: '0' } }),
    },
  ]
}
