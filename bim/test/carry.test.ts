import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { deriveRandom } from '../generate/guid.ts'
import { MutantMaker, type MutantOptions } from '../generate/mutant.ts'
import { listReferences, StepText } from '../generate/step-text.ts'
import { loadEngine } from '../src/geometry/engine.ts'
import type { Chunk } from '../src/model.ts'
import { asPrevious, type ConvertedModel, convertBytes, decodeChunks } from './converted.ts'

/** Pairs of versions: the chunks reused from the previous version must show the same as a full conversion. */

const shared = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))
const encode = (text: string) => new TextEncoder().encode(text)

function building(discipline: 'architecture' | 'services', storeys = 2): string {
  const size = { storeys, bays_x: 5, bays_y: 3 }
  return [...generateBuilding({ ...size, discipline, version: 1, seed: 5 })].join('')
}

type Edit = (step: StepText, random: (key: string) => number) => void

/** Another colour for some styles. */
const recolour: Edit = (step, random) => {
  for (const colour of step.ofKind('IFCCOLOURRGB'))
    if (random(`colour/${colour.id}`) < 0.3) colour.args[1] = random(`red/${colour.id}`).toFixed(3)
}

/** Other sizes of some profiles: of openings, shapes of types that many share, and bodies of single elements. */
const resize: Edit = (step, random) => {
  for (const profile of step.ofKind('IFCRECTANGLEPROFILEDEF'))
    if (random(`profile/${profile.id}`) < 0.03) profile.args[3] = `${Number(profile.args[3]) * 0.9}`
}

/** Some openings elsewhere in their wall. */
const moveOpenings: Edit = (step, random) => {
  for (const opening of [...step.ofKind('IFCOPENINGELEMENT')]) {
    const placement = step.follow(opening.args[5])
    const axes = step.follow(placement?.args[1])
    if (!placement || !axes || random(`opening/${opening.id}`) > 0.1) continue
    const [x = 0, y = 0, z = 0] = (step.follow(axes.args[0])?.args[0] ?? '')
      .replace(/[()]/g, '')
      .split(',')
      .map(Number)
    const point = step.add('IFCCARTESIANPOINT', [`(${(x + 50).toFixed(3)},${y.toFixed(3)},${z.toFixed(3)})`])
    const moved = step.add(axes.kind, [`#${point.id}`, ...axes.args.slice(1)])
    opening.args[5] = `#${step.add(placement.kind, [placement.args[0] ?? '$', `#${moved.id}`]).id}`
  }
}

/** Some elements without their openings. */
const fillOpenings: Edit = (step, random) => {
  for (const relation of [...step.ofKind('IFCRELVOIDSELEMENT')])
    if (random(`void/${relation.id}`) < 0.05) step.statements.delete(relation.id)
}

/** Another material for some elements. */
const changeMaterials: Edit = (step, random) => {
  const relations = [...step.ofKind('IFCRELASSOCIATESMATERIAL')]
  for (const relation of relations) {
    const other = relations[Math.floor(random(`other/${relation.id}`) * relations.length)]
    if (other && random(`material/${relation.id}`) < 0.1) relation.args[5] = other.args[5] ?? '$'
  }
}

const EDITS: Edit[] = [recolour, resize, moveOpenings, fillOpenings, changeMaterials]

/** The next version of a file: some kinds of changes by chance, few elements each. */
function nextVersion(text: string, seed: string): string {
  const random = (key: string) => deriveRandom(`${seed}/${key}`)
  const step = new StepText(text)
  for (const [at, edit] of EDITS.entries()) if (random(`edit/${at}`) < 0.4) edit(step, random)
  const share = (what: string) => (random(what) < 0.5 ? 0.05 * random(`${what}/share`) : 0)
  const options: MutantOptions = {
    seed: Math.floor(random('mutant') * 1e6),
    moved: share('moved'),
    deleted: share('deleted'),
    added: share('added'),
    renamed: share('renamed'),
    split: share('split'),
    newGuids: random('guids') < 0.5,
    shuffled: random('shuffled') < 0.5,
    ...(random('storey') < 0.1 && { storeyShift: 0.2 }),
  }
  return new MutantMaker(step.format(), options).make().text
}

