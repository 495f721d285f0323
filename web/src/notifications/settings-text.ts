import type { NotificationType } from '@plumbline/contract/notifications/notifications'
import type { mailFrequencies } from '@plumbline/contract/notifications/settings'
import { catalogue } from '../base/language.ts'

const types: Record<NotificationType, string> = {
  ISSUE_ASSIGNED: 'An issue is assigned to me',
  ISSUE_UNASSIGNED: 'An issue is taken from me',
  ISSUE_UPDATED: 'An issue that I follow changes',
  ISSUE_COMMENT_ADDED: 'Somebody comments or mentions me',
  ISSUE_DELETED: 'An issue that I follow is deleted',
  CHAT_MESSAGE: 'Chat messages',
  BIM_PROCESSING_COMPLETED: 'A model is ready or has failed',
  USER_INVITED_TO_PROJECT: 'I am invited to a project',
  USER_ADDED_TO_PROJECT: 'I am added to a project',
  USER_REMOVED_FROM_PROJECT: 'I am removed from a project',
  PROJECT_MEMBER_ADDED: 'Somebody is added to my project',
  USER_JOINED_PROJECT: 'Somebody accepts an invitation',
  PROJECT_DELETED: 'A project is deleted',
}
const often: Record<(typeof mailFrequencies)[number], string> = {
  OFF: 'Never',
  NOW: 'At once',
  HOURLY: 'Every hour',
  DAILY: 'Every day',
}

const english = {
  title: 'Notifications',
  hint: 'What you are told of, and by which way. An e-mail has everything that is due and still unread.',
  about: 'About',
  types,
  inApp: 'In Plumbline',
  email: 'E-mail',
  push: 'Push',
  often,
  /** the name of one choice in the table */
  choice: (type: string, way: string) => `${type}: ${way}`,
  reset: 'Reset to defaults',
  quiet: 'Quiet hours',
  quietHelp: 'E-mails and pushes wait for their end.',
  from: 'From',
  to: 'To',
  dailyAt: 'Daily e-mails at',
  timeZone: 'Time zone',
  pushTitle: 'Push notifications',
  pushHint:
    'Shown by this device even when Plumbline is closed, as long as you are logged in here. What is pushed is encrypted for it.',
  pushOn: 'Turn on in this browser',
  pushOff: 'Turn off in this browser',
  pushIsOn: 'On in this browser.',
  pushBlocked: 'Your browser blocks notifications from this page. Allow them in its site settings first.',
  pushMissing: 'This browser cannot show push notifications here.',
  pushInstall: 'On an iPhone or iPad, add Plumbline to the home screen first.',
  pushUnused: 'This server sends no push notifications.',
  pushFailed: 'The browser could not turn on push notifications.',
  devices: 'Devices that get pushes',
  removeNamed: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  thisBrowser: 'this browser',
  unsubscribed: 'You are unsubscribed',
  unsubscribing: 'One moment…',
  ended: (email: string, type: string) => `${email} gets no more e-mails of the kind “${type}”.`,
  endedAll: (email: string) => `${email} gets no more e-mails about notifications.`,
  stillInApp: 'In Plumbline you see them as before.',
  endAll: 'End all e-mails',
  toSettings: 'Choose what you get',
  linkOver: 'This link does not work any more',
  linkOverHint: 'Log in and choose in your profile what you get.',
  tryAgain: 'Try again',
  unsubscribeFailed: 'That did not work',
}
export type NotificationSettingsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    notificationSettings: NotificationSettingsText
  }
}

export const useNotificationSettingsText = catalogue('notificationSettings', english)
