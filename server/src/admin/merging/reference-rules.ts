/**
 * The rule of a merge for each column that holds the id of a person. A test compares the list with the database: a new
 * column needs a rule here (decision 044).
 */

/**
 * - `MOVED`: the kept account takes the place of the given-up one
 * - `UNITED`: rows of both that are about the same thing become one
 * - `ENDED`: the rows go with the given-up account
 * - `BY_PART`: `merge-memberships.ts`, `merge-issues.ts`, `merge-chats.ts` or `merge-notifications.ts` decides row by row
 * - `RECORDED`: never rewritten; where names are shown, the id is resolved by `users.merged_into`
 * - `REFUSED`: an account with such a row cannot be merged
 */
export type ReferenceRule = 'MOVED' | 'UNITED' | 'ENDED' | 'BY_PART' | 'RECORDED' | 'REFUSED'

export const referenceRules = {
  'access_requests.decided_by': 'MOVED',
  'access_requests.user_id': 'BY_PART',
  'api_tokens.user_id': 'ENDED',
  'audit_details.user_id': 'MOVED',
  'audit_log.by_user_id': 'RECORDED',
  'audit_log.person_id': 'RECORDED',
  'bcf_documents.created_by': 'MOVED',
  'bcf_imports.created_by': 'MOVED',
  'bim_corrections.updated_by': 'MOVED',
  'bim_file_headers.created_by': 'MOVED',
  'bim_file_variants.created_by': 'MOVED',
  'bim_revision_corrections.by_user_id': 'MOVED',
  'chat_files.user_id': 'MOVED',
  'chat_members.user_id': 'UNITED',
  'chat_messages.user_id': 'MOVED',
  'chat_reactions.user_id': 'UNITED',
  'chats.created_by': 'MOVED',
  'code_lookups.user_id': 'UNITED',
  'email_changes.user_id': 'ENDED',
  'file_uploads.user_id': 'MOVED',
  'idempotency_keys.caller': 'ENDED',
  'issue_attachments.created_by': 'MOVED',
  'issue_bulks.created_by': 'MOVED',
  'issue_comments.created_by': 'MOVED',
  'issue_log.by_user_id': 'RECORDED',
  'issue_mutes.user_id': 'UNITED',
  'issue_viewpoints.created_by': 'MOVED',
  'issue_views.created_by': 'MOVED',
  'issue_watchers.user_id': 'UNITED',
  'issues.assignee_id': 'BY_PART',
  'issues.closed_by': 'BY_PART',
  'issues.created_by': 'BY_PART',
  'issues.deleted_by': 'BY_PART',
  'issues.resolved_by': 'BY_PART',
  'issues.updated_by': 'BY_PART',
  'markers.created_by': 'MOVED',
  'notification_settings.user_id': 'ENDED',
  'notifications.user_id': 'BY_PART',
  'oauth_codes.user_id': 'ENDED',
  'oauth_grants.user_id': 'ENDED',
  'operator_log.by_user_id': 'RECORDED',
  'operator_log.person_id': 'RECORDED',
  'operators.user_id': 'REFUSED',
  'passkeys.user_id': 'ENDED',
  'project_invites.invited_by': 'MOVED',
  'project_marks.user_id': 'UNITED',
  'project_members.user_id': 'BY_PART',
  'projects.created_by': 'MOVED',
  'push_devices.user_id': 'ENDED',
  'recovery_codes.user_id': 'ENDED',
  'sessions.user_id': 'ENDED',
  'signup_redemptions.user_id': 'MOVED',
  'team_invites.invited_by': 'MOVED',
  'team_members.user_id': 'BY_PART',
  'user_totp.user_id': 'ENDED',
  'users.merged_into': 'MOVED',
  'views.created_by': 'MOVED',
  'webhooks.created_by': 'MOVED',
} as const satisfies Record<string, ReferenceRule>

/** Columns of other types that contain ids of people; the same rules apply. */
export const textRules = {
  /** Mentions in people's texts show the name next to the id, and the issue log proves the texts of comments. */
  'chat_messages.message': 'RECORDED',
  'issue_comments.text': 'RECORDED',
  'issues.description': 'RECORDED',
  /** both ids of a conversation of two */
  'chats.direct_key': 'BY_PART',
  'custom_fields.initial': 'MOVED',
  'issue_bulk_rows.before': 'MOVED',
  'issue_templates.fields': 'MOVED',
  'issue_views.query': 'MOVED',
  'issues.custom_fields': 'BY_PART',
  'notifications.payload': 'BY_PART',
  /** notifications, deliveries and proofs stay unchanged */
  'audit_log.data': 'RECORDED',
  'issue_log.data': 'RECORDED',
  'operator_log.data': 'RECORDED',
  'outbox.audience': 'RECORDED',
  'outbox.data': 'RECORDED',
  'webhook_deliveries.body': 'RECORDED',
  /** counters that expire within hours */
  'rate_limits.key': 'RECORDED',
} as const satisfies Record<string, ReferenceRule>

type Table<K> = K extends `${infer T}.${string}` ? T : never
export type ReferencingTable = Table<keyof typeof referenceRules>

/** Tables and columns with this rule. */
export const listReferences = (rule: ReferenceRule): { table: ReferencingTable; column: string }[] =>
  Object.entries(referenceRules)
    .filter(([, each]) => each === rule)
    .map(([name]) => {
      const [table, column] = name.split('.') as [ReferencingTable, string]
      return { table, column }
    })
