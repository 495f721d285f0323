import * as notifications from '@plumbline/contract/notifications/notifications'
import * as settings from '@plumbline/contract/notifications/settings'
import { bindAll } from '../context.ts'
import { acknowledgeAll } from './acknowledge-all.ts'
import { acknowledgeNotification } from './acknowledge-notification.ts'
import { addPushDevice } from './add-push-device.ts'
import { countNotifications } from './count-notifications.ts'
import { getNotificationSettings } from './get-notification-settings.ts'
import { getPush } from './get-push.ts'
import { listNotificationGroups } from './list-notification-groups.ts'
import { listNotifications } from './list-notifications.ts'
import { removePushDevice } from './remove-push-device.ts'
import { snoozeNotifications } from './snooze-notifications.ts'
import { unacknowledgeNotifications } from './unacknowledge-notifications.ts'
import { unsubscribe } from './unsubscribe.ts'
import { updateNotificationSettings } from './update-notification-settings.ts'

export const notificationRoutes = [
  ...bindAll(notifications, {
    countNotifications,
    listNotifications,
    acknowledgeNotification,
    acknowledgeAll,
    listNotificationGroups,
    unacknowledgeNotifications,
    snoozeNotifications,
  }),
  ...bindAll(settings, {
    getNotificationSettings,
    updateNotificationSettings,
    unsubscribe,
    getPush,
    addPushDevice,
    removePushDevice,
  }),
]
