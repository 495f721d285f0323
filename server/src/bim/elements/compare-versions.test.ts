import { generateBuilding } from '@plumbline/bim/generate/building'
import { MutantMaker } from '@plumbline/bim/generate/mutant'
import { listVariants } from '@plumbline/contract/bim/bim'
import {
  compareVersions,
  countChanges,
  listElementHistory,
  MAX_HISTORY,
} from '@plumbline/contract/bim/elements'
import { fillPath, type ReplyOf } from '@plumbline/contract/http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/client.ts'
import { plantModel } from '../../../test/converted-models.ts'
import { type Door, doorsFile, guidNumber } from '../../../test/doors.ts'
import { makeOwner } from '../../../test/make.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '2' })
})
afterAll(() => app.close())

const building = (version: 1 | 2) => {
  const size = { storeys: 3, bays_x: 5, bays_y: 3, seed: 5 }
  const pieces = generateBuilding({ ...size, discipline: 'architecture', version })
  const text: string[] = []
  for (;;) {
    const { value, done } = pieces.next()
    if (done) return { bytes: Buffer.from(text.join('')), summary: value }
    text.push(value)
  }
}

test('A comparison of two versions lists added, removed and changed elements with their differences', async () => {
  const owner = await makeOwner(app)
  const { client } = owner
  const id = owner.project.id
  await plantModel(app, id, building(1).bytes)
  const sent = await sendModel(client, id, 'tower.ifc', building(1).bytes)
  await waitUntilProcessed(client, id, sent)
  const params = { id, headerId: sent.headerId }
  expect((await refusal(client.call(compareVersions, { params, query: {} }))).body.error).toBe('wrong_state')
  const { bytes, summary } = building(2)
  const second = await sendModel(client, id, 'tower.ifc', bytes, { headerId: sent.headerId })
  await waitUntilProcessed(client, id, second)
  const all = await client.call(compareVersions, { params, query: { limit: 200 } as never })
  const guids = (kind: string) =>
    all.elements
      .filter((each) => each.kind === kind)
      .map(({ guid }) => guid)
      .sort()
  const made = (...kinds: string[]) =>
    summary.changes
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ guid }) => guid)
      .sort()
  expect(guids('added')).toEqual(made('added'))
  expect(guids('removed')).toEqual(made('removed'))
  expect(guids('changed')).toEqual(expect.arrayContaining(made('changed', 'moved')))
  expect(all.counts).toMatchObject({
    added: made('added').length,
    removed: made('removed').length,
    changed: guids('changed').length,
  })
  const moved = summary.changes.find(({ kind }) => kind === 'moved')
  const parts = all.elements.find(({ guid }) => guid === moved?.guid)?.changes.map(({ part }) => part)
  expect(parts).toEqual(['place'])
  const rating = all.elements.flatMap(({ changes }) => changes).find(({ name }) => name === 'FireRating')
  expect(rating).toEqual({
    part: 'property',
    set: 'Pset_WallCommon',
    name: 'FireRating',
    from: 'EI 30',
    to: 'EI 90',
  })
  expect(all.elements.find(({ kind }) => kind === 'added')).toMatchObject({
    from_element: null,
    to_element: expect.any(Number),
  })

  const counted = await client.call(countChanges, { params, query: {} })
  for (const groups of [counted.storeys, counted.classes])
    for (const kind of ['added', 'removed', 'changed'] as const)
      expect(groups.reduce((sum, group) => sum + group[kind], 0)).toBe(all.counts[kind])
  const walls = all.elements.filter((each) => each.class === 'IfcWall' && each.kind === 'changed').length
  expect(counted.classes.find(({ value }) => value === 'IfcWall')?.changed ?? 0).toBe(walls)
  for (const { value } of counted.storeys) expect(all.elements.map(({ storey }) => storey)).toContain(value)

  const address = `${fillPath(compareVersions.path, params)}?format=csv`
  const { body, headers } = await client.send('GET', address)
  expect(headers['content-type']).toContain('text/csv')
  const lines = (body as string).trimEnd().split('\r\n')
  const [heads] = lines
  expect(heads).toBe('\ufeffChange,GlobalId,Class,Name,Storey,Moved m,Part,Set,Property,Version 1,Version 2')
  expect(lines.length - 1).toBe(
    all.elements.reduce((sum, { changes }) => sum + Math.max(1, changes.length), 0),
  )
  expect(body).toContain(',property,Pset_WallCommon,FireRating,EI 30,EI 90')

  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: '2', ...(cursor ? { cursor } : {}) } as never
    const page: ReplyOf<typeof compareVersions> = await client.call(compareVersions, { params, query })
    pages.push(...page.elements.map(({ guid }) => guid))
    cursor = page.cursor
  }
  expect(pages).toEqual(all.elements.map(({ guid }) => guid))
  const changed = all.elements.find(({ kind }) => kind === 'changed')
  const historyOf = (guid: string) =>
    client.call(listElementHistory, { params: { ...params, guid }, query: {} })
  const history = await historyOf(changed?.guid ?? '')
  expect(history.map(({ version, kind }) => [version, kind])).toEqual([
    [2, 'changed'],
    [1, 'first'],
  ])
  expect(history[0]?.changes).toEqual(changed?.changes)
  const [added] = await historyOf(guids('added')[0] ?? '')
  expect(added).toMatchObject({ version: 2, kind: 'added' })
  expect((await refusal(historyOf(guids('removed')[0] ?? ''))).status).toBe(404)

  const [newest, oldest] = await client.call(listVariants, { params })
  const back = { from: newest?.id ?? '', to: oldest?.id ?? '', kind: 'added' as const }
  const reverse = await client.call(compareVersions, { params, query: back })
  expect(reverse.elements.map(({ guid }) => guid).sort()).toEqual(made('removed'))
  const other = await sendModel(
    client,
    id,
    'doors.ifc',
    doorsFile([{ guid: guidNumber(1), name: 'Door', storey: 1 }]),
  )
  const foreign = { from: other.variantId }
  expect((await refusal(client.call(compareVersions, { params, query: foreign }))).status).toBe(404)
}, 240_000)

