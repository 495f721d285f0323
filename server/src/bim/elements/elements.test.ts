import { generateBuilding } from '@plumbline/bim/generate/building'
import { deleteHeader, makeVariantCurrent, restartVariant, restoreHeader } from '@plumbline/contract/bim/bim'
import {
  type ElementHit,
  findElement,
  getElementFacets,
  searchElements,
} from '@plumbline/contract/bim/elements'
import { fillPath, type ReplyOf } from '@plumbline/contract/http'
import { listLevels } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import type { Client } from '../../../test/client.ts'
import { plantModel } from '../../../test/converted-models.ts'
import { type Door, doorsFile, guidNumber } from '../../../test/doors.ts'
import { makeMember, makeOwner } from '../../../test/make.ts'
import { recordStatements } from '../../../test/recorded-statements.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'
import { sweepIndexes } from './index-model.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONVERT_PARALLEL: '2' })
})
afterAll(() => app.close())

type Found = ReplyOf<typeof searchElements>

async function search(client: Client, id: string, query: [name: string, value: string][]): Promise<Found> {
  const address = `${fillPath(searchElements.path, { id })}?${new URLSearchParams(query)}`
  const { status, body } = await client.send('GET', address)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Found
}
const names = ({ elements }: { elements: ElementHit[] }) => elements.map(({ name }) => name).sort()

async function ownerOf(doors: Door[], length?: 'MILLI' | 'METRE') {
  const owner = await makeOwner(app)
  const sent = await sendModel(owner.client, owner.project.id, 'doors.ifc', doorsFile(doors, length))
  const variant = await waitUntilProcessed(owner.client, owner.project.id, sent)
  expect(variant).toMatchObject({ state: 'COMPLETED', error: null })
  const find = (...query: [string, string][]) => search(owner.client, owner.project.id, query)
  const where = (...conditions: string[]) =>
    find(['class', 'IfcDoor'], ...conditions.map((text): [string, string] => ['property', text])).then(names)
  return { ...owner, sent, variant, find, where, id: owner.project.id }
}

const building = (discipline: 'architecture' | 'services') => {
  const size = { storeys: 3, bays_x: 5, bays_y: 3, seed: 5 }
  return Buffer.from([...generateBuilding({ ...size, discipline, version: 1 })].join(''))
}

test('A search finds all fire doors on level 2 with a rating below EI60 over all files of a project', async () => {
  const { client, project } = await makeOwner(app)
  const bytes = building('architecture')
  await plantModel(app, project.id, bytes)
  await waitUntilProcessed(client, project.id, await sendModel(client, project.id, 'tower.ifc', bytes))
  const services = building('services')
  await waitUntilProcessed(client, project.id, await sendModel(client, project.id, 'services.ifc', services))
  const levels = await client.call(listLevels, { params: { id: project.id } })
  const level = levels.find(({ name }) => name === '02 Second floor')
  const conditions: [string, string][] = [
    ['q', 'fire door'],
    ['level_id', level?.id ?? ''],
    ['property', 'Pset_DoorCommon.FireRating<EI60'],
  ]
  const found = await search(client, project.id, conditions)
  expect(found.total).toBeGreaterThan(3)
  expect(found.elements).toHaveLength(found.total)
  for (const hit of found.elements) {
    expect(hit).toMatchObject({ class: 'IfcDoor', storey: '02 Second floor', level_id: level?.id })
    expect(hit.values).toEqual([{ set: 'Pset_DoorCommon', name: 'FireRating', value: 'EI2 30-C' }])
  }
  expect((await search(client, project.id, [...conditions, ['property', 'FireRating<EI30']])).total).toBe(0)

  const ducts = await search(client, project.id, [
    ['class', 'duct segment'],
    ['limit', '1'],
  ])
  expect(ducts.total).toBeGreaterThan(10)
  const facets = await client.call(getElementFacets, { params: { id: project.id }, query: {} })
  const system = facets.systems[0]
  const members = await search(client, project.id, [['system', system?.value ?? '']])
  expect([system?.count, members.total > 0]).toEqual([members.total, true])
  const floors = await search(client, project.id, [['classification', 'Ss_30_42']])
  expect(new Set(floors.elements.map((hit) => hit.class))).toEqual(new Set(['IfcCovering']))
  const plastered = await search(client, project.id, [
    ['material', 'gypsum plaster'],
    ['storey', '00 ground floor'],
  ])
  expect(plastered.total).toBeGreaterThan(0)
  expect(facets.materials.map(({ value }) => value)).toContain('Gypsum plaster')
})

