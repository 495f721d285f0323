import { createIssue } from '@plumbline/contract/issues/issues'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { countRows } from '../../../test/row-counts.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { findKnownViews } from './find-known-views.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

test('Views of 90,000 elements are recognised whatever the order of the elements, and read a few at a time', async () => {
  const { client, project, id: user } = await makeOwner(app)
  const { db, blobs } = app.server
  const { id } = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Crack' } })
  const { rows } = await sql<{ id: string; view: ViewpointView }>`
    insert into issue_viewpoints (id, issue_id, index, view)
    select gen_random_uuid(), ${id}, v, jsonb_build_object('components', jsonb_build_object(
      'visibility', jsonb_build_object('default_visibility', true), 'selection', (
        select jsonb_agg(jsonb_build_object('ifc_guid', lpad((v * n)::text, 22, '0'))) from generate_series(1, 90000) n)))
    from generate_series(1, 5) v returning id, view`.execute(db)
  const member = await findProjectMember(db, user, project.id)
  if (!member) throw new Error('no member')
  const { db: counted, counts } = countRows(db)
  const [second, , fourth] = rows.slice(1).map(({ view }, index) => ({
    guid: `returned ${index}`,
    view: {
      ...view,
      components: { ...view.components, selection: view.components?.selection?.toReversed() },
    } as ViewpointView,
    bitmaps: [],
  }))
  const other = { guid: 'other', view: {}, bitmaps: [] }
  const viewpoints = [fourth, other, second].flatMap((each) => each ?? [])
  const plan = {
    topic: { viewpoints },
    existing: { views: new Map(rows.map((row) => [row.id, row.id])) },
    additions: { comments: [], viewpoints },
  } as unknown as Parameters<typeof findKnownViews>[3]

  const known = await findKnownViews({ db: counted, blobs }, member, {} as never, plan)

  expect(known).toEqual({ 'returned 0': rows[1]?.id, 'returned 2': rows[3]?.id })
  // the sizes of all, and the views
  expect(counts).toEqual([5, 2, 2, 1])
})
