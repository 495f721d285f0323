import type { AuditGroup, AuditKind } from '@plumbline/contract/audit/audit.rules'
import { catalogue } from '../base/language.ts'

/** The readable facts of an entry; '' for missing ones. */
export interface AuditFacts {
  person: string
  project: string
  file: string
  from: string
  to: string
  level: string
  role: string
  host: string
  program: string
  format: string
  count: number
  method: string
}

const at = (project: string) => (project ? ` in ${project}` : '')

const english = {
  title: 'Audit log',
  hint: 'Sign-ins of members, rights, exports, downloads and deletions. Only the owner and administrators of the company see it.',
  person: 'Person',
  everybody: 'Everybody',
  group: 'Type',
  everything: 'Everything',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  refresh: 'Refresh',
  exportCsv: 'Export CSV',
  check: 'Check log',
  checkHint:
    'Each entry is sealed with a checksum that includes the entry before it, so later changes are detected.',
  unbroken: (entries: string) => `Log verified: ${entries} entries, none altered`,
  broken: (seq: string) => `The log was altered at entry ${seq}. Contact the operator of this server.`,
  older: 'Show earlier',
  empty: 'No entries yet',
  emptyFiltered: 'No matching entries',
  failed: 'The audit log could not be loaded',
  deletedAccount: 'Deleted account',
  deletedProject: 'a deleted project',
  nobody: 'Plumbline',
  somebody: 'Somebody',
  operator: 'The operator of the server',
  byToken: 'by API token',
  groups: {
    SIGN_IN: 'Sign-ins',
    ACCOUNT: 'Accounts',
    ACCESS: 'Members and rights',
    EXPORT: 'Exports and downloads',
    PROGRAM: 'Tokens and programs',
    DELETION: 'Deletions',
    SETTING: 'Settings',
  } satisfies Record<AuditGroup, string>,
  methods: {
    PASSWORD: 'password',
    PASSKEY: 'passkey',
    RESET: 'password reset',
    SIGN_UP: 'sign-up',
    SECOND_FACTOR: 'second factor',
  } as Record<string, string>,
  teamRoles: { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' } as Record<string, string>,
  levels: {
    VIEWER: 'Viewer',
    CONTRIBUTOR: 'Contributor',
    EDITOR: 'Editor',
    ADMIN: 'Administrator',
  } as Record<string, string>,
  /** settings as the log names them */
  fields: {
    name: 'Name',
    country: 'Country',
    members_may_create_projects: 'Members can create projects',
    max_team_size: 'Team size',
    status: 'Status',
    contributor_issue_scope: 'Issues that contributors see',
  } as Record<string, string>,
  values: {
    true: 'yes',
    false: 'no',
    null: 'none',
    ACTIVE: 'active',
    ARCHIVED: 'archived',
    ALL: 'all',
    OWN_COMPANY: 'those of their company',
  } as Record<string, string>,
  /** predicates, after the name of the person who acted */
  acts: {
    SIGNED_IN: ({ method }) => `signed in (${method})`,
    SIGN_IN_FAILED: ({ method }) => `was refused at sign-in (${method})`,
    SIGNED_OUT: () => 'signed out',
    SESSIONS_ENDED: () => 'signed out other devices',
    PASSWORD_CHANGED: () => 'changed their password',
    PASSWORD_RESET: () => 'reset their password by e-mail',
    EMAIL_CHANGED: () => 'changed their e-mail address',
    SECOND_FACTOR_ON: () => 'turned on two-step sign-in',
    SECOND_FACTOR_OFF: () => 'turned off two-step sign-in',
    PASSKEY_ADDED: () => 'added a passkey',
    PASSKEY_REMOVED: () => 'removed a passkey',
    ACCOUNT_DELETED: () => 'deleted their account',
    ACCOUNT_LOCKED: ({ person }) => `locked the account of ${person}`,
    ACCOUNT_UNLOCKED: ({ person }) => `unlocked the account of ${person}`,
    ACCOUNT_REMOVED: ({ person }) => `deleted the account of ${person}`,
    ACCOUNTS_MERGED: ({ person }) => `merged two accounts of ${person}`,
    SECOND_FACTOR_RESET: ({ person }) => `reset the two-step sign-in of ${person}`,
    PERSON_SIGNED_OUT: ({ person }) => `signed ${person} out on all devices`,
    COLLEAGUE_INVITED: ({ person, role }) => `invited ${person} to the company as ${role}`,
    COLLEAGUE_INVITE_CANCELLED: ({ person }) => `cancelled the invitation of ${person} to the company`,
    COLLEAGUE_ADDED: ({ role }) => `joined the company as ${role}`,
    COLLEAGUE_ROLE_CHANGED: ({ person, from, to }) => `changed the role of ${person} from ${from} to ${to}`,
    COLLEAGUE_REMOVED: ({ person }) => `removed ${person} from the company`,
    MEMBER_INVITED: ({ person, project, level }) => `invited ${person} to ${project} as ${level}`,
    MEMBER_INVITE_CANCELLED: ({ person, project }) => `cancelled the invitation of ${person} to ${project}`,
    MEMBER_ADDED: ({ person, project, level }) => `added ${person} to ${project} as ${level}`,
    MEMBER_CHANGED: ({ person, project, from, level }) =>
      from === level
        ? `changed the role of ${person} in ${project}`
        : `changed the rights of ${person} in ${project} from ${from} to ${level}`,
    MEMBER_REMOVED: ({ person, project }) => `removed ${person} from ${project}`,
    REQUEST_REJECTED: ({ person, project }) => `rejected the access request of ${person} to ${project}`,
    ACCESS_CODE_RENEWED: ({ project }) => `created a new access code for ${project}`,
    FILE_DOWNLOADED: ({ file, project }) => `downloaded ${file} from ${project}`,
    ISSUES_EXPORTED: ({ count, project, format }) =>
      `exported ${count} ${count === 1 ? 'issue' : 'issues'} of ${project} as ${format}`,
    DATA_EXPORTED: () => 'exported their personal data',
    AUDIT_EXPORTED: () => 'exported the audit log',
    TOKEN_CREATED: ({ project }) => `created an API token${project ? ` for ${project}` : ''}`,
    TOKEN_REVOKED: () => 'revoked an API token',
    PROGRAM_CONNECTED: ({ program }) => `connected the program ${program}`,
    PROGRAM_DISCONNECTED: ({ program }) => `disconnected ${program || 'a program'}`,
    WEBHOOK_CREATED: ({ host, project }) => `added a webhook to ${host}${at(project)}`,
    WEBHOOK_CHANGED: ({ host, project }) => `changed the webhook to ${host}${at(project)}`,
    WEBHOOK_DELETED: ({ host, project }) => `deleted the webhook to ${host}${at(project)}`,
    PROJECT_DELETED: ({ project }) => `moved the project ${project} to the trash`,
    PROJECT_RESTORED: ({ project }) => `restored the project ${project}`,
    PROJECT_PURGED: ({ project }) => `permanently deleted the project ${project}`,
    FILE_DELETED: ({ file, project }) => `deleted ${file}${at(project)}`,
    FILE_RESTORED: ({ file, project }) => `restored ${file}${at(project)}`,
    FILE_PURGED: ({ file, project }) => `permanently deleted ${file}${at(project)}`,
    COMPANY_CLOSED: () => 'closed the company',
    COMPANY_CREATED: () => 'created the company',
    COMPANY_CHANGED: () => 'changed the company settings',
    PROJECT_CREATED: ({ project }) => `created the project ${project}`,
    PROJECT_CHANGED: ({ project }) => `changed the settings of ${project}`,
  } satisfies Record<AuditKind, (facts: AuditFacts) => string> as Record<
    AuditKind,
    (facts: AuditFacts) => string
  >,
}
export type AuditText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    audit: AuditText
  }
}
export const useAuditText = catalogue('audit', english)