const rated: [name: string, rating: string, storey: 1 | 2][] = [
  ['a', 'EI 15', 2],
  ['b', 'EI2 30-C', 2],
  ['c', 'EI230', 2],
  ['d', 'REI120', 2],
  ['e', 'F90-A', 2],
  ['f', 'T30-RS', 1],
  ['g', '20 min', 2],
  ['h', '1 HR', 2],
  ['i', 'none', 2],
  ['j', '', 2],
  ['k', 'E 20', 1],
]
const text = (value: string) => `IFCLABEL('${value}')`

test('Fire ratings are compared by minutes in any notation', async () => {
  const doors = rated.map(([name, rating, storey], index) => ({
    guid: guidNumber(index),
    name,
    storey,
    properties: { FireRating: text(rating), IsExternal: 'IFCBOOLEAN(.F.)' },
  }))
  const { find, where } = await ownerOf(doors)
  expect(await where('Pset_DoorCommon.FireRating<EI30')).toEqual(['a', 'g', 'k'])
  expect(names(await find(['q', 'door'], ['storey', 'level 2'], ['property', 'FireRating<EI30']))).toEqual([
    'a',
    'g',
  ])
  expect(await where('FireRating<=EI30')).toEqual(['a', 'b', 'c', 'f', 'g', 'k'])
  expect(await where('FireRating>=1 h')).toEqual(['d', 'e', 'h'])
  expect(await where('FireRating=EI 2 30-c')).toEqual(['b'])
  expect(await where('FireRating>30', 'FireRating<100')).toEqual(['e', 'h'])
  expect(await where('FireRating~ei')).toEqual(['a', 'b', 'c', 'd'])
  expect(await where('FireRating!=F90-A', 'FireRating~9')).toEqual([])
  expect(await where('fireRating exists')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k'])
  expect(await where('IsExternal=false', 'FireRating=none')).toEqual(['i'])
  expect(await where('Pset_WallCommon.FireRating<EI30')).toEqual([])
})

test('Numbers are compared across units, texts regardless of case and accents', async () => {
  const wide = (metres: number) => ({ Width: `IFCLENGTHMEASURE(${metres})`, Maker: text('MÜLLER & Söhne') })
  const doors: Door[] = [
    { guid: guidNumber(1), name: 'Side door 12', storey: 1, properties: wide(0.8) },
    { guid: guidNumber(2), name: 'Main door 123', storey: 1, properties: wide(1.2) },
    {
      guid: guidNumber(3),
      name: 'Gate',
      storey: 2,
      properties: { 'Abs. height': 'IFCREAL(3.5)', Date: text('2026-02-01') },
    },
  ]
  const { find, where } = await ownerOf(doors, 'METRE')
  expect(await where('Width>900 mm')).toEqual(['Main door 123'])
  expect(await where('Width>0.9')).toEqual(['Main door 123'])
  expect(await where('Width=80 cm')).toEqual(['Side door 12'])
  expect(await where('Width<50 kg')).toEqual([])
  expect(await where('Pset_DoorCommon."Abs. height">=3,5')).toEqual(['Gate'])
  expect(await where('"Abs. height"<4')).toEqual(['Gate'])
  expect(await where('Date>2026-01-15')).toEqual(['Gate'])
  expect(await where('Maker=müller & söhne')).toEqual(['Main door 123', 'Side door 12'])
  expect(await where('Maker~100%')).toEqual([])
  expect(names(await find(['q', 'DOOR 12']))).toEqual(['Main door 123', 'Side door 12'])
  expect(names(await find(['q', 'main do']))).toEqual(['Main door 123'])
  expect(names(await find(['q', 'T2']))).toEqual(['Gate'])
  expect(names(await find(['q', guidNumber(3)]))).toEqual(['Gate'])
})

test('Pages have no gaps, and the CSV export has every row', async () => {
  const doors = Array.from({ length: 120 }, (_, index) => ({
    guid: guidNumber(index),
    name: index === 7 ? '=cmd|"x"' : `Door ${index}`,
    storey: 1 as const,
    properties: { Mark: text(`M${index}`) },
  }))
  const { find, client, id } = await ownerOf(doors)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: [string, string][] = [
      ['class', 'IfcDoor'],
      ['limit', '50'],
      ...(cursor ? [['cursor', cursor] as [string, string]] : []),
    ]
    const isFirst = cursor === ''
    let page: Awaited<ReturnType<typeof find>> | undefined
    const statements = await recordStatements(app.server.db, async () => {
      page = await find(...query)
    })
    if (!page) return
    // later pages are of the same matches
    expect(statements.some(({ sql }) => sql.includes('join element_values'))).toBe(isFirst)
    expect(page.total).toBe(120)
    seen.push(...page.elements.map(({ guid }) => guid))
    cursor = page.cursor
  }
  expect(seen).toEqual(doors.map(({ guid }) => guid))
  const address = `${fillPath(searchElements.path, { id })}?class=door&property=Mark+exists&format=csv`
  const { body, headers } = await client.send('GET', address)
  const lines = (body as string).trimEnd().split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toBe('\ufeffFile,GlobalId,Class,Name,Tag,Type,Storey,Mark exists')
  expect(lines[8]).toContain(`"'=cmd|""x""",T7,,Level 1,M7`)
  expect(headers['content-type']).toContain('text/csv')
  for (const wrong of [
    'limit=500',
    'cursor=x',
    'property=FireRating',
    'property=%3C3',
    `q=${'x'.repeat(300)}`,
  ]) {
    const { status } = await client.send('GET', `${fillPath(searchElements.path, { id })}?${wrong}`)
    expect([wrong, status]).toEqual([wrong, 400])
  }
  // more than one download holds is refused, instead of being cut without a word
  await sql`update element_models set elements = 200001`.execute(app.server.db)
  const all = await client.send('GET', `${fillPath(searchElements.path, { id })}?format=csv`)
  expect(all.status).toBe(413)
  expect(all.body).toMatchObject({ reason: { code: 'too_many_elements', values: { count: 200_000 } } })
})

