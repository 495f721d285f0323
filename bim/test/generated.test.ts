import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { DEFECT_NAMES, generateDefective } from '../generate/defective.ts'
import { generateEveryKind } from '../generate/every-kind.ts'
import { compareReaders } from './agreement.ts'
import { convertBytes } from './converted.ts'
import { isKindOf, loadExpressSchemas } from './reference/express.ts'

const isLong = process.env.TEST_LONG === '1'
const FILES = isLong ? 200 : 16
/** orders in which the hostile files follow each other, after the one in which they are listed */
const ORDERS = isLong ? [1, 2] : [1]

/** Random numbers 0…1 by a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffle = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((each) => [random(), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)

const pickOne = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T

/** A building of some discipline and size, or a file with some of all kinds of statements in some schema. */
function generateFile(seed: number): string {
  const random = seeded(seed)
  if (seed % 2 === 0)
    return [
      ...generateBuilding({
        discipline: pickOne(['architecture', 'structure', 'services'] as const, random),
        storeys: 1 + Math.floor(random() * 3),
        bays_x: 3 + Math.floor(random() * 4),
        bays_y: 2 + Math.floor(random() * 2),
        version: pickOne([1, 2] as const, random),
        seed,
      }),
    ].join('')
  const [schema, entities] = pickOne([...loadExpressSchemas()], random)
  const some = (ancestor: string, isRight: (entity: string) => boolean) =>
    shuffle([...entities], random)
      .filter(([entity]) => isKindOf(entities, entity, ancestor) && isRight(entity))
      .slice(0, 5 + Math.floor(random() * 40))
      .map(([, entity]) => entity)
  return generateEveryKind({
    schema,
    products: some('IFCPRODUCT', (entity) => !ABSTRACT.test(entity)),
    fixedSets: some(
      'IFCPROPERTYSETDEFINITION',
      (entity) => !/^IFC(PROPERTYSET|ELEMENTQUANTITY)$/.test(entity),
    ),
    materialSets:
      schema === 'IFC2X3'
        ? some('IFCMATERIALPROPERTIES', (entity) => entity !== 'IFCEXTENDEDMATERIALPROPERTIES')
        : [],
  })
}

/** Abstract products, and products of structural analysis. */
const ABSTRACT =
  /^IFC(PRODUCT|ELEMENT|SPATIALELEMENT|SPATIALSTRUCTUREELEMENT|PORT|FEATUREELEMENTSUBTRACTION|STRUCTURAL\w+)$/

describe('generated files', () => {
  it.each(Array.from({ length: FILES }, (_, seed) => seed))(
    'of seed %i are read alike by both readers',
    (seed) => {
      const { elements, values, differences } = compareReaders(new TextEncoder().encode(generateFile(seed)))
      expect(differences).toEqual([])
      expect(elements).toBeGreaterThan(5)
      expect(values).toBeGreaterThan(20)
    },
  )
})

const folder = fileURLToPath(new URL('../../../shared/hostile/', import.meta.url))
const shared = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ifc')) : []

describe('hostile files in any order', () => {
  it('give the same result in any order: no file affects the next', async () => {
    const files = [
      ...DEFECT_NAMES.map((name) => [name, new TextEncoder().encode(generateDefective(name))] as const),
      ...shared.map((name) => [name, new Uint8Array(readFileSync(folder + name))] as const),
    ]
    const outcomes = new Map<string, string>()
    for (const [name, bytes] of [files, ...ORDERS.map((seed) => shuffle(files, seeded(seed)))].flat()) {
      const outcome = await convertBytes(bytes).then(
        ({ fingerprint }) => fingerprint.join('\n'),
        (error: Error) => `${error.name}: ${error.message}`,
      )
      if (!outcomes.has(name)) outcomes.set(name, outcome)
      expect([name, outcome]).toEqual([name, outcomes.get(name)])
      expect(outcome).not.toMatch(/^(?!ModelError)\w*Error/)
    }
    expect(outcomes.size).toBe(files.length)
  })
})
