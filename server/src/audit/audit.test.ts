import fs from 'node:fs'
import path from 'node:path'
import { acceptInvite, createInvite, removeMember, updateMember } from '@plumbline/contract/access/access'
import * as audit from '@plumbline/contract/audit/audit'
import { auditKinds } from '@plumbline/contract/audit/audit.rules'
import { login, logout } from '@plumbline/contract/auth/auth'
import { createToken } from '@plumbline/contract/auth/tokens'
import { exportIssues } from '@plumbline/contract/issues/bulk'
import { deleteProject, updateProject } from '@plumbline/contract/projects/projects'
import { acceptTeamInvite, inviteToTeam, updateTeam, updateTeamMember } from '@plumbline/contract/teams/teams'
import { deleteMe } from '@plumbline/contract/users/delete-me'
import { exportMe } from '@plumbline/contract/users/export-me'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeMember, makeOwner, makeUser, PASSWORD, type User } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

const read = (owner: Owner, query: object = {}) =>
  owner.client.call(audit.listAuditLog, { params: { id: owner.team.id }, query })
/** The kinds of all entries, newest first. */
const kinds = async (owner: Owner, query: object = {}) =>
  (await read(owner, query)).items.map(({ kind }) => kind)
const check = (owner: Owner) => owner.client.call(audit.checkAuditLog, { params: { id: owner.team.id } })

async function addColleague(owner: Owner, name = 'Jan Kowalski', role: 'MEMBER' | 'ADMIN' = 'MEMBER') {
  const colleague = await makeUser(app, name)
  const params = { id: owner.team.id }
  const invite = await owner.client.call(inviteToTeam, { params, body: { email: colleague.email, role } })
  await colleague.client.call(acceptTeamInvite, { params: { ...params, inviteId: invite.id } })
  return colleague
}

const signIn = (email: string, password: string) => new Client(app).call(login, { body: { email, password } })

