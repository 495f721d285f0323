import { expect, test } from 'vitest'
import { convertRevision } from '../../test/revisions.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'
import { changedBits, compareRevisions } from './compare-revisions.ts'
import { matchRevisions } from './match-revisions.ts'

interface Placed {
  move?: [x: number, y: number]
  turn_deg?: number
  /** metres by which the first walls stand elsewhere */
  first?: { count: number; by: number }
  name?: string
}

/** Walls of different lengths, placed by coordinates of their own. */
function buildWalls({ move = [0, 0], turn_deg = 0, first = { count: 0, by: 0 }, name = 'W3' }: Placed) {
  const turn = (turn_deg * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const write = (values: number[]) => values.map((value) => value.toFixed(6)).join()
  const walls = Array.from({ length: 20 }, (_, at) => {
    const id = 1000 + at * 20
    const x = at * 3000 + (at < first.count ? first.by * 1000 : 0)
    const y = at * at * 150
    const place = [cos * x - sin * y + move[0] * 1000, sin * x + cos * y + move[1] * 1000, 0]
    return `${buildBoxShape(id, [1000 + at * 100, 200, 3000])}
#${id + 10}=IFCCARTESIANPOINT((${write(place)}));
#${id + 11}=IFCDIRECTION((${write([cos, sin, 0])}));
#${id + 12}=IFCAXIS2PLACEMENT3D(#${id + 10},#${id + 2},#${id + 11});
#${id + 13}=IFCLOCALPLACEMENT($,#${id + 12});
#${id + 14}=IFCWALL('${String(id).padStart(22, '0')}',$,'${at === 3 ? name : `W${at}`}',$,$,#${id + 13},#${id},$,$);
#${id + 15}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${String(id + 15).padStart(22, '0')}',$,$,$,(#${id + 14}),#22);`
  })
  return buildIfcFile(walls.join('\n'))
}

async function compare(before: Placed, after: Placed) {
  const [older, newer] = await Promise.all([before, after].map((each) => convertRevision(buildWalls(each))))
  if (!older || !newer) throw new Error('A version is missing')
  const { counts, changes } = compareRevisions(older, newer, matchRevisions(older, newer))
  return { counts, changes: changes.map(({ kind, to, bits }) => [kind, newer.name[to], bits]) }
}

test('A model that moved as a whole has no moved elements, but a displacement', async () => {
  const { counts, changes } = await compare({}, { move: [120, -35], name: 'Renamed' })
  expect(counts.whole).toEqual({ moved_m: 125, turned_deg: 0 })
  expect(counts.moved).toBe(0)
  expect(changes).toEqual([['changed', 'Renamed', changedBits.name]])
})

test('A model that was turned as a whole has no moved elements, but a displacement', async () => {
  const { counts, changes } = await compare({}, { move: [50, 0], turn_deg: 30 })
  expect(counts.whole?.turned_deg).toBeCloseTo(30, 2)
  expect(changes).toEqual([])
})

test('Elements that moved within a displaced model are moved', async () => {
  const { counts } = await compare({}, { move: [120, 0], first: { count: 1, by: 0.4 } })
  expect(counts.whole?.moved_m).toBeCloseTo(120, 1)
  expect(counts.moved).toBe(1)
})

test('If a part of the model stayed, the others are moved', async () => {
  const { counts } = await compare({}, { first: { count: 15, by: 0.4 } })
  expect(counts.whole).toBeNull()
  expect(counts.moved).toBe(15)
})
