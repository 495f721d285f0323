import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { MutantMaker, type MutantOptions } from '../generate/mutant.ts'
import { loadEngine } from '../src/geometry/engine.ts'
import { decodeMatch, encodeMatch } from '../src/revisions/encode-match.ts'
import { matchRevisions } from '../src/revisions/match-revisions.ts'
import { matchWays } from '../src/revisions/matching.ts'
import type { Revision } from '../src/revisions/revision.ts'
import { convertRevision, matchAndJudge } from './revisions.ts'
import { buildIfcFile } from './step-file.ts'

beforeAll(() => loadEngine())

const build = (discipline: 'architecture' | 'structure' | 'services', seed = 1) =>
  [...generateBuilding({ discipline, storeys: 2, bays_x: 5, bays_y: 3, version: 1, seed })].join('')

const edits = { newGuids: true, newTags: true, moved: 0.05, deleted: 0.02, added: 0.02 }
const everything: Omit<MutantOptions, 'seed'> = {
  ...edits,
  renamed: 0.3,
  storeyShift: 0.2,
  split: 0.03,
  circleCorners: 24,
  shuffled: true,
  displacement: { move: [5, 5, 0], degrees: 10 },
}

const cases: [
  title: string,
  discipline: 'architecture' | 'structure' | 'services',
  Omit<MutantOptions, 'seed'>,
][] = [
  ['with new GlobalIds only', 'architecture', { newGuids: true, newTags: true, shuffled: true }],
  ['with elements moved, deleted and added', 'services', edits],
  ['with other names and types', 'architecture', { ...edits, renamed: 1 }],
  ['with a storey raised', 'services', { newGuids: true, newTags: true, storeyShift: 0.35 }],
  [
    'moved and turned as a whole',
    'structure',
    { ...edits, displacement: { move: [12.3, -40, 1.5], degrees: 33 } },
  ],
  ['with elements split', 'structure', { newGuids: true, newTags: true, split: 0.3 }],
  ['with finer curves', 'services', { newGuids: true, newTags: true, circleCorners: 24 }],
  ['in metres instead of millimetres', 'structure', { newGuids: true, newTags: true, toMetres: true }],
  ['with all of it at once', 'architecture', everything],
]

test.each(cases)(
  'An export %s is matched: 97 percent found, at most 0.3 percent wrong',
  async (title, discipline, options) => {
    const text = build(discipline)
    const older = await convertRevision(text)
    for (const seed of [1, 2]) {
      const mutant = new MutantMaker(text, { ...options, seed }).make()
      const newer = await convertRevision(mutant.text)
      const { quality, match } = matchAndJudge(older, newer, mutant)
      const said = `${discipline} ${title}, seed ${seed}: ${JSON.stringify(quality)}`
      expect(quality.right / quality.surviving, said).toBeGreaterThanOrEqual(0.97)
      expect((quality.wrong + quality.invented) / quality.surviving, said).toBeLessThanOrEqual(0.003)
      expect(decodeMatch(encodeMatch(match)), said).toEqual({
        to: match.to,
        way: match.way,
        score: match.score,
        splits: match.splits,
        proposals: match.proposals,
      })
    }
  },
)

const duplex = fileURLToPath(new URL('../../../shared/ifc/duplex.ifc', import.meta.url))
test.runIf(existsSync(duplex))('A real file exported again with all changes is matched', async () => {
  const text = readFileSync(duplex, 'latin1')
  const older = await convertRevision(Buffer.from(text, 'latin1'))
  const mutant = new MutantMaker(text, { ...everything, seed: 3 }).make()
  const newer = await convertRevision(Buffer.from(mutant.text, 'latin1'))
  const { quality } = matchAndJudge(older, newer, mutant)
  expect(quality.right / quality.surviving, JSON.stringify(quality)).toBeGreaterThanOrEqual(0.97)
  expect(quality.wrong + quality.invented, JSON.stringify(quality)).toBe(0)
})

describe('GlobalIds', () => {
  const rowOf = ({ guid, family }: Revision, kind: string, at: number) =>
    guid[family.flatMap((each, row) => (each === kind ? [row] : []))[at] ?? -1] ?? ''

  test('reassigned among unmoved elements are not trusted', async () => {
    const text = build('architecture')
    const older = await convertRevision(text)
    const [first, second] = [rowOf(older, 'DOOR', 2), rowOf(older, 'DOOR', 5)]
    const swapped = text.replaceAll(first, '~~').replaceAll(second, first).replaceAll('~~', second)
    const newer = await convertRevision(swapped)
    const { to } = matchRevisions(older, newer)
    expect(newer.guid[to[older.guid.indexOf(first)] ?? -1]).toBe(second)
    expect(newer.guid[to[older.guid.indexOf(second)] ?? -1]).toBe(first)
  })

  test('on a thing of another kind are not believed', async () => {
    const text = build('architecture')
    const older = await convertRevision(text)
    const [door, wall] = [rowOf(older, 'DOOR', 2), rowOf(older, 'WALL', 5)]
    const swapped = text.replaceAll(door, '~~').replaceAll(wall, door).replaceAll('~~', wall)
    const newer = await convertRevision(swapped)
    const { to, way } = matchRevisions(older, newer)
    expect(newer.guid[to[older.guid.indexOf(door)] ?? -1]).toBe(wall)
    expect(matchWays[way[older.guid.indexOf(door)] ?? 0]).not.toBe('GUID')
  })
})

