import type { NotificationGroup } from '@plumbline/contract/notifications/notifications'

type ShownGroup = Pick<NotificationGroup, 'newest'> & Partial<Pick<NotificationGroup, 'changed_at'>>

/**
 * The last change that a thread shows. A server of the previous version, during an update, sends it for the newest
 * notification only.
 */
export const findGroupUntil = ({ changed_at, newest }: ShownGroup): string =>
  changed_at ?? newest.merged_at ?? newest.created_at

/** The last change that a list of threads shows; undefined for an empty list. */
export const findSeenUntil = (groups: readonly ShownGroup[]): string | undefined =>
  groups.map(findGroupUntil).sort().at(-1)
