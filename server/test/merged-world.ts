import { sendMessage, setReaction } from '@plumbline/contract/chat/chat'
import { sql } from 'kysely'
import { mergePeople } from '../src/admin/merging/merge-people.ts'
import type { MergedPair } from '../src/admin/merging/move-references.ts'
import { referenceRules } from '../src/admin/merging/reference-rules.ts'
import { recordAudit } from '../src/audit/record-audit.ts'
import { inTransaction } from '../src/db/database.ts'
import type { Tables } from '../src/db/tables.ts'
import type { TestApp } from './app.ts'
import { makeMember, makeOwner, makeUser, type User } from './make.ts'
import { createOneOfEach } from './world.ts'

/** Two accounts of one person; one of them is in every column that holds the id of a person. */

export interface NamedEverywhere {
  kept: User
  /** owns a company and a project */
  givenUp: Awaited<ReturnType<typeof makeOwner>>
  /** member of that project */
  colleague: User
  ids: Record<string, string>
}

type RowsByTable = { [T in keyof Tables]?: Record<string, unknown> }
const id = () => crypto.randomUUID()

/** Rows that no write of the API makes without a program, a device or days of waiting, with the columns they need. */
function buildContentRows({ givenUp, ids }: Pick<NamedEverywhere, 'givenUp' | 'ids'>): RowsByTable {
  const at = new Date().toISOString()
  const { id: user_id, project } = givenUp
  return {
    access_codes: { project_id: project.id, code: 'ABCDEFGH' },
    access_requests: {
      id: id(),
      project_id: project.id,
      user_id,
      role: 'OTHER',
      state: 'REJECTED',
      decided_by: user_id,
    },
    api_tokens: { id: id(), user_id, name: 'x', scope: 'READ', token_hash: id(), ends_with: 'abcd' },
    bcf_documents: {
      id: id(),
      project_id: project.id,
      blob_id: id(),
      name: 'x',
      type: 'text/plain',
      size: 1,
      sha256: 'x',
      created_by: user_id,
    },
    bim_corrections: {
      header_id: ids.headerId,
      turn_deg: 0,
      east_m: 0,
      north_m: 0,
      height_m: 0,
      updated_by: user_id,
    },
    bim_revision_corrections: {
      header_id: ids.headerId,
      from_variant_id: ids.variantId,
      to_variant_id: ids.variantId,
      from_guid: 'x',
      by_user_id: user_id,
    },
    chat_files: {
      id: id(),
      chat_id: ids.chatId,
      blob_id: id(),
      name: 'x',
      type: 'text/plain',
      size: 1,
      kind: 'FILE',
      user_id,
    },
    code_lookups: { user_id, project_id: project.id, code: 'ABCDEFGH' },
    email_changes: {
      user_id,
      email: 'x@example.com',
      old_code_hash: 'x',
      new_code_hash: 'x',
      expires_at: at,
    },
    file_uploads: { id: id(), user_id, size_bytes: 1, created_at: at },
    idempotency_keys: { caller: user_id, key_hash: Buffer.from('x'), request_hash: Buffer.from('x') },
    issue_mutes: { user_id, issue_id: ids.issueId },
    notification_settings: { user_id },
    notifications: { id: id(), user_id, project_id: project.id, type: 'PROJECT_DELETED', payload: '{}' },
  }
}

/** Rows of sign-in, programs, invitations and marks. */
function buildAccountRows({ givenUp, ids }: Pick<NamedEverywhere, 'givenUp' | 'ids'>): RowsByTable {
  const at = new Date().toISOString()
  const { id: user_id, project, team } = givenUp
  return {
    oauth_clients: { id: ids.clientId, name: 'x', redirect_uris: [] },
    oauth_grants: { id: id(), user_id, client_id: ids.clientId, expires_at: at },
    oauth_codes: { code_hash: id(), client_id: ids.clientId, user_id, redirect_uri: 'x', expires_at: at },
    operator_log: { at, kind: 'ACCOUNT_LOCKED', person_id: user_id, by_user_id: user_id },
    passkeys: { id: id(), user_id, name: 'x', credential_id: id(), public_key: 'x', counter: 0 },
    project_marks: { project_id: project.id, user_id, pinned_at: at },
    recovery_codes: { user_id, code_hash: 'x' },
    signup_codes: {
      id: ids.codeId,
      code: 'PARTNER',
      partner_name: 'x',
      plan_slug: 'team',
      trial_days: 1,
      discount_percent: 0,
    },
    signup_redemptions: { id: id(), code_id: ids.codeId, user_id },
    team_invites: {
      id: id(),
      team_id: team.id,
      email: 'somebody@example.com',
      role: 'MEMBER',
      invited_by: user_id,
      expires_at: at,
    },
    project_invites: {
      id: id(),
      project_id: project.id,
      email: 'somebody@example.com',
      role: 'OTHER',
      permission_level: 'VIEWER',
      invited_by: user_id,
      expires_at: at,
    },
    user_totp: { user_id, secret: 'sealed', is_confirmed: true },
  }
}

