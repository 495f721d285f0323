import { listMembers } from '@plumbline/contract/access/access'
import * as attachments from '@plumbline/contract/issues/attachments'
import { listChanges } from '@plumbline/contract/issues/changes'
import * as issues from '@plumbline/contract/issues/issues'
import { addComment, listTimeline } from '@plumbline/contract/issues/timeline'
import { createLevel, listLevels } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeMember, makeOwner, type User } from '../../../test/make.ts'
import { PIXEL } from '../../../test/world.ts'

const photo = new Blob([Buffer.from(PIXEL, 'base64')])

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function makeProject() {
  const owner = await makeOwner(app, 'Ada Mason')
  const params = { id: owner.project.id }
  const file = (body: object = {}, by: User = owner) =>
    by.client.call(issues.createIssue, { params, body: { name: 'Crack', ...body } })
  const read = (query: object = {}, by: User = owner) => by.client.call(listChanges, { params, query })
  /** All pages from a cursor on. */
  async function readAll(after: string | undefined, by: User = owner, limit = 2) {
    const pages = [await read({ after, limit }, by)]
    while (pages.at(-1)?.more) pages.push(await read({ after: pages.at(-1)?.next, limit }, by))
    return {
      ids: pages.flatMap((page) => page.issues.map(({ issue }) => issue.id)),
      gone: pages.flatMap(({ gone }) => gone),
      next: pages.at(-1)?.next,
      pages,
    }
  }
  return { owner, params, file, read, readAll }
}

test('The first read brings every issue with its parts and timeline, in pages, as the single reads do', async () => {
  const { owner, params, file, readAll } = await makeProject()
  const made = [await file(), await file({ labels: ['wet'] }), await file()]
  const at = { ...params, issueId: made[1]?.id ?? '' }
  await owner.client.call(addComment, { params: at, body: { text: 'Seen on Tuesday' } })
  await owner.client.call(attachments.addAttachment, { params: at, query: { name: 'wall.png' }, file: photo })
  const { ids, pages } = await readAll(undefined)
  expect(ids).toEqual(made.map(({ id }) => id))
  expect(pages.length).toBeGreaterThan(1)
  const all = pages.flatMap((page) => page.issues)
  for (const { issue, timeline } of all) {
    const single = { ...params, issueId: issue.id }
    expect(issue).toEqual(await owner.client.call(issues.getIssue, { params: single }))
    expect(timeline).toEqual(await owner.client.call(listTimeline, { params: single, query: {} }))
  }
})

test('Later reads return only changes since then, and the ids of deleted issues', async () => {
  const { owner, params, file, readAll } = await makeProject()
  const [first, second, third] = [await file(), await file(), await file()]
  const { next } = await readAll(undefined)
  expect(await readAll(next)).toMatchObject({ ids: [], gone: [] })
  await owner.client.call(issues.updateIssue, {
    params: { ...params, issueId: second.id },
    body: { name: 'Wide crack' },
  })
  await owner.client.call(issues.deleteIssue, { params: { ...params, issueId: first.id } })
  const fourth = await file()
  const later = await readAll(next)
  expect([...later.ids].sort()).toEqual([second.id, fourth.id].sort())
  expect(later.gone).toEqual([first.id])
  expect(later.ids).not.toContain(third.id)
  expect(await readAll(later.next)).toMatchObject({ ids: [], gone: [] })
})

test('People, levels, sections and files come whole, and only if they changed since the tags', async () => {
  const { owner, params, read } = await makeProject()
  const first = await read()
  expect(first.levels).toEqual(await owner.client.call(listLevels, { params }))
  expect(first.members?.map(({ user_id }) => user_id)).toEqual(
    (await owner.client.call(listMembers, { params })).map((member) => 'user_id' in member && member.user_id),
  )
  const { tags, next } = first
  const unchanged = { members: null, levels: null, sections: null, files: null, tags }
  expect(await read({ after: next, tags })).toMatchObject(unchanged)
  await owner.client.call(createLevel, { params, body: { name: 'Basement', elevation_m: -3 } })
  const later = await read({ after: next, tags })
  expect(later).toMatchObject({ members: null, sections: null, files: null })
  expect(later.levels?.map(({ name }) => name)).toContain('Basement')
})

test('An issue hidden from the caller is reported as gone if they could see it, and never mentioned otherwise', async () => {
  const { owner, params, file, readAll } = await makeProject()
  const member = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const shown = await file({ assignee_id: member.id, visibility: 'PRIVATE' })
  const hidden = await file({ visibility: 'PRIVATE' })
  const { ids, next } = await readAll(undefined, member)
  expect(ids).toEqual([shown.id])
  for (const { id } of [shown, hidden])
    await owner.client.call(issues.updateIssue, {
      params: { ...params, issueId: id },
      body: { assignee_id: null, name: 'Other' },
    })
  const later = await readAll(next, member)
  expect(later).toMatchObject({ ids: [], gone: [shown.id] })
  // changes of a hidden issue do not even move the cursor
  await owner.client.call(issues.updateIssue, {
    params: { ...params, issueId: hidden.id },
    body: { name: 'Third' },
  })
  expect(await readAll(later.next, member)).toMatchObject({ ids: [], gone: [], next: later.next })
})

test('A cursor of another person or with other rights starts over and says so', async () => {
  const { owner, file, read } = await makeProject()
  await file()
  const member = await makeMember(app, owner.project.id, 'CONTRIBUTOR')
  const { next } = await read()
  const answer = await read({ after: next }, member)
  expect(answer.reset).toBe(true)
  expect(answer.issues).toHaveLength(1)
  expect((await read({ after: 'nonsense' })).reset).toBe(true)
})

test('Pages end before issues whose views list too many elements for the memory', async () => {
  const { file, read, readAll } = await makeProject()
  const made = [await file(), await file(), await file()]
  for (const { id } of made)
    await sql`insert into issue_viewpoints (id, issue_id, index, view)
      select gen_random_uuid(), ${id}, 0, jsonb_build_object('components', jsonb_build_object(
        'visibility', jsonb_build_object('default_visibility', true),
        'selection', jsonb_agg(jsonb_build_object('ifc_guid', lpad(n::text, 22, '0')))))
      from generate_series(1, 90000) n`.execute(app.server.db)
  const first = await read()
  expect(first.issues.map(({ issue }) => issue.number)).toEqual([1, 2])
  const rest = await readAll(first.next, undefined, 250)
  expect(rest.ids).toEqual([made[2]?.id])
})

test('Pages end before issues with so many changed descriptions that their timelines exceed the memory', async () => {
  const { params, file, readAll } = await makeProject()
  const made = await Promise.all(Array.from({ length: 30 }, () => file()))
  // each issue's description was replaced twenty times
  await sql`insert into issue_log (project_id, seq, issue_id, at, kind, data, hash)
    select i.project_id, 1000 + row_number() over (), i.id, now(), 'CHANGED', jsonb_build_object('changes', jsonb_build_array(
      jsonb_build_object('field', 'description', 'from', repeat('a', 10000), 'to', repeat('b', 10000)))), '\\x00'
    from issues i, generate_series(1, 20) where i.project_id = ${params.id}`.execute(app.server.db)
  await sql`update issue_chains set seq = 1600 where project_id = ${params.id}`.execute(app.server.db)
  const { pages, ids } = await readAll(undefined, undefined, 250)
  expect(pages.slice(0, 2).map((page) => page.issues.length)).toEqual([19, 11])
  expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)))
})
