import { sql } from 'kysely'

/** The columns of a notification acknowledged at a moment: no longer snoozed, mailed or pushed. */
export const buildAcknowledgedColumns = (now: Date) =>
  ({
    state: 'ACKNOWLEDGED',
    mail_at: null,
    push_at: null,
    snoozed_until: null,
    acknowledged_at: now.toISOString(),
  }) as const

/** SQL on `notifications`: created, and changed for the last time, until then. */
export const isUnchangedSince = (until: string) =>
  sql<boolean>`coalesce(merged_at, created_at) <= ${until}::timestamptz`
