import * as notifications from '@plumbline/contract/notifications/notifications'
import * as settings from '@plumbline/contract/notifications/settings'
import { bind } from '../context.ts'
import { acknowledgeMany, acknowledgeOne } from './acknowledge.ts'
import { addDevice, ownDevices, removeDevice } from './push-devices.ts'
import { counters, page } from './reads.ts'
import { changeOwnSettings, ownSettings } from './settings.ts'
import { endMails } from './unsubscribe.ts'

export const notificationRoutes = [
  bind(notifications.countNotifications, counters),
  bind(notifications.listNotifications, page),
  bind(notifications.acknowledgeNotification, acknowledgeOne),
  bind(notifications.acknowledgeAll, acknowledgeMany),
  bind(settings.getNotificationSettings, ownSettings),
  bind(settings.updateNotificationSettings, changeOwnSettings),
  bind(settings.unsubscribe, endMails),
  bind(settings.getPush, ownDevices),
  bind(settings.addPushDevice, addDevice),
  bind(settings.removePushDevice, removeDevice),
]