/** Describes the drawing of each element, in an order that does not depend on the chunks. */
async function describeDrawing(model: ConvertedModel): Promise<Map<string, string[]>> {
  const drawn = new Map<string, string[]>()
  for (const kind of ['model', 'spaces', 'openings'] as const)
    for (const chunk of await decodeChunks(model, kind))
      for (let row = 0; row < chunk.instances.count; row++) {
        const key = `${kind} ${chunk.instances.element[row]}`
        const own = drawn.get(key) ?? []
        own.push(describeInstance(chunk, row, model.manifest.origin))
        drawn.set(key, own)
      }
  for (const own of drawn.values()) own.sort()
  return drawn
}

const rounded = (value: number) => (Math.round(value * 1000) / 1000 + 0).toFixed(3)

function describeInstance(
  { instances, geometries, positions, normals, indices }: Chunk,
  row: number,
  origin: number[],
) {
  const geometry = instances.geometry[row] ?? 0
  const first = geometries.firstVertex[geometry] ?? 0
  const past = first + (geometries.vertexCount[geometry] ?? 0)
  const corner = geometries.firstIndex[geometry] ?? 0
  const triangles: string[] = []
  const own = indices.subarray(corner, corner + (geometries.indexCount[geometry] ?? 0))
  for (let at = 0; at < own.length; at += 3) {
    const [a = 0, b = 0, c = 0] = own.subarray(at, at + 3)
    // a triangle may start at any of its corners
    triangles.push([`${a},${b},${c}`, `${b},${c},${a}`, `${c},${a},${b}`].sort()[0] ?? '')
  }
  const matrix = Array.from(instances.matrix.subarray(row * 12, row * 12 + 12), (cell, at) =>
    rounded(at % 4 === 3 ? cell + (origin[at >> 2] ?? 0) : cell),
  )
  return [
    instances.color.subarray(row * 4, row * 4 + 4).join(),
    matrix.join(),
    rounded(instances.radius[row] ?? 0),
    geometries.scale[geometry],
    positions.subarray(first * 3, past * 3).join(),
    normals.subarray(first * 2, past * 2).join(),
    triangles.sort().join(' '),
  ].join('|')
}

/** Compares a version that was taken over in part with the same one drawn as a whole. */
async function expectSame(carried: ConvertedModel, whole: ConvertedModel): Promise<void> {
  const drawn = await describeDrawing(whole)
  const found = await describeDrawing(carried)
  expect([...found.keys()].sort()).toEqual([...drawn.keys()].sort())
  for (const [key, instances] of drawn) expect({ key, instances: found.get(key) }).toEqual({ key, instances })
  expect(carried.report).toEqual(whole.report)
  expect(carried.hashes).toEqual(whole.hashes)
  expect(carried.fingerprints).toEqual(whole.fingerprints)
  const { chunks, box, origin, ...rest } = whole.manifest
  const { chunks: others, box: otherBox, origin: _, carried_file: _file, ...otherRest } = carried.manifest
  expect(otherRest).toEqual(rest)
  for (let at = 0; at < 6; at++) expect(otherBox?.[at]).toBeCloseTo(box?.[at] ?? Number.NaN, 3)
  for (const kind of ['model', 'spaces', 'openings'] as const) {
    const sum = (list: typeof chunks, what: 'instances' | 'vertices' | 'triangles') =>
      list.reduce((total, chunk) => total + (chunk.kind === kind ? chunk[what] : 0), 0)
    for (const what of ['instances', 'vertices', 'triangles'] as const)
      expect(sum(others, what)).toBe(sum(chunks, what))
  }
  const isCommon = ([name]: [string, Uint8Array]) => !/^(chunk|manifest|carried)/.test(name)
  expect(new Map([...carried.artefacts].filter(isCommon))).toEqual(
    new Map([...whole.artefacts].filter(isCommon)),
  )
}

const countCarried = ({ manifest }: ConvertedModel) =>
  manifest.chunks.filter(({ carried }) => carried !== undefined).length

beforeAll(loadEngine)

const isLong = process.env.TEST_LONG === '1'
/** A short run ends with the second version, which reuses one that reuses another. */
const VERSIONS = isLong ? 3 : 2

/** The seeds of a short run make every kind of change in one of their versions. */
const bases: [name: string, text: string, seeds: number[]][] = [
  ['architecture', building('architecture'), isLong ? [0, 1, 2, 3, 4, 5] : [0, 3, 5]],
  ['services', building('services'), isLong ? [0, 1] : [1]],
]
for (const name of ['duplex.ifc', 'schependomlaan-linden-kozijnen.ifc'])
  if (existsSync(shared + name))
    bases.push([name, readFileSync(shared + name, 'latin1'), isLong ? [0, 1, 3] : [3]])

