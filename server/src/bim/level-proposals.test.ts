import { createHeader, proposedLevels } from '@plumbline/contract/bim/bim'
import { createLevel } from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { longestPiece } from '../../test/loop/pieces.ts'
import { makeOwner } from '../../test/make.ts'
import { toJsonb } from '../db/database.ts'
import type { Storey } from './levels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' })
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Adds a file whose current version has the given storeys. */
async function addFile({ client, project }: Owner, storeys: Storey[]): Promise<string> {
  const { id } = await client.call(createHeader, { params: { id: project.id }, body: { name: 'Model' } })
  await sql`
    insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, state, storeys)
    values (gen_random_uuid(), ${project.id}, ${id}, 1, 'a.ifc', 1, 'COMPLETED', ${toJsonb(storeys)})`.execute(
    app.server.db,
  )
  return id
}

test('Storeys with equal GlobalId, name or elevation are one, and storeys with a level are not proposed', async () => {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  await owner.client.call(createLevel, { params, body: { name: 'Roof', elevation_m: 20 } })
  const storey = (guid: string, name: string, elevation_m: number) => ({ guid, name, elevation_m })
  const one = await addFile(owner, [
    storey('a', 'Ground floor', 0),
    storey('b', 'First', 3),
    storey('c', '', 5.9),
    storey('r', 'roof', 99),
    storey('s', 'Attic', 20.25),
  ])
  const two = await addFile(owner, [
    storey('a', 'Other', 50),
    storey('x', 'ground_FLOOR', 51),
    storey('y', 'Second', 3.3),
    storey('z', 'Mezzanine', 3.4),
    storey('w', '', 6.2),
    storey('v', '', 6.6),
  ])
  expect(await owner.client.call(proposedLevels, { params })).toEqual([
    { ifc_guid: 'a', name: 'Ground floor', elevation_m: 0, header_ids: [one, two] },
    { ifc_guid: 'b', name: 'First', elevation_m: 3, header_ids: [one, two] },
    { ifc_guid: 'z', name: 'Mezzanine', elevation_m: 3.4, header_ids: [two] },
    { ifc_guid: 'c', name: '', elevation_m: 5.9, header_ids: [one, two] },
    { ifc_guid: 'v', name: '', elevation_m: 6.6, header_ids: [two] },
  ])
})

test('The proposals of a project with many storeys hold up no other request', async () => {
  const owner = await makeOwner(app)
  const numbers = Array.from({ length: 500 }, (_, n) => n)
  for (let file = 0; file < 12; file++)
    await addFile(
      owner,
      numbers.map((n) => ({
        guid: `${file}-${n}`,
        name: `Storey ${file} of many.${n}`,
        elevation_m: 500 * file + n,
      })),
    )
  const read = () => owner.client.call(proposedLevels, { params: { id: owner.project.id } })
  expect(await read()).toHaveLength(1000)
  const reference = await longestPiece(async () => {
    for (const n of numbers) JSON.parse(JSON.stringify(numbers.slice(n)))
  })
  expect((await longestPiece(read)).ms).toBeLessThan(10 * Math.max(10, reference.ms))
})
