import { searchElements } from '@plumbline/contract/bim/elements'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { doorsFile, guidNumber } from '../../../test/doors.ts'
import { makeOwner } from '../../../test/make.ts'
import { sendModel, waitUntilProcessed } from '../../../test/upload.ts'
import { StoreysCache } from './storeys-cache.ts'

const MINUTE = 60_000
const storeys = (name: string) => [{ guid: '', name, elevation_m: null }]

test('Storeys found by a search are kept while other cached ones are dropped', () => {
  const cache = new StoreysCache(2)
  cache.keep(1, storeys('Ground'), 0)
  cache.keep(2, storeys('Roof'), 0)
  const found = cache.find([1, 2], 1)
  cache.keep(3, storeys('Cellar'), 1)
  expect([...found.keys()]).toEqual([1, 2])
  // only the oldest was dropped
  expect([...cache.find([1, 2, 3], 1).keys()]).toEqual([2, 3])
})

test('Storeys that were read more than five minutes ago are read again', () => {
  const cache = new StoreysCache()
  cache.keep(1, storeys('Ground'), 0)
  cache.keep(2, storeys('Roof'), 4 * MINUTE)
  expect([...cache.find([1, 2], 5 * MINUTE).keys()]).toEqual([1, 2])
  expect([...cache.find([1, 2], 6 * MINUTE).keys()]).toEqual([2])
})

test('Storeys repaired by another server are found five minutes later', async () => {
  let now = Date.now()
  const app = await startApp({}, { now: () => new Date(now) })
  onTestFinished(() => app.close())
  const { client, project } = await makeOwner(app)
  const { id } = project
  const file = doorsFile([{ guid: guidNumber(1), name: 'Door', storey: 1 }])
  await waitUntilProcessed(client, id, await sendModel(client, id, 'doors.ifc', file))
  const findStorey = async () => {
    const { elements } = await client.call(searchElements, { params: { id }, query: { class: 'IfcDoor' } })
    return elements.map(({ storey }) => storey)
  }
  expect(await findStorey()).toEqual(['Level 1'])
  await sql`update element_models set storeys = (
    select jsonb_agg(storey || '{"name":"Ground floor"}') from jsonb_array_elements(storeys) storey)`.execute(
    app.server.db,
  )
  expect(await findStorey()).toEqual(['Level 1'])
  now += 5 * MINUTE + 1
  expect(await findStorey()).toEqual(['Ground floor'])
})
