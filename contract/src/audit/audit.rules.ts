/** What the audit log records, in the groups by which it is filtered. */
export const auditKinds = {
  SIGN_IN: ['SIGNED_IN', 'SIGN_IN_FAILED', 'SIGNED_OUT', 'SESSIONS_ENDED'],
  ACCOUNT: [
    'PASSWORD_CHANGED',
    'PASSWORD_RESET',
    'EMAIL_CHANGED',
    'SECOND_FACTOR_ON',
    'SECOND_FACTOR_OFF',
    'PASSKEY_ADDED',
    'PASSKEY_REMOVED',
    'ACCOUNT_DELETED',
  ],
  ACCESS: [
    'COLLEAGUE_INVITED',
    'COLLEAGUE_INVITE_CANCELLED',
    'COLLEAGUE_ADDED',
    'COLLEAGUE_ROLE_CHANGED',
    'COLLEAGUE_REMOVED',
    'MEMBER_INVITED',
    'MEMBER_INVITE_CANCELLED',
    'MEMBER_ADDED',
    'MEMBER_CHANGED',
    'MEMBER_REMOVED',
    'REQUEST_REJECTED',
    'ACCESS_CODE_RENEWED',
  ],
  EXPORT: ['FILE_DOWNLOADED', 'ISSUES_EXPORTED', 'DATA_EXPORTED', 'AUDIT_EXPORTED'],
  PROGRAM: [
    'TOKEN_CREATED',
    'TOKEN_REVOKED',
    'PROGRAM_CONNECTED',
    'PROGRAM_DISCONNECTED',
    'WEBHOOK_CREATED',
    'WEBHOOK_CHANGED',
    'WEBHOOK_DELETED',
  ],
  DELETION: [
    'PROJECT_DELETED',
    'PROJECT_RESTORED',
    'PROJECT_PURGED',
    'FILE_DELETED',
    'FILE_RESTORED',
    'FILE_PURGED',
    'COMPANY_CLOSED',
  ],
  SETTING: ['COMPANY_CREATED', 'COMPANY_CHANGED', 'PROJECT_CREATED', 'PROJECT_CHANGED'],
} as const

export type AuditGroup = keyof typeof auditKinds
export type AuditKind = (typeof auditKinds)[AuditGroup][number]
export const auditGroups = Object.keys(auditKinds) as AuditGroup[]