/** Puts the account into columns that no row above fills, in one row of each table. */
async function nameInRows({ server: { db } }: TestApp, userId: string, columns: string[]) {
  for (const name of columns) {
    const [table = '', column = ''] = name.split('.')
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${userId}
      where ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(db)
  }
}

/** Ids inside texts and JSON, as the application writes them. */
async function nameInTexts(
  { server: { db } }: TestApp,
  { givenUp, ids }: Pick<NamedEverywhere, 'givenUp' | 'ids'>,
) {
  const { id, project } = givenUp
  const fieldId = crypto.randomUUID()
  const field = {
    id: fieldId,
    project_id: project.id,
    name: 'Checked by',
    kind: 'PERSON',
    order: 2,
    required_for: [],
  }
  await db
    .insertInto('custom_fields')
    .values({ ...field, kind: 'PERSON', choices: '[]', initial: JSON.stringify(id) })
    .execute()
  const mention = `@[Bea Before](user:${id})`
  await sql`update issues set custom_fields = jsonb_build_object(${fieldId}::text, ${id}::text), description = ${mention}
    where id = ${ids.issueId}`.execute(db)
  await sql`update issue_templates set fields = fields || jsonb_build_object('assignee_id', ${id}::text)`.execute(
    db,
  )
  await sql`update issue_views set query = ${`assignee=${id}`}`.execute(db)
  await sql`update issue_bulk_rows set before = before || jsonb_build_object('assignee_id', ${id}::text)`.execute(
    db,
  )
  const payload = JSON.stringify({
    by_user_id: id,
    by_user_name: 'Bea Before',
    added_user_id: id,
    assignee_to_id: id,
  })
  await db
    .insertInto('notifications')
    .values({ id: crypto.randomUUID(), user_id: id, project_id: project.id, type: 'ISSUE_UPDATED', payload })
    .execute()
}

/** Columns of the rules that no row with the account is in. */
export async function listColumnsWithout({ server: { db } }: TestApp, userId: string): Promise<string[]> {
  const missing: string[] = []
  for (const [name, rule] of Object.entries(referenceRules)) {
    const [table = '', column = ''] = name.split('.')
    const { rows } =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${userId} limit 1`.execute(db)
    if (rows.length === 0 && rule !== 'REFUSED') missing.push(name)
  }
  return missing
}

export async function nameEverywhere(app: TestApp): Promise<NamedEverywhere> {
  const { db } = app.server
  const givenUp = await makeOwner(app, 'Bea Before')
  const colleague = await makeMember(app, givenUp.project.id, 'EDITOR', 'Carl Colleague')
  const kept = await makeUser(app, 'Ada After')
  const made = await createOneOfEach(app, givenUp, colleague.id)
  const ids: Record<string, string> = { ...made, codeId: crypto.randomUUID(), clientId: crypto.randomUUID() }
  const parts = { givenUp, ids }
  const rows = { ...buildContentRows(parts), ...buildAccountRows(parts) }
  for (const [table, row] of Object.entries(rows))
    await db
      .insertInto(table as keyof Tables)
      .values(row as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .insertInto('push_devices')
    .columns(['id', 'user_id', 'session_id', 'endpoint', 'p256dh', 'auth', 'name'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select([
          sql<string>`gen_random_uuid()`.as('id'),
          'user_id',
          'id as session_id',
          sql<string>`'https://push.example'`.as('endpoint'),
          sql<string>`''`.as('p256dh'),
          sql<string>`''`.as('auth'),
          sql<string>`''`.as('name'),
        ])
        .where('user_id', '=', givenUp.id)
        .limit(1),
    )
    .execute()
  await nameInTexts(app, parts)
  const said = await givenUp.client.call(sendMessage, {
    params: { id: ids.chatId ?? '' },
    body: { message: `I ask @[Bea Before](user:${givenUp.id})` },
  })
  await givenUp.client.call(setReaction, {
    params: { id: ids.chatId ?? '', messageId: said.id },
    body: { reaction: 'DONE', is_set: true },
  })
  const before = await makeUser(app, 'Bea Earlier')
  await db.updateTable('users').set({ merged_into: givenUp.id }).where('id', '=', before.id).execute()
  const act = { kind: 'MEMBER_CHANGED', by: colleague.id, person_id: givenUp.id } as const
  await recordAudit({ tx: db }, { team_id: givenUp.team.id }, act)
  await nameInRows(app, givenUp.id, await listColumnsWithout(app, givenUp.id))
  return { kept, givenUp, colleague, ids }
}

/** Merges as the command does, without the password of an operator. */
export const mergeAtMachine = (app: TestApp, pair: MergedPair) =>
  inTransaction(app.server.db, (tx) =>
    mergePeople({ ...app.server, tx, tell: app.teller.begin(tx), by: null }, pair),
  )

/** Columns with a row that contains the id anywhere, including inside texts and JSON. */
export async function listColumnsNaming({ server: { db } }: TestApp, id: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ key: string }>`
      select distinct v.key from ${sql.table(name)} t, jsonb_each_text(to_jsonb(t)) v where v.value like ${`%${id}%`}`.execute(
      db,
    )
    found.push(...rows.map(({ key }) => `${name}.${key}`))
  }
  return found
}