test('Facets list values by descending frequency', async () => {
  const doors = rated.map(([name, rating, storey], index) => ({
    guid: guidNumber(index),
    name,
    storey,
    properties: {
      FireRating: text(rating),
      Width: `IFCLENGTHMEASURE(${900 + (index % 2)}.)`,
      IsExternal: 'IFCBOOLEAN(.T.)',
    },
  }))
  const { client, id } = await ownerOf(doors)
  const facets = await client.call(getElementFacets, { params: { id }, query: {} })
  expect(facets.classes[0]).toEqual({ value: 'IfcDoor', count: 11 })
  const levels = await client.call(listLevels, { params: { id } })
  expect(facets.storeys[0]).toEqual({
    value: 'Level 2',
    count: 10,
    level_id: levels.find((each) => each.name === 'Level 2')?.id,
  })
  // summed up once for the same models
  const statements = await recordStatements(app.server.db, async () =>
    expect(await client.call(getElementFacets, { params: { id }, query: {} })).toEqual(facets),
  )
  expect(statements.filter(({ sql }) => sql.includes('element_properties'))).toEqual([])
  const property = (name: string) => facets.properties.find((each) => each.name === name)
  expect(property('FireRating')).toMatchObject({ set: 'Pset_DoorCommon', data_type: 'RATING', count: 10 })
  expect(property('Width')).toMatchObject({
    data_type: 'NUMBER',
    unit: 'mm',
    values: [
      { value: '900 mm', count: 6 },
      { value: '901 mm', count: 5 },
    ],
  })
  expect(property('IsExternal')).toMatchObject({
    data_type: 'BOOLEAN',
    values: [{ value: 'True', count: 11 }],
  })
  const narrow = await client.call(getElementFacets, { params: { id }, query: { q: 'fire' } })
  expect(narrow.properties.map(({ name }) => name)).toEqual(['FireRating'])
})

