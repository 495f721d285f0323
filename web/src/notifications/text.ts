import { catalogue } from '../base/language.ts'

const english = {
  title: 'Notifications',
  bell: (fresh: number) => (fresh > 0 ? `Notifications, ${fresh} new` : 'Notifications'),
  empty: 'You have no notifications',
  acknowledge: 'Acknowledge',
  acknowledgeAll: 'Acknowledge all',
  allProjects: 'All projects',
  project: 'Project',
  tryAgain: 'Try again',
  unread: 'Notifications could not be loaded.',
  failed: 'Could not refresh the list.',
  fresh: 'New',
  settings: 'Notification settings',
  /** texts before, inside and after the link to the invitation */
  toAnswer: ['To answer, ', 'follow the instructions', ''] as [string, string, string],
}

export type NotificationText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    notifications: NotificationText
  }
}
export const useNotificationText = catalogue('notifications', english)
