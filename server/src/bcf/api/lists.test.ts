import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { type BcfClient, createBcfClient } from '../../../test/bcf.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'
import { measureLongestAnswer } from '../../../test/row-counts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Topic = Record<string, unknown> & { guid: string; title: string }

async function setUp() {
  const owner = await makeOwner(app)
  return { owner, api: createBcfClient(owner.client, '3.0', owner.project.id) }
}

const titles = (topics: Topic[]) => topics.map(({ title }) => title)
const find = (api: BcfClient, query: Record<string, string | number>) => {
  const filters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return api.get<Topic[]>(`/topics?${filters.join('&')}`)
}

test('Lists with rows that do not fit into memory are refused with the number that fits', async () => {
  const { owner, api } = await setUp()
  const { db } = app.server
  for (const title of ['long', 'longer', 'short']) await api.post('/topics', { title })
  const [, , short] = await find(api, {})
  const text = sql`repeat('x', 17000000)`
  await sql`insert into issue_bcf (issue_id, topic) select id, jsonb_build_object('labels', jsonb_build_array(${text}))
    from issues where project_id = ${owner.project.id} and name <> 'short'`.execute(db)
  const refused = {
    ...{ status: 413 },
    body: { error: 'too_large', reason: { code: 'answer_too_large', values: { count: 1 } } },
  }
  expect(await api.send('GET', '/topics')).toMatchObject(refused)
  expect(await api.send('GET', '/topics?$top=2')).toMatchObject(refused)
  expect(titles(await find(api, { $skip: 2 }))).toEqual(['short'])
  const comments = `/topics/${short?.guid}/comments`
  await sql`insert into issue_comments (id, issue_id, round, text) select gen_random_uuid(), id, 0, ${text}
    from issues, generate_series(1, 2) where project_id = ${owner.project.id} and name = 'short'`.execute(db)
  expect(await api.send('GET', comments)).toMatchObject(refused)
  expect(await api.get(`${comments}?$top=0`)).toEqual([])
})

describe('Topic lists', () => {
  test('are filtered, ordered and paged by OData parameters', async () => {
    const { owner, api } = await setUp()
    const colleague = await makeMember(app, owner.project.id, 'EDITOR')
    await api.post('/topics', { title: 'A', priority: 'High', labels: ['Red', 'Trade: HVAC'], index: 3 })
    await api.post('/topics', { title: 'B', topic_type: 'Fault', assigned_to: colleague.email, index: 1 })
    await createBcfClient(colleague.client, '3.0', owner.project.id).post('/topics', {
      title: 'C',
      stage: 'Shell',
    })
    const filters: [filter: string, found: string][] = [
      ["priority eq 'High'", 'A'],
      ["topic_type eq 'Fault'", 'B'],
      ["topic_type ne 'Fault'", 'AC'],
      [`assigned_to eq '${colleague.email.toUpperCase()}'`, 'B'],
      ['assigned_to eq null', 'AC'],
      [`creation_author eq '${colleague.email}'`, 'C'],
      ["stage eq 'Shell' or labels/any(l: l eq 'Red')", 'AC'],
      ["labels/any(l: l eq 'Trade: HVAC')", 'A'],
      ["not contains(labels, 'Red')", 'BC'],
      ["topic_status eq 'Open' and creation_date gt 2015-12-05T00:00:00+01:00", 'ABC'],
      ['creation_date gt 0001-01-01T00:00:00+01:00 and creation_date lt 9999-12-31T23:59:59-05:00', 'ABC'],
      ['modified_date lt 2015-12-05T00:00:00Z', ''],
    ]
    for (const [$filter, found] of filters)
      expect([$filter, titles(await find(api, { $filter })).join('')]).toEqual([$filter, found])
    const order = async ($orderby: string) => titles(await find(api, { $orderby })).join('')
    expect(await order('creation_date desc')).toBe('CBA')
    expect(await order('index,creation_date')).toBe('BAC')
    expect(await order('server_assigned_id desc')).toBe('CBA')
    expect(titles(await find(api, { $top: 1, $skip: 1 }))).toEqual(['B'])
    expect(await find(api, { $top: 0 })).toEqual([])
    expect(await find(api, { $skip: 100 })).toEqual([])
  })

  test.each([
    ["$filter=title eq 'A'", '$filter', 'at character 1'],
    ["$filter=priority eq 'A", '$filter', 'at character 13'],
    ['$orderby=title', '$orderby', 'at character 1'],
    ['$top=-1', '$top', ''],
    ['$skip=many', '$skip', ''],
    ['$filter=%00', '$filter', ''],
  ])('The query %s is refused with its position', async (query, field, where) => {
    const { api } = await setUp()
    const { status, body } = await api.send('GET', `/topics?${query}`)
    const { fields } = body as { fields: Record<string, string> }
    expect([status, fields[field]]).toEqual([400, expect.stringContaining(where)])
  })

  test('need as many queries for twenty topics as for one', async () => {
    const { api } = await setUp()
    const statements = async (path: string) => {
      const { db } = app.server
      const executor = db.getExecutor()
      let count = 0
      const executed = executor.executeQuery
      executor.executeQuery = ((...args: Parameters<typeof executed>) => {
        // background jobs query other tables
        if (/\bissues\b/.test(args[0].sql)) count++
        return executed.apply(executor, args)
      }) as typeof executed
      await api.get(path)
      executor.executeQuery = executed
      return count
    }
    const path = '/topics?includeAuthorization=true'
    await api.post('/topics', { title: 'One' })
    const countForOne = await statements(path)
    for (let i = 0; i < 20; i++) await api.post('/topics', { title: `Topic ${i}` })
    expect(countForOne).toBe(3)
    expect(await statements(path)).toBe(countForOne)
  })
})

test('The viewpoints of a topic are listed without reading the elements that they show or draw transparent', async () => {
  const { owner, api } = await setUp()
  const { guid } = (await api.post('/topics', { title: 'Crack' })) as Topic
  await sql`insert into issue_viewpoints (id, issue_id, index, view)
    select gen_random_uuid(), i.id, 0, jsonb_build_object('ghosts', jsonb_build_object('all_but', true, 'components', list),
      'components', jsonb_build_object('visibility', jsonb_build_object('default_visibility', true), 'selection', list))
    from issues i, (select jsonb_agg(jsonb_build_object('ifc_guid', lpad(n::text, 22, '0'))) as list
      from generate_series(1, 5000) n) elements
    where i.project_id = ${owner.project.id}`.execute(app.server.db)
  let listed: unknown[] = []
  const longest = await measureLongestAnswer(app.server.db, async () => {
    listed = await api.get<unknown[]>(`/topics/${guid}/viewpoints`)
  })
  expect(listed).toHaveLength(1)
  expect(longest).toBeLessThan(10_000)
})