test('Elements that became one are told to have been merged', async () => {
  const text = build('structure')
  const mutant = new MutantMaker(text, { seed: 4, newGuids: true, newTags: true, split: 0.3 }).make()
  const [older, newer] = [await convertRevision(mutant.text), await convertRevision(text)]
  const { to, way } = matchRevisions(older, newer)
  const cut = [...mutant.truth].filter(([, now]) => now.length === 2)
  expect(cut.length).toBeGreaterThan(10)
  let told = 0
  for (const [whole, parts] of cut) {
    const rows = parts.map((guid) => older.guid.indexOf(guid))
    const isTold = rows.every(
      (row) => way[row] === matchWays.indexOf('MERGED') && newer.guid[to[row] ?? -1] === whole,
    )
    if (isTold) told++
  }
  expect(told / cut.length).toBeGreaterThan(0.9)
})

test('Almost no element of another building is matched', async () => {
  const [older, newer] = [
    await convertRevision(build('architecture', 1)),
    await convertRevision(build('services', 7)),
  ]
  expect(matchRevisions(older, newer).share).toBeLessThan(0.1)
})

const guid = (number: number) => number.toString(36).padStart(22, '0').toUpperCase()

test('Thousands of equal blocks that a broken export puts in one place are matched one by one', async () => {
  const count = 6000
  const write = (first: number) => {
    const ids = Array.from({ length: count }, (_, at) => 1000 + at)
    const blocks = ids.map((id) => `#${id}=IFCPLATE('${guid(first + id)}',$,'Plate',$,$,#13,#101,$,$);`)
    return buildIfcFile(`${blocks.join('')}#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','CSG',(#103));#103=IFCBLOCK(#11,400.,400.,400.);
#33=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(1)}',$,$,$,(${ids.map((id) => `#${id}`).join()}),#22);`)
  }
  const [older, newer] = [await convertRevision(write(0)), await convertRevision(write(100_000))]
  const { to } = matchRevisions(older, newer)
  const found = older.guid.flatMap((_, row) => (older.family[row] === 'PLATE' ? (to[row] ?? -1) : []))
  expect(found).toHaveLength(count)
  expect(new Set(found).size).toBe(count)
  expect(found).not.toContain(-1)
})

test('Elements without a shape are found among tens of thousands by their names', async () => {
  const count = 40_000
  const write = (first: number) => {
    const ids = Array.from({ length: count }, (_, at) => 1000 + at)
    const walls = ids.map(
      (id) => `#${id}=IFCWALL('${guid(first + id)}',$,'Wall ${id.toString(36)}x',$,$,$,$,$,$);`,
    )
    return buildIfcFile(`${walls.join('')}#500=IFCPLATE('${guid(2)}',$,'Plate',$,$,#13,#101,$,$);
#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));#102=IFCSHAPEREPRESENTATION(#10,'Body','CSG',(#103));#103=IFCBLOCK(#11,400.,400.,400.);
#33=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(1)}',$,$,$,(${ids.map((id) => `#${id}`).join()},#500),#22);`)
  }
  const [older, newer] = [await convertRevision(write(0)), await convertRevision(write(1_000_000))]
  const { to } = matchRevisions(older, newer)
  const walls = older.guid.flatMap((_, row) => (older.family[row] === 'WALL' ? row : []))
  expect(walls).toHaveLength(count)
  expect(walls.filter((row) => older.name[row] !== newer.name[to[row] ?? -1])).toEqual([])
})

test.each([
  ['90 m', 90],
  ['300 m, whose shape is stored along its sides', 300],
])('A wall of %s has the area, volume and centre of its surface', async (_title, length) => {
  // 3 m high at its begin, 1 m at its end
  const data = `#40=IFCEXTRUDEDAREASOLID(#41,#11,#46,200.);#41=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#42);
#42=IFCPOLYLINE((#12,#43,#44,#45,#12));#43=IFCCARTESIANPOINT((${length}000.,0.));#44=IFCCARTESIANPOINT((${length}000.,1000.));
#45=IFCCARTESIANPOINT((0.,3000.));#46=IFCDIRECTION((0.,0.,1.));#47=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#40));
#48=IFCPRODUCTDEFINITIONSHAPE($,$,(#47));#50=IFCWALL('0000000000000000000050',$,'Wall',$,$,#13,#48,$,$);
#51=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000051',$,$,$,(#50),#22);`
  const { forms } = await convertRevision(buildIfcFile(data))
  const wall = forms.has.lastIndexOf(1)
  const faces: [area: number, x: number][] = [
    [2 * 2 * length, length * (5 / 12)],
    [0.2 * length, length / 2],
    [0.2 * Math.hypot(length, 2), length / 2],
    [0.2 * 3, 0],
    [0.2 * 1, length],
  ]
  const area = faces.reduce((sum, [each]) => sum + each, 0)
  const centre = faces.reduce((sum, [each, x]) => sum + (each * x) / area, 0)
  expect(forms.area[wall] ?? 0).toBeCloseTo(area, 0)
  expect(forms.volume[wall] ?? 0).toBeCloseTo(2 * length * 0.2, 1)
  expect(forms.centre[wall * 3] ?? 0).toBeCloseTo(centre, 1)
})
