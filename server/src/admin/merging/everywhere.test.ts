import { checkAuditLog, listAuditLog } from '@plumbline/contract/audit/audit'
import { login } from '@plumbline/contract/auth/auth'
import { checkLog } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { Client } from '../../../test/client.ts'
import { PASSWORD } from '../../../test/make.ts'
import {
  listColumnsNaming,
  listColumnsWithout,
  mergeAtMachine,
  nameEverywhere,
} from '../../../test/merged-world.ts'
import { referenceRules, textRules } from './reference-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const rules: Record<string, string> = { ...referenceRules, ...textRules }

/** Columns of type uuid without a foreign key that hold no ids of people. */
const otherIds = [
  'audit_log.project_id',
  'background_run_items.subject_id',
  'bcf_documents.blob_id',
  'bcf_import_topics.guid',
  'bim_file_variants.artefacts_team_id',
  'chat_files.blob_id',
  'chat_files.folder_chat_id',
  'contact_messages.project_id',
  'element_models.team_id',
  'issue_anchors.bim_file_header_id',
  'issue_attachments.blob_id',
  'issue_bcf.snippet_blob_id',
  'issue_bulk_rows.comment_id',
  'issue_comments.bcf_guid',
  'issue_log.bulk_id',
  'issue_log.issue_id',
  'issue_viewpoints.bcf_guid',
  'issue_words.project_id',
  'issues.bcf_guid',
  'outbox.project_id',
  'projects.picture_id',
  'replaced_artefacts.team_id',
  'replaced_artefacts.variant_id',
  'subscriptions.lease_key',
  'teams.picture_id',
  'users.picture_id',
  'views.snapshot_id',
]

test('Every column that refers to a person has a rule for merges, and every rule has a column', async () => {
  const { rows: keys } = await sql<{ name: string; target: string }>`
    select c.conrelid::regclass || '.' || a.attname as name, c.confrelid::regclass::text as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(app.server.db)
  const { rows: ids } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' and column_name <> 'id'`.execute(app.server.db)
  const people = keys.filter(({ target }) => target === 'users').map(({ name }) => name)
  const free = ids.map(({ name }) => name).filter((name) => !keys.some((key) => key.name === name))
  expect(free.filter((name) => !(name in referenceRules)).sort()).toEqual(otherIds)
  expect([...people, ...free.filter((name) => name in referenceRules)].sort()).toEqual(
    Object.keys(referenceRules).sort(),
  )
})

test('After a merge only records of the past name the given-up account', async () => {
  const { kept, givenUp, colleague, ids } = await nameEverywhere(app)
  // the world covers every rule
  expect(await listColumnsWithout(app, givenUp.id)).toEqual([])

  await mergeAtMachine(app, { kept: kept.id, given_up: givenUp.id })

  const recorded = Object.keys(rules).filter((name) => rules[name] === 'RECORDED')
  const named = await listColumnsNaming(app, givenUp.id)
  expect(named.filter((name) => !recorded.includes(name))).toEqual(['users.id'])

  // the chains of both logs are unbroken, and the kept account replaces the given-up one in them
  const { client } = kept
  const params = { id: givenUp.project.id }
  expect(await client.call(checkLog, { params })).toMatchObject({ broken_at: null })
  const team = { params: { id: givenUp.team.id } }
  expect(await client.call(checkAuditLog, team)).toMatchObject({ broken_at: null })
  const { items } = await client.call(listAuditLog, { ...team, query: { person: kept.id } })
  expect(items.at(-1)).toMatchObject({ by_id: givenUp.id, by: { id: kept.id, last_name: 'After' } })
  expect(items[0]).toMatchObject({ kind: 'ACCOUNTS_MERGED', person: { id: kept.id } })
  expect(ids.issueId).toBeDefined()
  expect(
    (await new Client(app).call(login, { body: { email: colleague.email, password: PASSWORD } })).id,
  ).toBe(colleague.id)
})
