/** The columns of an acknowledged notification, which is no longer mailed or pushed. */
export const acknowledgedColumns = { state: 'ACKNOWLEDGED', mail_at: null, push_at: null } as const
