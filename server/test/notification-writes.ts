import * as notifications from '@plumbline/contract/notifications/notifications'
import * as settings from '@plumbline/contract/notifications/settings'
import { createUnsubscribeToken } from '../src/notifications/unsubscribe.ts'
import type { TestApp } from './app.ts'
import type { User } from './make.ts'

/** Every write of notifications, in an order in which each finds its data. */
export function notificationWrites(app: () => TestApp, reader: () => User, receiver: () => User) {
  const client = () => reader().client
  const newestOf = async () => (await client().call(notifications.listNotifications, { query: {} }))[0]
  const newest = async () => ({ id: (await newestOf())?.id ?? '' })
  const runs: Record<string, () => Promise<unknown>> = {
    acknowledgeNotification: async () =>
      client().call(notifications.acknowledgeNotification, { params: await newest(), body: undefined }),
    unacknowledgeNotifications: async () => {
      const { created_at: until } = (await newestOf()) ?? {}
      const body = { project_id: '0' as const, until }
      const { acknowledged_at } = await client().call(notifications.acknowledgeAll, { body })
      await client().call(notifications.unacknowledgeNotifications, {
        body: { acknowledged_at: acknowledged_at ?? new Date().toISOString() },
      })
    },
    snoozeNotifications: async () => {
      const { groups } = await client().call(notifications.listNotificationGroups, { query: {} })
      const until = new Date(Date.now() + 3_600_000).toISOString()
      const { snoozed } = await client().call(notifications.snoozeNotifications, {
        body: { group: groups[0]?.key ?? 'none', until },
      })
      if (snoozed === 0) throw new Error('there was nothing to snooze')
    },
    updateNotificationSettings: () =>
      client().call(settings.updateNotificationSettings, {
        body: { types: { CHAT_MESSAGE: { push: false } } },
      }),
    unsubscribe: () =>
      client().call(settings.unsubscribe, {
        params: { token: createUnsubscribeToken(app().server, reader().id, 'ISSUE_UPDATED', new Date()) },
      }),
    addPushDevice: () => client().call(settings.addPushDevice, { body: settings.addPushDevice.example.body }),
    removePushDevice: async () => {
      const { devices } = await client().call(settings.getPush, {})
      await client().call(settings.removePushDevice, { params: { deviceId: devices[0]?.id ?? '' } })
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