test('Versions with other GlobalIds are compared element by element', async () => {
  const { client, project } = await makeOwner(app)
  const text = building(1).bytes.toString()
  const sent = await sendModel(client, project.id, 'tower.ifc', Buffer.from(text))
  await waitUntilProcessed(client, project.id, sent)
  const options = { seed: 3, newGuids: true, newTags: true, moved: 0.03, deleted: 0.02 }
  const mutant = new MutantMaker(text, options).make()
  const again = { headerId: sent.headerId }
  const second = await sendModel(client, project.id, 'tower.ifc', Buffer.from(mutant.text), again)
  await waitUntilProcessed(client, project.id, second)
  const params = { id: project.id, headerId: sent.headerId }
  const all = await client.call(compareVersions, { params, query: { limit: 200 } as never })
  const deleted = [...mutant.truth].filter(([, now]) => now.length === 0).map(([guid]) => guid)
  const removed = all.elements.filter(({ kind }) => kind === 'removed').map(({ guid }) => guid)
  expect(removed).toEqual(expect.arrayContaining(deleted))
  expect(all.share).toBeGreaterThan(0.95)
  expect(all.counts.reidentified).toBeGreaterThan(500)
  expect(all.counts.same).toBe(0)
  const shifted = all.elements.filter(({ moved_m }) => moved_m > 0)
  expect(shifted.length).toBe(all.counts.moved)
  const now = new Set([...mutant.moved].flatMap((guid) => mutant.truth.get(guid) ?? []))
  expect(shifted.filter(({ guid }) => now.has(guid)).length).toBeGreaterThan(10)
  expect(shifted[0]).toMatchObject({ kind: 'changed', changes: [{ part: 'place' }] })
  const only = { kind: 'reidentified', limit: 5 } as never
  const { elements } = await client.call(compareVersions, { params, query: only })
  expect(elements).toHaveLength(5)
  expect(elements[0]).toMatchObject({ kind: 'reidentified', moved_m: 0, changes: [] })
  const known = [...mutant.truth].flatMap(([before, after]) => after.map((now) => ({ before, now })))
  const renamed = await client.call(compareVersions, {
    params,
    query: { kind: 'reidentified', limit: 200 } as never,
  })
  const one = known.find(({ now }) => renamed.elements.some(({ guid }) => guid === now))
  const history = await client.call(listElementHistory, {
    params: { ...params, guid: one?.now ?? '' },
    query: {},
  })
  expect(history.map(({ kind }) => kind)).toEqual(['reidentified', 'first'])
  expect(history.map(({ guid }) => guid)).toEqual([one?.now, one?.before])
  const part = { part: 'place', limit: 200 } as never
  const places = await client.call(compareVersions, { params, query: part })
  expect(places.elements.length).toBe(all.counts.moved)
}, 240_000)

test('Changed properties keep line breaks in the names of sets and properties', async () => {
  const { client, project } = await makeOwner(app)
  const write = (rating: string) => {
    const properties = { 'Fire\\X\\0ARating': `IFCLABEL('${rating}')` }
    const door: Door = { guid: guidNumber(1), name: 'Door', storey: 1, properties }
    return doorsFile([door], 'MILLI', 'Own\\X\\0Aset')
  }
  const sent = await sendModel(client, project.id, 'doors.ifc', write('EI 30'))
  await waitUntilProcessed(client, project.id, sent)
  const again = { headerId: sent.headerId }
  await waitUntilProcessed(
    client,
    project.id,
    await sendModel(client, project.id, 'doors.ifc', write('EI 90'), again),
  )
  const params = { id: project.id, headerId: sent.headerId }
  const { elements } = await client.call(compareVersions, { params, query: {} })
  expect(elements.map(({ changes }) => changes)).toEqual([
    [{ part: 'property', set: 'Own\nset', name: 'Fire\nRating', from: 'EI 30', to: 'EI 90' }],
  ])
})

test('The history of an element says that it begins with the oldest version only, also after more than 20', async () => {
  const { client, project } = await makeOwner(app)
  const door: Door = { guid: guidNumber(1), name: 'Door', storey: 1 }
  const sent = await sendModel(client, project.id, 'doors.ifc', doorsFile([door]))
  await waitUntilProcessed(client, project.id, sent)
  // versions with the same content, as if they had been uploaded
  await sql`insert into bim_file_variants
    select copy.* from bim_file_variants v, generate_series(2, 23) number,
      jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'version', number, 'is_current', false)) copy
    where v.id = ${sent.variantId}`.execute(app.server.db)
  const params = { id: project.id, headerId: sent.headerId, guid: door.guid }
  const versions = await client.call(listVariants, { params })
  for (const [index, { id: to }] of versions.slice(0, -1).entries())
    await client.call(compareVersions, { params, query: { from: versions[index + 1]?.id ?? '', to } })
  const list = (variant_id?: string) =>
    client.call(listElementHistory, { params, query: { variant_id } as never })
  const begin = await list(versions[0]?.id)
  expect(begin.map(({ version, kind }) => [version, kind])).toEqual(
    Array.from({ length: MAX_HISTORY }, (_, index) => [23 - index, 'same']),
  )
  const rest = await list(begin.at(-1)?.variant_id)
  expect(rest.map(({ version, kind }) => [version, kind])).toEqual([
    [4, 'same'],
    [3, 'same'],
    [2, 'same'],
    [1, 'first'],
  ])
}, 240_000)
