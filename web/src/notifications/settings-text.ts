import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import type { mailFrequencies } from '@plumbline/contract/notifications/settings'
import { catalogue } from '../base/language.ts'

const types: Record<NotificationType, string> = {
  ISSUE_ASSIGNED: 'An issue is assigned to me',
  ISSUE_UNASSIGNED: 'I am unassigned from an issue',
  ISSUE_UPDATED: 'An issue I follow changes',
  ISSUE_COMMENT_ADDED: 'Someone comments or mentions me',
  ISSUE_DELETED: 'An issue I follow is deleted',
  CHAT_MESSAGE: 'Chat messages',
  BIM_PROCESSING_COMPLETED: 'A model is ready or has failed',
  ISSUES_FOLLOWED: 'Issues after a new version of a model',
  USER_INVITED_TO_PROJECT: 'I am invited to a project',
  USER_ADDED_TO_PROJECT: 'I am added to a project',
  USER_REMOVED_FROM_PROJECT: 'I am removed from a project',
  PROJECT_MEMBER_ADDED: 'Someone is added to my project',
  USER_JOINED_PROJECT: 'Someone accepts an invitation',
  PROJECT_DELETED: 'A project is deleted',
}
const often: Record<(typeof mailFrequencies)[number], string> = {
  OFF: 'Never',
  NOW: 'Immediately',
  HOURLY: 'Hourly',
  DAILY: 'Daily',
}

const english = {
  title: 'Notifications',
  hint: 'What you are notified about, and how. An e-mail lists everything that is still unread.',
  about: 'Event',
  types,
  inApp: 'In Plumbline',
  email: 'E-mail',
  push: 'Push',
  often,
  /** the accessible name of one cell of the table */
  choice: (type: string, way: string) => `${type}: ${way}`,
  reset: 'Reset to defaults',
  quiet: 'Quiet hours',
  quietHelp: 'E-mails and push notifications wait until quiet hours end.',
  from: 'From',
  to: 'To',
  dailyAt: 'Daily e-mails at',
  timeZone: 'Time zone',
  pushTitle: 'Push notifications',
  pushHint:
    'Shown on this device even when Plumbline is closed, as long as you are logged in here. Their content is encrypted for it.',
  pushOn: 'Turn on in this browser',
  pushOff: 'Turn off in this browser',
  pushIsOn: 'On in this browser.',
  pushBlocked: 'Your browser blocks notifications from this page. Allow them in its site settings first.',
  pushMissing: 'This browser does not support push notifications.',
  pushInstall: 'On an iPhone or iPad, add Plumbline to the home screen first.',
  pushUnused: 'This server sends no push notifications.',
  pushFailed: 'The browser could not turn on push notifications.',
  devices: 'Devices with push notifications',
  removeNamed: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  thisBrowser: 'this browser',
  unsubscribed: 'You are unsubscribed',
  unsubscribing: 'One moment…',
  ended: (email: string, type: string) => `${email} no longer gets e-mails for “${type}”.`,
  endedAll: (email: string) => `${email} no longer gets notification e-mails.`,
  stillInApp: 'You still see them in Plumbline.',
  endAll: 'Unsubscribe from all e-mails',
  toSettings: 'Notification settings',
  linkOver: 'This link is no longer valid',
  linkOverHint: 'Log in and choose your notifications in your profile.',
  tryAgain: 'Try again',
  unsubscribeFailed: 'Could not unsubscribe you',
}
export type NotificationSettingsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    notificationSettings: NotificationSettingsText
  }
}

export const useNotificationSettingsText = catalogue('notificationSettings', english)