test('A search text with the ids of another project’s models finds nothing of them', async () => {
  const { client, id } = await ownerOf([{ guid: guidNumber(1), name: 'Door', storey: 1 }])
  const own = await client.call(getElementFacets, { params: { id }, query: { q: 'door' } })
  expect(own.elements).toBeGreaterThan(0)
  const { rows } = await sql<{ id: number }>`
    select m.id from element_models m join bim_file_variants v using (artefacts_key)
    where v.project_id = ${id}`.execute(app.server.db)
  const levels = await client.call(listLevels, { params: { id } })
  const stranger = await makeOwner(app)
  const query = { q: `door\n${rows[0]?.id} ${levels.map((level) => level.id).join()}` }
  const found = await stranger.client.call(getElementFacets, { params: { id: stranger.project.id }, query })
  expect([found.elements, found.classes]).toEqual([0, []])
})

const one: Door = { guid: guidNumber(1), name: 'Only door', storey: 1 }

test('A search covers current converted versions and is hidden from other projects', async () => {
  const { client, id, find, sent } = await ownerOf([one, { ...one, guid: guidNumber(2), name: 'Old door' }])
  const byGuid = () => client.call(findElement, { params: { id, guid: guidNumber(1) } })
  expect(await byGuid()).toMatchObject([
    { name: 'Only door', header_id: sent.headerId, variant_id: sent.variantId },
  ])
  const second = await sendModel(client, id, 'doors.ifc', doorsFile([{ ...one, name: 'New door' }]), {
    headerId: sent.headerId,
  })
  expect((await waitUntilProcessed(client, id, second)).state).toBe('COMPLETED')
  expect(names(await find(['class', 'door']))).toEqual(['New door'])
  expect(await byGuid()).toMatchObject([{ name: 'New door', variant_id: second.variantId }])
  const broken = Buffer.from(doorsFile([one]).toString().slice(0, -40))
  const third = await sendModel(client, id, 'doors.ifc', broken, { headerId: sent.headerId })
  if (third.status === 204) expect((await waitUntilProcessed(client, id, third)).state).toBe('FAILED')
  expect(names(await find(['class', 'door']))).toEqual(['New door'])

  const stranger = await makeOwner(app)
  expect(await search(stranger.client, stranger.project.id, [])).toEqual({
    elements: [],
    total: 0,
    cursor: null,
  })
  const address = fillPath(searchElements.path, { id })
  expect((await stranger.client.send('GET', address)).status).toBe(404)
  const viewer = await makeMember(app, id, 'VIEWER')
  expect((await viewer.client.send('GET', address)).status).toBe(200)
  const params = { id, headerId: sent.headerId }
  await client.call(makeVariantCurrent, { params: { ...params, variantId: sent.variantId } })
  expect(names(await find(['class', 'door']))).toEqual(['Old door', 'Only door'])
  await client.call(deleteHeader, { params })
  expect((await find()).total).toBe(0)
  expect(await byGuid()).toEqual([])
  await client.call(restoreHeader, { params })
  expect(names(await find(['class', 'door']))).toEqual(['Old door', 'Only door'])
})

const indexes = (key: string) =>
  app.server.db
    .selectFrom('element_models')
    .select(['id', 'elements'])
    .where('artefacts_key', '=', key)
    .execute()

