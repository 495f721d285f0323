/**
 * Rules that decide which rows belong to the project of a statement's scope. Most tables with a column `project_id` need no
 * entry: the catalogue lists them. `row-security.test.ts` checks that no other table with project data is missing.
 */

/** Tables whose rows belong to the project of their parent: the column, and the referenced table. */
const parents: Record<string, [column: string, parent: string]> = {
  bcf_bases: ['issue_id', 'issues'],
  bcf_import_topics: ['import_id', 'bcf_imports'],
  bim_corrections: ['header_id', 'bim_file_headers'],
  bim_revision_corrections: ['header_id', 'bim_file_headers'],
  chat_files: ['chat_id', 'chats'],
  chat_members: ['chat_id', 'chats'],
  chat_messages: ['chat_id', 'chats'],
  chat_pins: ['chat_id', 'chats'],
  chat_reactions: ['message_id', 'chat_messages'],
  issue_anchors: ['issue_id', 'issues'],
  issue_attachments: ['issue_id', 'issues'],
  issue_bcf: ['issue_id', 'issues'],
  issue_bulk_rows: ['issue_id', 'issues'],
  issue_comments: ['issue_id', 'issues'],
  issue_mutes: ['issue_id', 'issues'],
  issue_relations: ['a_id', 'issues'],
  issue_viewpoints: ['issue_id', 'issues'],
  issue_watchers: ['issue_id', 'issues'],
  webhook_deliveries: ['webhook_id', 'webhooks'],
}

/** Tables in which some rows belong to no project: a call in a project may add such rows, but not read or change them. */
const withoutProject = new Set(['audit_log', 'outbox'])

/** Tables that refer to project data without a policy, and why. */
export const tablesWithoutPolicy: Record<string, string> = {
  api_tokens: 'belongs to a person; every call by token reads it before its project is known',
  audit_details: 'belongs to the log of a company; written in the same statement as its entry',
  contact_messages: 'is a letter to the operator of the server',
  mail_codes: 'belongs to an address; the invitation that it names has a policy',
  notifications: 'belongs to its recipient, whose notifications of all projects are counted together',
}

const OWN = "project_id = current_setting('plumbline.project')::uuid"

export interface RowRule {
  table: string
  /** SQL condition of the rows that are visible and may be changed */
  using: string
  /** SQL condition of the rows that may be written */
  check: string
}

/** The rules of all tables, given those with a column `project_id`. */
export function listRowRules(tablesWithProject: string[]): RowRule[] {
  const rules = tablesWithProject.flatMap((table): RowRule[] => {
    if (withoutProject.has(table)) return [{ table, using: OWN, check: `project_id is null or ${OWN}` }]
    return table in tablesWithoutPolicy ? [] : [{ table, using: OWN, check: OWN }]
  })
  const ofParents = Object.entries(parents).map(([table, [column, parent]]) => {
    // the parent's own policy limits this query to the project
    const using = `exists (select 1 from ${parent} parent where parent.id = ${table}.${column})`
    return { table, using, check: using }
  })
  const own = "id = current_setting('plumbline.project')::uuid"
  return [...rules, ...ofParents, { table: 'projects', using: own, check: own }]
}