/** Disables the trigger, as an attacker with the database password could. */
const tamper = (statement: ReturnType<typeof sql>) =>
  app.server.db.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table audit_log enable trigger user`.execute(tx)
  })

test('Changes of rights, exports, tokens and settings are recorded with actor, person and object', async () => {
  const owner = await makeOwner(app, 'Ada Mason')
  const project = { id: owner.project.id }
  const colleague = await addColleague(owner)
  const team = { id: owner.team.id }
  await owner.client.call(updateTeamMember, {
    params: { ...team, userId: colleague.id },
    body: { role: 'ADMIN' },
  })
  const guest = await makeUser(app, 'Grace Guest')
  const standing = { role: 'SUBCONTRACTOR', permission_level: 'CONTRIBUTOR' } as const
  const invite = await owner.client.call(createInvite, {
    params: project,
    body: { email: guest.email, ...standing },
  })
  await guest.client.call(acceptInvite, { params: { ...project, inviteId: invite.id } })
  await owner.client.call(updateMember, {
    params: { ...project, userId: guest.id },
    body: { ...standing, permission_level: 'EDITOR' },
  })
  await guest.client.send('GET', `/api/project/${project.id}/issue/export?format=csv`)
  await owner.client.call(removeMember, { params: { ...project, userId: guest.id }, query: {} })
  await owner.client.call(updateProject, {
    params: project,
    body: { contributor_issue_scope: 'OWN_COMPANY' },
  })
  await owner.client.call(updateTeam, { params: team, body: { members_may_create_projects: true } })
  await owner.client.call(createToken, {
    body: { name: 'CI', scope: 'READ', project_id: null, expires_in_days: 30, password: PASSWORD },
  })
  await owner.client.call(deleteProject, { params: project })
  const { items } = await read(owner)
  expect(items.map(({ kind }) => kind)).toEqual([
    'PROJECT_DELETED',
    'TOKEN_CREATED',
    'COMPANY_CHANGED',
    'PROJECT_CHANGED',
    'MEMBER_REMOVED',
    'ISSUES_EXPORTED',
    'MEMBER_CHANGED',
    'MEMBER_ADDED',
    'MEMBER_INVITED',
    'COLLEAGUE_ROLE_CHANGED',
    'COLLEAGUE_ADDED',
    'COLLEAGUE_INVITED',
    'PROJECT_CREATED',
    'COMPANY_CREATED',
  ])
  const find = (kind: string) => items.find((item) => item.kind === kind)
  expect(find('MEMBER_CHANGED')).toMatchObject({
    by: { first_name: 'Ada' },
    person: { first_name: 'Grace' },
    project_name: 'Harbour School',
    data: { from: 'CONTRIBUTOR', permission_level: 'EDITOR' },
    ip: '127.0.0.1',
  })
  expect(find('ISSUES_EXPORTED')).toMatchObject({ by_id: guest.id, data: { format: 'csv', issues: 0 } })
  expect(find('MEMBER_INVITED')).toMatchObject({ email: guest.email, person: null })
  expect(find('COLLEAGUE_ROLE_CHANGED')).toMatchObject({
    person_id: colleague.id,
    data: { from: 'MEMBER', to: 'ADMIN' },
  })
  expect(await check(owner)).toMatchObject({ entries: 14, broken_at: null })
})

test('Sign-ins and refused sign-ins of a member are in the log of the company, with address and device', async () => {
  const owner = await makeOwner(app)
  const colleague = await addColleague(owner)
  await signIn(colleague.email, PASSWORD)
  await refusal(signIn(colleague.email, 'a wrong passphrase'))
  await refusal(signIn('nobody@example.com', PASSWORD))
  await expect.poll(() => kinds(owner, { group: 'SIGN_IN' })).toEqual(['SIGN_IN_FAILED', 'SIGNED_IN'])
  const { items } = await read(owner, { group: 'SIGN_IN' })
  expect(items[0]).toMatchObject({
    by_id: null,
    person_id: colleague.id,
    data: { method: 'PASSWORD' },
    ip: '127.0.0.1',
  })
  expect(items[1]).toMatchObject({ by_id: colleague.id, person_id: null, data: { method: 'PASSWORD' } })
  await colleague.client.call(logout, {})
  expect(await kinds(owner, { group: 'SIGN_IN', limit: 1 })).toEqual(['SIGNED_OUT'])
})

test('An act that is refused leaves no entry', async () => {
  const owner = await makeOwner(app)
  const before = await kinds(owner)
  const params = { id: owner.team.id, userId: owner.id }
  await refusal(owner.client.call(updateTeamMember, { params, body: { role: 'MEMBER' } }))
  expect(await kinds(owner)).toEqual(before)
})

test('Only administrators of the company read its log, and only of their own', async () => {
  const owner = await makeOwner(app)
  const member = await addColleague(owner)
  const admin = await addColleague(owner, 'Olga Admin', 'ADMIN')
  const stranger = await makeOwner(app)
  const outsider = await makeMember(app, owner.project.id, 'ADMIN')
  const of = (user: User) =>
    user.client.call(audit.listAuditLog, { params: { id: owner.team.id }, query: {} })
  expect((await of(admin)).items.length).toBeGreaterThan(0)
  expect(await refusal(of(member))).toMatchObject({ status: 403 })
  expect(await refusal(of(stranger))).toMatchObject({ status: 404 })
  expect(await refusal(of(outsider))).toMatchObject({ status: 404 })
  expect(await kinds(stranger)).toEqual(['PROJECT_CREATED', 'COMPANY_CREATED'])
})

test('The log is filtered by person, group and time, in pages', async () => {
  const owner = await makeOwner(app)
  const colleague = await addColleague(owner)
  expect(await kinds(owner, { person: colleague.id })).toEqual(['COLLEAGUE_ADDED'])
  expect(await kinds(owner, { group: 'SETTING' })).toEqual(['PROJECT_CREATED', 'COMPANY_CREATED'])
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  expect(await kinds(owner, { from: at(-1), to: at(1) })).toHaveLength(4)
  expect(await kinds(owner, { from: at(1) })).toEqual([])
  expect(await kinds(owner, { to: at(-1) })).toEqual([])
  const first = await read(owner, { limit: 3 })
  const next = await read(owner, { limit: 3, before: first.before ?? 0 })
  expect([first, next].flatMap(({ items }) => items.map(({ seq }) => seq))).toEqual([4, 3, 2, 1])
  expect(next.before).toBeNull()
  const people = await owner.client.call(audit.listAuditPeople, { params: { id: owner.team.id } })
  expect(people.map(({ id }) => id).sort()).toEqual([owner.id, colleague.id].sort())
})

test('The check finds changed entries, changed details and missing ends; the database refuses such changes', async () => {
  const owner = await makeOwner(app)
  await addColleague(owner)
  const { id } = owner.team
  const { db } = app.server
  await expect(sql`update audit_log set by_user_id = null`.execute(db)).rejects.toThrow('only ever added to')
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('only ever added to')
  expect(await check(owner)).toMatchObject({ entries: 4, broken_at: null })
  await tamper(sql`update audit_log set kind = 'SIGNED_IN' where team_id = ${id} and seq = 2`)
  expect(await check(owner)).toMatchObject({ entries: 1, broken_at: 2 })
  await tamper(sql`update audit_log set kind = 'PROJECT_CREATED' where team_id = ${id} and seq = 2`)
  const forgeIp = (ip: string) =>
    sql`update audit_details set details = jsonb_set(details, '{ip}', to_jsonb(${ip}::text))
      where team_id = ${id} and seq = 3`.execute(db)
  await forgeIp('10.0.0.1')
  expect(await check(owner)).toMatchObject({ broken_at: 3 })
  await forgeIp('127.0.0.1')
  expect(await check(owner)).toMatchObject({ broken_at: null })
  await tamper(sql`delete from audit_log where team_id = ${id} and seq = 4`)
  expect(await check(owner)).toMatchObject({ entries: 3, broken_at: 4 })
})

test('The CSV export holds every entry with its hash, is itself recorded, and starts no formula', async () => {
  const owner = await makeOwner(app, '=cmd Mason')
  const url = `/api/team/${owner.team.id}/audit/export`
  const { status, body, headers } = await owner.client.send('GET', url)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?number,time,kind,by_id/)
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual([
    'COMPANY_CREATED',
    'PROJECT_CREATED',
    'AUDIT_EXPORTED',
  ])
  expect(lines[1]).toContain(",'=cmd Mason,")
  const { head } = await check(owner)
  expect(lines.at(-1)?.endsWith(head)).toBe(true)
})

test('After its deletion an account is unnamed in the log, its addresses and devices are deleted, and the chain stays valid', async () => {
  const owner = await makeOwner(app)
  const colleague = await addColleague(owner)
  await signIn(colleague.email, PASSWORD)
  await colleague.client.call(deleteMe, {})
  const { items } = await read(owner)
  expect(items.map(({ kind }) => kind).slice(0, 2)).toEqual(['ACCOUNT_DELETED', 'SIGNED_IN'])
  for (const item of items.slice(0, 3))
    expect(item).toMatchObject({ by: null, by_id: colleague.id, ip: null, user_agent: null })
  expect(items.find(({ kind }) => kind === 'COLLEAGUE_INVITED')).toMatchObject({ email: null })
  expect(JSON.stringify(items)).not.toContain(colleague.email)
  expect(await check(owner)).toMatchObject({ broken_at: null })
})

test('Addresses and devices are erased after a year', async () => {
  const owner = await makeOwner(app)
  const { auditDomain } = await import('./domain.ts')
  const purge = async (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000)
    for (const each of auditDomain.purges ?? []) await each({ ...app.server, now })
  }
  await purge(364)
  expect((await read(owner)).items[0]).toMatchObject({ ip: '127.0.0.1' })
  await purge(366)
  expect((await read(owner)).items[0]).toMatchObject({ ip: null })
  expect(await check(owner)).toMatchObject({ broken_at: null })
})

test('The data export of a person holds their own entries', async () => {
  const owner = await makeOwner(app)
  const { status } = await owner.client.send(exportMe.method, exportMe.path)
  expect(status).toBe(200)
  expect(await kinds(owner, { group: 'EXPORT' })).toEqual(['DATA_EXPORTED'])
  const part = (await import('./domain.ts')).auditDomain.exportParts?.[0]
  const rows = await part?.rows({ tx: app.server.db, actor: { user_id: owner.id } } as never)
  const own: string[] = []
  for await (const row of rows ?? []) own.push((row as { kind: string }).kind)
  expect(own).toEqual(['COMPANY_CREATED', 'PROJECT_CREATED', 'DATA_EXPORTED'])
})

test('Acts at the same time are numbered without gaps in one chain', async () => {
  const owner = await makeOwner(app)
  const body = { format: 'csv' as const }
  await Promise.all(
    Array.from({ length: 12 }, () =>
      owner.client.send(
        'GET',
        `${exportIssues.path.replace(':id', owner.project.id)}?${new URLSearchParams(body)}`,
      ),
    ),
  )
  expect(await check(owner)).toMatchObject({ entries: 14, broken_at: null })
})

test('Kinds belong to one group each, and each is recorded somewhere', () => {
  const all = Object.values(auditKinds).flat()
  expect(new Set(all).size).toBe(all.length)
  const source = path.join(import.meta.dirname, '..')
  const texts = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(path.join(source, file), 'utf8'))
    .filter((text) => /recordAudit|recordWebhookAct|recordActOnPerson/.test(text))
  expect(all.filter((kind) => !texts.some((text) => text.includes(`'${kind}'`)))).toEqual([])
})

test('An export whose first entries cannot be read is answered with an error, not with a file that breaks off', async () => {
  const owner = await makeOwner(app)
  const { db } = app.server
  const selectFrom = db.selectFrom.bind(db)
  const spy = vi.spyOn(db, 'selectFrom').mockImplementation(((table: never) => {
    if (table === 'audit_log as l') throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    return selectFrom(table)
  }) as typeof db.selectFrom)
  onTestFinished(() => spy.mockRestore())
  const { status, body } = await refusal(
    owner.client.call(audit.exportAuditLog, { params: { id: owner.team.id }, query: {} }),
  )
  expect([status, body.error]).toEqual([503, 'unavailable'])
})