test('Identical bytes are indexed once and their index is swept after the last use', async () => {
  const { client, id, variant, sent, find } = await ownerOf([{ ...one, name: 'Shared door' }])
  const again = await sendModel(client, id, 'copy.ifc', doorsFile([{ ...one, name: 'Shared door' }]))
  await waitUntilProcessed(client, id, again)
  const key = variant.artefacts_key ?? ''
  const [index, ...others] = await indexes(key)
  expect([index?.elements, others.length]).toEqual([6, 0])
  expect((await find(['q', 'shared'])).total).toBe(2)
  const params = { id, headerId: sent.headerId, variantId: sent.variantId }
  await client.call(restartVariant, { params, body: { force: true } })
  await waitUntilProcessed(client, id, sent)
  expect(await indexes(key)).toHaveLength(1)
  expect((await find(['q', 'shared'])).total).toBe(2)

  // a missing index is rebuilt from the stored artefacts
  await app.server.db.deleteFrom('element_models').where('artefacts_key', '=', key).execute()
  await waitUntilProcessed(
    client,
    id,
    await sendModel(client, id, 'third.ifc', doorsFile([{ ...one, name: 'Shared door' }])),
  )
  expect((await find(['q', 'shared'])).total).toBe(3)

  const later = { db: app.server.db, now: () => new Date(Date.now() + 30 * 3600_000) }
  await sweepIndexes(later)
  expect(await indexes(key)).toHaveLength(1)
  await app.server.db.deleteFrom('bim_file_headers').where('project_id', '=', id).execute()
  await sweepIndexes({ ...later, now: () => new Date() })
  expect(await indexes(key)).toHaveLength(1)
  await sweepIndexes(later)
  expect(await indexes(key)).toHaveLength(0)
  const left = await app.server.db
    .selectFrom('elements')
    .select('element')
    .where('model_id', '=', index?.id ?? 0)
    .execute()
  expect(left).toEqual([])
})

test('A hostile file neither breaks nor bloats the index', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 6000 }, (_, index) => [`P${index}`, `IFCINTEGER(${index})`]),
  )
  const doors: Door[] = [
    {
      guid: guidNumber(1),
      name: '\\X2\\0000\\X0\\nul \\X2\\D800\\X0\\ half',
      storey: 1,
      properties: { Nul: text('a\\X2\\0000\\X0\\b'), Half: text('\\X2\\DC00\\X0\\') },
    },
    {
      guid: guidNumber(2),
      name: 'x'.repeat(1_000_000),
      storey: 1,
      properties: { Long: text('y'.repeat(1_000_000)) },
    },
    {
      guid: "'; drop table elements; --",
      name: 'odd id',
      storey: 1,
      properties: { 'a\\X2\\0000\\X0\\b': 'IFCREAL(1E400)', Inf: 'IFCREAL(1E308)' },
    },
    { guid: guidNumber(4), name: 'many', storey: 2, properties: many },
    { guid: guidNumber(5), name: 'same', storey: 2 },
    { guid: guidNumber(5), name: 'same', storey: 2 },
  ]
  const { find, where, client, id } = await ownerOf(doors)
  expect((await find(['class', 'IfcDoor'])).total).toBe(6)
  expect(await where('Nul~b')).toHaveLength(1)
  expect((await find(['q', 'nul half'])).elements[0]?.name).toContain('nul')
  expect((await find(['q', 'xxxx'])).elements[0]?.name.length).toBeLessThan(400)
  expect(await where('Long~yyyy')).toHaveLength(1)
  const [indexed] = await app.server.db
    .selectFrom('element_models')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(indexed?.cut).toBe(true)
  const size = await app.server.db
    .selectFrom('element_values')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('model_id', '=', indexed?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(size.rows).toBeLessThan(5000)
  expect(await client.call(findElement, { params: { id, guid: guidNumber(5) } })).toHaveLength(2)
})
