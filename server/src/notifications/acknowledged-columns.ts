/** What was acknowledged is neither mailed nor pushed any more. */
export const acknowledgedColumns = { state: 'ACKNOWLEDGED', mail_at: null, push_at: null } as const
