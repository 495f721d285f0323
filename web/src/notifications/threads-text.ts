import { catalogue, count } from '../base/language.ts'

/** Texts of the notifications' list, loaded with it: the bell is part of every page. */
const english = {
  moreCount: (number: number) => `${number} more`,
  showLess: 'Show less',
  olderCount: (number: number) => count(number, 'older notification', 'older notifications'),
  loadMore: 'Show more',
  actions: 'More actions',
  done: 'Acknowledged',
  undo: 'Undo',
  snooze: 'Snooze until',
  laterToday: 'Later today',
  tomorrow: 'Tomorrow',
  nextWeek: 'Next week',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  snoozedCount: (number: number) => `Snoozed: ${number}`,
  noneSnoozed: 'Nothing is snoozed',
  backToAll: 'All notifications',
  showNow: 'Show now',
  mute: 'Mute this issue',
  unmute: 'Unmute this issue',
  muted: 'Muted',
  mutedToast: 'Muted: only assignments and mentions are told',
  unmutedToast: 'No longer muted',
  answered: {
    APPROVED: (date: string) => `You accepted${date && `, ${date}`}.`,
    REJECTED: (date: string) => `You declined${date && `, ${date}`}.`,
    CANCELLED: () => 'The invitation was cancelled.',
    EXPIRED: () => 'The invitation has expired.',
  },
}

export type ThreadsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    notificationThreads: ThreadsText
  }
}
export const useThreadsText = catalogue('notificationThreads', english)
