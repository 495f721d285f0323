import { createIssue } from '@plumbline/contract/issues/issues'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeOwner } from '../../../test/make.ts'
import { moveCameras, renameElementsInViews } from './move-viewpoints.ts'

const [OLD, NEW] = ['0000000000000000000old', '0000000000000000000new']
const STEP = { id: '5b0d3c9e-6f0a-4f6e-9a57-4a1f5a1c2b3d', from: 1, to: 2 }
const VIEWS = 4
/** size of a view with 100,000 elements; two fit in a page, the third does not */
const CHARACTERS = 3_500_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Notes the characters of each answer of the database. */
const measureAnswers = (sizes: number[]): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    sizes.push(JSON.stringify(result.rows).length)
    return result
  },
})

/** Viewpoints of an issue and saved views that select many elements. */
async function makeLargeViews() {
  const { client, project, id: user } = await makeOwner(app)
  const { db } = app.server
  const issue = await client.call(createIssue, { params: { id: project.id }, body: { name: 'Large views' } })
  const view = sql`(select jsonb_build_object('camera_view_point', jsonb_build_object('x', 1, 'y', 2, 'z', 3),
    'components', jsonb_build_object('selection', jsonb_agg(jsonb_build_object('ifc_guid', ${OLD}::text))))
    from generate_series(1, 100000))`
  await sql`insert into issue_viewpoints (id, issue_id, index, view)
    select gen_random_uuid(), ${issue.id}, n, v.view from (select ${view} as view) v, generate_series(1, ${VIEWS}) n`.execute(
    db,
  )
  await sql`insert into views (id, project_id, name, is_shared, view, extras, created_by)
    select gen_random_uuid(), ${project.id}, 'View ' || n, true, v.view, '{}', ${user}
    from (select ${view} as view) v, generate_series(1, ${VIEWS}) n`.execute(db)
  return { project, issue }
}

test('Large viewpoints and saved views get the new elements a few at a time', async () => {
  const { project, issue } = await makeLargeViews()
  const sizes: number[] = []
  const { db } = app.server
  await db.transaction().execute((tx) =>
    renameElementsInViews(tx.withPlugin(measureAnswers(sizes)), {
      ...{ ...STEP, project_id: project.id, renamed: new Map([[OLD, NEW]]) },
    }),
  )
  const { rows } = await sql<{ elements: string[] }>`
    select array(select distinct e->>'ifc_guid' from jsonb_array_elements(view->'components'->'selection') e) as elements
    from (select view from issue_viewpoints where issue_id = ${issue.id}
      union all select view from views where project_id = ${project.id}) w`.execute(db)
  expect(rows).toEqual(Array.from({ length: 2 * VIEWS }, () => ({ elements: [NEW] })))
  expect(Math.max(...sizes)).toBeLessThan(3 * CHARACTERS)
})

test('Cameras of large viewpoints are moved a few at a time', async () => {
  const { issue } = await makeLargeViews()
  const sizes: number[] = []
  const { db } = app.server
  const displacement = { scale: 1, cos: 1, sin: 0, move: [10, 0, 0] as [number, number, number] }
  await db
    .transaction()
    .execute((tx) =>
      moveCameras(tx.withPlugin(measureAnswers(sizes)), STEP, displacement, [
        { issue_id: issue.id, by: [0, 5, 0] },
      ]),
    )
  const { rows } = await sql`select view->'camera_view_point' as eye from issue_viewpoints
    where issue_id = ${issue.id}`.execute(db)
  expect(rows).toEqual(Array.from({ length: VIEWS }, () => ({ eye: { x: 11, y: 7, z: 3 } })))
  expect(Math.max(...sizes)).toBeLessThan(3 * CHARACTERS)
})
