import { createReadStream } from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { HASHES_FILE, INDEX_FILE, writeHashes, writeIndex } from '../src/bim/convert/index-file.ts'
import { findElement } from '../src/bim/elements/find-element.ts'
import { getElementFacets } from '../src/bim/elements/get-element-facets.ts'
import { insertIndex } from '../src/bim/elements/index-model.ts'
import { searchElements } from '../src/bim/elements/search-elements.ts'
import type { ProjectCtx } from '../src/context.ts'
import { type Db, inTransaction, openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { generateIndex, nameTags } from './element-models.ts'

/**
 * Search over a project of 500,000 elements in ten files, compared with a full scan of the `elements` table in the same
 * database. Target: 200 ms per search.
 *   node server/bench/elements.ts [--elements 500000] [--models 10] [--rounds 15] [--database postgresql://…]
 */
const { values } = parseArgs({
  options: {
    elements: { type: 'string', default: '500000' },
    models: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '15' },
    database: { type: 'string' },
  },
})
const [elements, models, rounds] = [values.elements, values.models, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const TARGET_MS = 200
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [PROJECT, TEAM] = [id(1), id(2)]

interface Search {
  name: string
  run: (ctx: ProjectCtx) => Promise<{ total?: number } | unknown[] | object>
}

const search = (name: string, query: Record<string, unknown>): Search => ({
  name,
  run: (ctx) =>
    searchElements(ctx, { params: { id: PROJECT }, query, body: undefined, file: undefined } as never),
})

const searches: Search[] = [
  search('fire doors on level 2 with rating below EI30', {
    ...{ q: 'fire door', level_id: id(1002) },
    property: 'Pset_DoorCommon.FireRating<EI30',
  }),
  search('class and storey', { class: 'door', storey: 'level 12' }),
  search('words of names: pipe 30001…', { q: 'pipe 30001' }),
  search('one value of half a million: Mark=…', { property: `Identity.Mark=${nameTags(3, 4711).mark}` }),
  search('a wide range: NetArea>10 m²', { property: 'NetArea>10 m²' }),
  search('two ranges of quantities', { property: ['Length>11900', 'Height<100 mm'] }),
  search('a part of a text: Mark~99', { property: 'Mark~99' }),
  search('not external, of concrete, classified', {
    ...{ material: 'concrete', classification: 'Ss_25' },
    property: 'IsExternal=false',
  }),
  search('everything', {}),
  {
    name: 'one element by GlobalId',
    run: (ctx) => findElement(ctx, { params: { id: PROJECT, guid: nameTags(3, 4711).guid } } as never),
  },
  { name: 'what there is to search for', run: (ctx) => getElementFacets(ctx, { query: {} } as never) },
]

async function makeProject(db: Db): Promise<void> {
  await sql`insert into teams (id, name) values (${TEAM}, 'Bench')`.execute(db)
  await sql`insert into projects (id, team_id, name) values (${PROJECT}, ${TEAM}, 'Bench')`.execute(db)
  for (let level = 0; level < 25; level++)
    await sql`insert into levels (id, project_id, name, elevation_m, "order", ifc_guid)
      values (${id(1000 + level)}, ${PROJECT}, ${`Level ${level}`}, ${level * 3.5}, ${level}, ${`storey-${level}`})`.execute(
      db,
    )
  for (let model = 0; model < models; model++) {
    await sql`insert into bim_file_headers (id, project_id, name, type_of, trade)
      values (${id(100 + model)}, ${PROJECT}, ${`File ${model}`}, 'MODEL', 'GENERAL')`.execute(db)
    await sql`insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, state, artefacts_key, artefacts_team_id)
      values (${id(200 + model)}, ${PROJECT}, ${id(100 + model)}, 1, 'x.ifc', 1, 'COMPLETED', ${`key-${model}`}, ${TEAM})`.execute(
      db,
    )
  }
}

/** Fills the index model by model and measures the time of the database alone. */
async function fill(db: Db, folder: string): Promise<void> {
  let [made, inserted, bytes] = [0, 0, 0]
  for (let model = 0; model < models; model++) {
    const began = performance.now()
    const count = Math.floor(elements / models)
    writeIndex(generateIndex(model, count), folder)
    writeHashes({ shape: new Float64Array(count), place: new Float64Array(count) }, folder)
    const written = performance.now()
    const file = path.join(folder, INDEX_FILE)
    bytes += (await fsp.stat(file)).size
    await inTransaction(db, (tx) =>
      insertIndex(tx, { team_id: TEAM, key: `key-${model}`, path: '' }, (name) =>
        createReadStream(path.join(folder, name)),
      ),
    )
    for (const name of [INDEX_FILE, HASHES_FILE]) await fsp.rm(path.join(folder, name))
    made += written - began
    inserted += performance.now() - written
  }
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relname in ('elements', 'element_values', 'element_properties') order by 1`.execute(db)
  const sizes = rows.map((row) => `${row.name} ${(row.bytes / 1e6).toFixed(0)} MB`).join(', ')
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${elements} elements in ${models} files: gathered in ${seconds(made)}, inserted in ${seconds(inserted)}`,
  )
  console.log(`index files ${(bytes / 1e6).toFixed(0)} MB; ${sizes}\n`)
}

/** The reference: a full scan by a part of the name. */
const lookAtAll = (db: Db) =>
  sql`select count(*) from elements where lower(name) like '%door%' and storey = 2`.execute(db)

const at = (times: number[], part: number) => {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function measure(db: Db): Promise<void> {
  const ctx = { tx: db, member: { project_id: PROJECT, permission_level: 'VIEWER' } } as unknown as ProjectCtx
  console.log(`${'search'.padEnd(48)} ${'hits'.padStart(7)}  median    p95   / scan`)
  for (const each of searches) {
    const result = (await each.run(ctx)) as { total?: number; length?: number }
    const [own, scan]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      own.push(await time(() => each.run(ctx)))
      scan.push(await time(() => lookAtAll(db)))
    }
    const [median, p95] = [at(own, 0.5), at(own, 0.95)]
    const verdict = p95 <= TARGET_MS ? 'met' : 'MISSED'
    const hits = String(result.total ?? result.length ?? '').padStart(7)
    console.log(
      `${each.name.padEnd(48)} ${hits} ${median.toFixed(1).padStart(6)} ms ${p95.toFixed(1).padStart(6)} ms  ${(median / at(scan, 0.5)).toFixed(2)}  target ≤ ${TARGET_MS} ms ${verdict}`,
    )
  }
}

const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-bench-'))
await fsp.chmod(folder, 0o755)
const embedded = values.database ? null : await startEmbeddedPostgres(folder)
const { db, close } = openDatabase(values.database ?? embedded?.url ?? '')
try {
  await migrate(db)
  await makeProject(db)
  await fill(db, folder)
  await measure(db)
} finally {
  await close()
  await embedded?.stop()
  await fsp.rm(folder, { recursive: true, force: true })
}
