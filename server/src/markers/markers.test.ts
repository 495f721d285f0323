import { createHeader, deleteHeader } from '@plumbline/contract/bim/bim'
import { createIssue } from '@plumbline/contract/issues/issues'
import {
  createMarker,
  getMarker,
  getQrSheets,
  listMarkers,
  papers,
  revokeMarker,
  updateMarker,
} from '@plumbline/contract/markers/markers'
import { computeLargestCode } from '@plumbline/contract/markers/markers.rules'
import { createLevel, createSection, deleteLevel, listLevels } from '@plumbline/contract/projects/projects'
import jsqr from 'jsqr'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnPort, startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { Listener } from '../../test/listener.ts'
import { makeMember, makeOwner, makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function furnished() {
  const owner = await makeOwner(app)
  const params = { id: owner.project.id }
  const ground = await owner.client.call(createLevel, {
    params,
    body: { name: 'Ground floor', elevation_m: 0 },
  })
  const first = await owner.client.call(createLevel, {
    params,
    body: { name: 'Étage 1 / Ł', elevation_m: 3.2 },
  })
  const core = await owner.client.call(createSection, { params, body: { name: 'Core A' } })
  return { ...owner, params, ground, first, core }
}

/** the package's types declare an object with a default export; it is the function itself */
const decode = jsqr as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null

/** Decodes the QR code of a picture. The decoder misses one code in eight in pictures larger than a camera's. */
async function scanned(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function file(client: Awaited<ReturnType<typeof makeUser>>['client'], id: string, query: string) {
  const { fastify } = client.app
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fastify.inject({ url: `/api/project/${id}/qr-code-generator?${query}`, headers: { cookie } })
}

test('A project has one automatic marker for itself, each level and each section', async () => {
  const { client, params, ground, first, core, project } = await furnished()
  const { markers, sheet_url } = await client.call(getQrSheets, { params, query: {} })
  expect(markers.map(({ label }) => label)).toEqual([
    'Harbour School',
    'Ground floor',
    'Étage 1 / Ł',
    'Core A',
  ])
  expect(markers.map(({ position }) => position.z)).toEqual([0, 0, 3.2, 0])
  expect(markers.every(({ id, url }) => /^[\w-]{22}$/.test(id) && url.endsWith(`/q/${id}`))).toBe(true)
  expect(sheet_url).toContain(`/api/project/${project.id}/qr-code-generator?format=pdf`)
  const again = await client.call(getQrSheets, { params, query: {} })
  expect(again.markers.map(({ id }) => id)).toEqual(markers.map(({ id }) => id))
  const one = await client.call(getQrSheets, { params, query: { level_id: first.id } })
  expect(one.markers.map(({ id }) => id)).toEqual([markers[2]?.id])
  const both = await client.call(getQrSheets, { params, query: { level_id: ground.id, section_id: core.id } })
  expect(both.markers).toHaveLength(1)
  expect(both.markers[0]).toMatchObject({ label: 'Core A', level_id: ground.id, section_id: core.id })
})

test('Members get an event for markers that the first read of the sheets creates', async () => {
  const { client, params, project } = await furnished()
  const viewer = await makeMember(app, project.id, 'VIEWER')
  const listener = new Listener(await listenOnPort(app), viewer.client)
  await listener.first('hello')
  await client.call(getQrSheets, { params, query: {} })
  await client.call(getQrSheets, { params, query: {} })
  await client.call(createLevel, { params, body: { name: 'Roof', elevation_m: 9 } })
  await listener.first('level.updated')
  expect(listener.frames.filter(({ type }) => type === 'marker.updated')).toHaveLength(1)
  listener.close()
})

test('Every sheet format contains the same URL in the requested size', async () => {
  const { client, params, first } = await furnished()
  const query = { level_id: first.id, size_mm: 80 }
  const [marker] = (await client.call(getQrSheets, { params, query })).markers
  expect(marker?.size_mm).toBe(80)
  expect(
    await scanned(
      await sharp(Buffer.from(marker?.svg ?? ''))
        .resize(600)
        .png()
        .toBuffer(),
    ),
  ).toBe(marker?.url)

  const search = `level_id=${first.id}&size_mm=80&paper=A5`
  const png = await file(client, params.id, `${search}&format=png`)
  expect(png.headers['content-type']).toBe('image/png')
  expect(await scanned(png.rawPayload)).toBe(marker?.url)
  const { width, height } = await sharp(png.rawPayload).metadata()
  expect(height / width).toBeCloseTo(210 / 148, 2)

  const svg = await file(client, params.id, `${search}&format=svg`)
  expect(svg.body).toContain('width="148mm" height="210mm"')
  expect(await scanned(await sharp(svg.rawPayload, { density: 150 }).png().toBuffer())).toBe(marker?.url)

  const pdf = await file(client, params.id, 'format=pdf')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(4)

  const zip = await file(client, params.id, 'format=zip')
  const names = zip.rawPayload.toString('utf8').match(/[^\0]+?\.svg/g)
  expect(zip.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect(names?.join()).toContain('Étage 1 _ Ł.svg')
})

test('Sheets with the same label have files of their own in the archive, also beside a label with a number', async () => {
  const { client, params } = await furnished()
  await client.call(createLevel, { params, body: { name: 'Stair', elevation_m: 9 } })
  for (const name of ['STAIR', 'Stair 2']) await client.call(createSection, { params, body: { name } })
  const zip = await file(client, params.id, 'format=zip')
  const directory = zip.rawPayload.subarray(zip.rawPayload.indexOf('PK\x01\x02'))
  const names = directory.toString('utf8').match(/stair[ \d]*\.svg/gi)
  expect(names?.map((name) => name.toLowerCase()).sort()).toEqual([
    'stair 2 2.svg',
    'stair 2.svg',
    'stair.svg',
  ])
})

test('A sheet of a long label in a script with large letters has a file name that file systems allow', async () => {
  const { client, params } = await furnished()
  await client.call(createSection, { params, body: { name: '𠮷'.repeat(100) } })
  const zip = await file(client, params.id, 'format=zip')
  const directory = zip.rawPayload.subarray(zip.rawPayload.indexOf('PK\x01\x02'))
  const [name = ''] = directory.toString('utf8').match(/𠮷+\.svg/u) ?? []
  expect(name).not.toBe('')
  expect(Buffer.byteLength(name)).toBeLessThan(255)
})

test('A code too large for the paper is refused, and the largest allowed one is printed', async () => {
  const { client, params } = await furnished()
  for (const paper of papers) {
    const of = (size_mm: number) => client.call(getQrSheets, { params, query: { paper, size_mm } })
    const most = computeLargestCode(paper)
    expect((await of(most)).markers[0]?.size_mm).toBe(most)
    expect((await refusal(of(most + 1))).body.fields).toHaveProperty('size_mm')
  }
  for (const query of [{ paper: 'A5' as const, size_mm: 120 }, { size_mm: 49 }, { size_mm: 251 }]) {
    const refused = await refusal(client.call(getQrSheets, { params, query }))
    expect(refused.body.fields).toHaveProperty('size_mm')
  }
})

test('A scan returns the location and the nearest open issues, to members only', async () => {
  const { client, params, first } = await furnished()
  const position = { x: 10, y: 0, z: 3.2 }
  const marker = await client.call(createMarker, {
    params,
    body: { label: 'North wall', level_id: first.id, position },
  })
  const header = await client.call(createHeader, { params, body: { name: 'Architecture' } })
  for (const [name, x] of [
    ['Far', 40],
    ['Near', 11],
  ] as const) {
    const place = {
      bim_file_header_id: header.id,
      variant_version_at_creation: 1,
      point: { x, y: 0, z: 3.2 },
    }
    const anchors = [{ ...place, ifc_guid: null, ifc_class: null, element_name: null }]
    await client.call(createIssue, { params, body: { name, level_id: first.id, anchors } })
  }
  await client.call(createIssue, { params, body: { name: 'Somewhere', level_id: first.id } })
  const sheet = await client.call(createHeader, { params, body: { name: 'Plan', type_of: 'DRAWING' } })
  const spot = {
    bim_file_header_id: sheet.id,
    variant_version_at_creation: 1,
    point: { x: 0.5, y: 0.5, z: 1 },
  }
  const onPaper = [{ ...spot, ifc_guid: null, ifc_class: null, element_name: null }]
  await client.call(createIssue, { params, body: { name: 'On paper', level_id: first.id, anchors: onPaper } })
  const viewer = await makeMember(app, params.id, 'VIEWER')
  const scan = await viewer.client.call(getMarker, { params: { markerId: marker.id } })
  expect(scan).toMatchObject({ label: 'North wall', project_id: params.id, level_name: first.name })
  expect(scan.issues.map(({ name, distance_m }) => [name, distance_m])).toEqual([
    ['Near', 1],
    ['Far', 30],
    ['On paper', null],
    ['Somewhere', null],
  ])
  const stranger = await makeUser(app)
  const refused = await refusal(stranger.client.call(getMarker, { params: { markerId: marker.id } }))
  const unknown = await refusal(stranger.client.call(getMarker, { params: { markerId: 'A'.repeat(22) } }))
  expect([refused.status, refused.body.message]).toEqual([unknown.status, unknown.body.message])
})

test('A revoked marker is not found, and its location gets a new one', async () => {
  const { client, params } = await furnished()
  const [first] = (await client.call(getQrSheets, { params, query: {} })).markers
  const path = { ...params, markerId: first?.id ?? '' }
  await client.call(updateMarker, { params: path, body: { label: 'Gate' } })
  expect((await client.call(getMarker, { params: { markerId: path.markerId } })).label).toBe('Gate')
  await client.call(revokeMarker, { params: path })
  expect((await refusal(client.call(getMarker, { params: { markerId: path.markerId } }))).status).toBe(404)
  expect((await refusal(client.call(revokeMarker, { params: path }))).status).toBe(404)
  const [next] = (await client.call(getQrSheets, { params, query: {} })).markers
  expect(next?.id).not.toBe(first?.id)
  expect(next?.label).toBe('Harbour School')
})

test('A marker of a deleted level still opens the project, but is printed for it no more', async () => {
  const { client, params, ground } = await furnished()
  const [marker] = (await client.call(getQrSheets, { params, query: { level_id: ground.id } })).markers
  await client.call(deleteLevel, { params: { ...params, levelId: ground.id } })
  const scan = await client.call(getMarker, { params: { markerId: marker?.id ?? '' } })
  expect(scan).toMatchObject({ project_id: params.id, level_id: null })
  const { markers } = await client.call(getQrSheets, { params, query: {} })
  expect(markers.map(({ label }) => label)).toEqual(['Harbour School', 'Étage 1 / Ł', 'Core A'])
  expect(markers.map(({ id }) => id)).not.toContain(marker?.id)
  const again = await client.call(getQrSheets, { params, query: { marker_id: marker?.id ?? '' } })
  expect(again.markers).toMatchObject([{ id: marker?.id }])
  expect(await client.call(listLevels, { params })).toHaveLength(1)
})

test('A level or section whose automatic marker was moved elsewhere gets a new sheet', async () => {
  const { client, params, ground, first, core } = await furnished()
  const { markers } = await client.call(getQrSheets, { params, query: {} })
  const move = (index: number, body: { level_id?: string | null; section_id?: string | null }) =>
    client.call(updateMarker, { params: { ...params, markerId: markers[index]?.id ?? '' }, body })
  const ids = async (query: { level_id?: string; section_id?: string }) =>
    (await client.call(getQrSheets, { params, query })).markers.map(({ id }) => id)
  // the project's own sheet may hang on any level, and that of a section on one level
  expect(await move(0, { level_id: ground.id })).toMatchObject({ automatic: true })
  expect(await move(3, { level_id: ground.id })).toMatchObject({ automatic: true })
  expect(await move(1, { level_id: first.id })).toMatchObject({ automatic: false })
  expect(await move(3, { section_id: null })).toMatchObject({ automatic: false })
  expect((await ids({ level_id: ground.id }))[0]).not.toBe(markers[1]?.id)
  expect(await ids({ level_id: first.id })).toEqual([markers[2]?.id, markers[1]?.id])
  const [own] = (await client.call(getQrSheets, { params, query: { section_id: core.id } })).markers
  expect(own).toMatchObject({ label: 'Core A', automatic: true })
})

test('Fifty concurrent requests get the same markers', async () => {
  const { client, params } = await furnished()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.call(getQrSheets, { params, query: {} })),
  )
  const ids = new Set(answers.flatMap(({ markers }) => markers.map(({ id }) => id)))
  expect(ids.size).toBe(4)
})

test('A marker placed on an element keeps it until its position changes or the file is deleted', async () => {
  const { client, params, first } = await furnished()
  const header = await client.call(createHeader, { params, body: { name: 'Architecture' } })
  const anchor = {
    bim_file_header_id: header.id,
    variant_version_at_creation: 2,
    ifc_guid: '0123456789ABCDEFGHIJKL',
    ifc_class: 'IfcWall',
    element_name: 'W 12',
    axes: 'C/3',
  }
  const position = { x: 4, y: 5, z: 4.7 }
  const body = { label: 'Stair', level_id: first.id, position, normal: { x: 1, y: 0, z: 0 }, anchor }
  const { id } = await client.call(createMarker, { params, body: { ...body, heading_deg: 270 } })
  const path = { ...params, markerId: id }
  const scan = () => client.call(getMarker, { params: { markerId: id } })
  expect(await scan()).toMatchObject({ anchor, position, heading_deg: 270, level_name: first.name })
  await client.call(updateMarker, { params: path, body: { label: 'Stair A', position } })
  expect((await scan()).anchor).toEqual(anchor)
  await client.call(updateMarker, { params: path, body: { position: { ...position, x: 9 } } })
  expect((await scan()).anchor).toBeNull()
  await client.call(updateMarker, { params: path, body: { position, anchor } })
  expect((await scan()).anchor).toEqual(anchor)
  await client.call(deleteHeader, { params: { ...params, headerId: header.id } })
  expect((await scan()).anchor).toBeNull()
})

test('An anchor in a file of another project is refused', async () => {
  const { client, params } = await furnished()
  const other = await furnished()
  const header = await other.client.call(createHeader, { params: other.params, body: { name: 'Theirs' } })
  const anchor = {
    bim_file_header_id: header.id,
    variant_version_at_creation: 1,
    ifc_guid: null,
    ifc_class: null,
    element_name: null,
    axes: null,
  }
  const position = { x: 0, y: 0, z: 0 }
  const refused = await refusal(client.call(createMarker, { params, body: { position, anchor } }))
  expect(refused.body.fields).toHaveProperty(['anchor.bim_file_header_id'])
  const marker = await client.call(createMarker, { params, body: { position } })
  const moved = client.call(updateMarker, { params: { ...params, markerId: marker.id }, body: { anchor } })
  expect((await refusal(moved)).body.fields).toHaveProperty(['anchor.bim_file_header_id'])
})

test('Viewers list the active markers of their project with the names of their places', async () => {
  const { client, params, first, core } = await furnished()
  const position = { x: 1, y: 2, z: 3 }
  const body = { level_id: first.id, section_id: core.id, position }
  const kept = await client.call(createMarker, { params, body })
  const gone = await client.call(createMarker, { params, body: { label: 'Gone', position } })
  await client.call(revokeMarker, { params: { ...params, markerId: gone.id } })
  const other = await furnished()
  await other.client.call(createMarker, { params: other.params, body: { position } })
  const viewer = await makeMember(app, params.id, 'VIEWER')
  expect(await viewer.client.call(listMarkers, { params })).toMatchObject([
    { id: kept.id, label: 'Core A', level_name: first.name, section_name: 'Core A', anchor: null },
  ])
})

test('A marker that would no longer be listed is refused, and levels keep their markers in a full project', async () => {
  const { client, params, first } = await furnished()
  await sql`insert into markers (id, project_id, label, position, normal)
    select lpad(n::text, 22, '0'), ${params.id}, 'Door ' || n, '{"x":0,"y":0,"z":0}', '{"x":0,"y":-1,"z":0}'
    from generate_series(1, 2000) n`.execute(app.server.db)
  const body = { label: 'Door 2001', level_id: null, section_id: null, position: { x: 1, y: 2, z: 3 } }
  const refused = await refusal(client.call(createMarker, { params, body }))
  expect([refused.status, refused.body.reason]).toEqual([
    409,
    { code: 'too_many_markers', values: { count: 2000 } },
  ])
  const { markers } = await client.call(getQrSheets, { params, query: { level_id: first.id } })
  expect(markers.map(({ label }) => label)).toEqual(['Étage 1 / Ł'])
  await client.call(revokeMarker, { params: { ...params, markerId: '7'.padStart(22, '0') } })
  const added = await client.call(createMarker, { params, body })
  expect((await client.call(listMarkers, { params })).map(({ id }) => id)).toContain(added.id)
})