describe.each(bases)('A version of %s', (_name, base, seeds) => {
  test.each(seeds)(
    'that reuses the previous version equals a full conversion (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      let text = base
      let before = await convertBytes(encode(text))
      let taken = 0
      for (let version = 1; version <= VERSIONS; version++) {
        text = nextVersion(text, `${seed}/${version}`)
        const carried = await convertBytes(encode(text), { previous: asPrevious(before) })
        await expectSame(carried, await convertBytes(encode(text)))
        taken += countCarried(carried)
        before = carried
      }
      expect(taken).toBeGreaterThan(0)
    },
  )
})

describe('A later version', () => {
  const text = building('architecture')
  let first: ConvertedModel
  beforeAll(async () => {
    first = await convertBytes(encode(text))
  })

  test('that was exported again with other GlobalIds and tags keeps all chunks', async () => {
    const { text: again } = new MutantMaker(text, {
      seed: 1,
      newGuids: true,
      newTags: true,
    }).make()
    const second = await convertBytes(encode(again), { previous: asPrevious(first) })
    expect(second.manifest.chunks.map(({ file }) => file)).toEqual(
      first.manifest.chunks.map(({ file }) => file),
    )
    await expectSame(second, await convertBytes(encode(again)))
  })

  test.each<[string, (model: ConvertedModel) => ReturnType<typeof asPrevious>]>([
    ['a chunk is damaged', (model) => ({ ...asPrevious(model), readChunk: () => new Uint8Array(100) })],
    [
      'a chunk is gone',
      (model) => ({
        ...asPrevious(model),
        readChunk: () => {
          throw new Error('gone')
        },
      }),
    ],
    [
      'another converter made it',
      (model) => {
        const previous = asPrevious(model)
        return { ...previous, fingerprints: { ...previous.fingerprints, common: 'another' } }
      },
    ],
  ])('is drawn as a whole when of the version before %s', async (_what, makePrevious) => {
    const { text: moved } = new MutantMaker(text, { seed: 1, moved: 0.05 }).make()
    const second = await convertBytes(encode(moved), { previous: makePrevious(first) })
    expect(countCarried(second)).toBe(0)
    await expectSame(second, await convertBytes(encode(moved)))
  })

  test('is drawn as a whole when the units or most elements have changed', async () => {
    const inMetres = new MutantMaker(text, { seed: 1, toMetres: true }).make().text
    const displaced = new MutantMaker(text, {
      seed: 1,
      displacement: { move: [5, 0, 0], degrees: 10 },
    }).make().text
    for (const other of [inMetres, displaced]) {
      const second = await convertBytes(encode(other), { previous: asPrevious(first) })
      expect(countCarried(second)).toBe(0)
      await expectSame(second, await convertBytes(encode(other)))
    }
  })

  test('keeps few chunks over many versions, without losing elements', {
    timeout: 120_000,
  }, async () => {
    let model = first
    let own = text
    for (let version = 0; version < 12; version++) {
      own = new MutantMaker(own, { seed: version, moved: 0.03, newGuids: true }).make().text
      model = await convertBytes(encode(own), { previous: asPrevious(model) })
    }
    expect(countCarried(model)).toBeGreaterThan(0)
    expect(model.manifest.chunks.length).toBeLessThanOrEqual(first.manifest.chunks.length + 5)
    await expectSame(model, await convertBytes(encode(own)))
  })

  test('with an opening deleted from one element draws only that element again', async () => {
    const step = new StepText(text)
    const relation = [...step.ofKind('IFCRELVOIDSELEMENT')][0]
    const [host] = listReferences(relation?.args[4] ?? '')
    step.statements.delete(relation?.id ?? 0)
    const drawn = new Set<number>()
    const second = await convertBytes(encode(step.format()), { previous: asPrevious(first) })
    const carried = new Set(
      second.manifest.chunks.filter(({ carried: at }) => at !== undefined).map(({ file }) => file),
    )
    for (const chunk of await decodeChunks(second, 'model', (info) => !carried.has(info.file)))
      for (const element of chunk.instances.element) drawn.add(element)
    const guid = step.statements.get(host ?? 0)?.args[0]?.slice(1, -1)
    expect([...drawn].map((element) => second.structure.elements.guid[element])).toEqual([guid])
  })
})
