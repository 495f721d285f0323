import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { decodePlacedChunk } from './decode.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'
import { drawPlan, type PlanDrawing, type PlanPoint } from './plan-drawing.ts'
import { formatPdf } from './plan-pdf.ts'
import { formatSvg, layOutSheet } from './plan-sheet.ts'

const block = (type: string, box: SceneBlock['box'], rise = 0): SceneBlock => ({
  guid: `${type} ${box}`,
  name: type,
  class: type,
  storey: 0,
  box,
  color: [200, 200, 200, 255],
  rise,
})

/** `one`: whether all blocks are the same element */
async function draw(blocks: SceneBlock[], elevation = 0, one = false): Promise<PlanDrawing> {
  const scene = makeScene('a', blocks)
  const model = new Model(scene.source, new Materials())
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    const { placed } = model.add(await decodePlacedChunk(bytes), info)
    if (one) placed.instances.element.fill(placed.instances.element[0] as number)
  }
  return drawPlan([model], { elevation, box: [0, 0, 0, 1, 1, 1] })
}

const near = (line: PlanPoint[] | undefined) =>
  line?.map((point) => point.map((value) => Math.round(value * 10) / 10 + 0))
const wall = block('IfcWall', [0, 5, 0, 10, 5.3, 3])

test('A ramp has an arrow up to the cut, which is not filled', async () => {
  const { arrows, cuts } = await draw([block('IfcRampFlight', [0, 0, -0.1, 8, 2, 0], 2), wall])
  // seen up to 1.2 m of its 2 m
  expect(near(arrows[0])).toEqual([
    [0.4, 1],
    [4.4, 1],
  ])
  expect(cuts.map(({ hollow }) => hollow).sort()).toEqual([false, true])
})

test('A flight of stairs has an arrow up, whatever its direction', async () => {
  const tread = (at: number) => {
    const [y, z] = [4 - at * 0.3, (at + 1) * 0.17]
    return block('IfcStairFlight', [2, y - 0.3, z - 0.04, 3.2, y, z])
  }
  const { arrows } = await draw(
    Array.from({ length: 6 }, (_, at) => tread(at)),
    0,
    true,
  )
  expect(near(arrows[0])).toEqual([
    [2.6, 3.9],
    [2.6, 2.3],
  ])
})

test('Landings, and flights that begin on the storey above, have no arrow', async () => {
  const landing = block('IfcStairFlight', [0, 0, 0.9, 3, 2, 1])
  const above = block('IfcStairFlight', [0, 0, 1.5, 8, 2, 1.6], 2)
  expect((await draw([landing, above, wall])).arrows).toEqual([])
})

test('Walls of the storey below are hidden by the slab, and visible beside it', async () => {
  const slab = block('IfcSlab', [0, 0, 2.8, 10, 8, 3])
  const under = block('IfcWall', [2, 2, 0, 4, 2.2, 2.8])
  const beside = block('IfcWall', [12, 2, 0, 14, 2.2, 2.8])
  const { below } = await draw([slab, under, beside], 3)
  const xs = below.flatMap(([[x]]) => Math.round(x))
  expect([...new Set(xs)].sort((a, b) => a - b)).toEqual([0, 10, 12, 14])
})

const PLAN: PlanDrawing = {
  extent: [0, 0, 20, 10],
  cuts: [],
  sheets: [],
  below: [],
  rooms: [],
  panels: [],
  arrows: [],
  axes: [],
}
const labels = { title: 'T', area: (value: number) => `${value} m²`, length: (value: number) => `${value} m` }
const listTexts = (plan: Partial<PlanDrawing>) =>
  layOutSheet({ ...PLAN, ...plan }, labels)?.shapes.flatMap((shape) =>
    shape.kind === 'text' ? shape : [],
  ) ?? []

test('An axis that ends within the box around a turned building is named at both ends', () => {
  const axes: PlanDrawing['axes'] = [
    {
      name: 'A',
      points: [
        [3, 2],
        [9, 8],
      ],
    },
  ]
  expect(listTexts({ axes }).filter(({ text }) => text === 'A')).toHaveLength(2)
})

test('The name of a narrow room is written in lines, and a long word smaller', () => {
  const room = { model: 'a', element: 0, area_m2: 3, at: [5, 5] as PlanPoint, widest: 3 }
  const write = (name: string, width: number) =>
    listTexts({ rooms: [{ ...room, name, width }] })
      .slice(0, -4)
      .map(({ text, size_mm }) => [text, size_mm])
  expect(write('1.04 Kitchen', 6)).toEqual([
    ['1.04 Kitchen', 2.5],
    ['3 m²', 2],
  ])
  // 1.5 m at 1:100 are 15 mm
  expect(write('1.04 Kitchen', 1.5)).toEqual([
    ['1.04', 2.5],
    ['Kitchen', 2.5],
    ['3 m²', 2],
  ])
  const [[, size] = []] = write('Hausanschlussraum', 1.5)
  expect(size).toBeGreaterThan(1.3)
  expect(size).toBeLessThan(2)
})

test('Lines of cut walls are thinner at smaller scales', () => {
  const widths = [10, 20, 50, 200].map((size) => {
    const square: PlanPoint[] = [
      [0, 0],
      [size, 0],
      [size, size / 2],
    ]
    const cuts = [{ loops: [square], wound: true, glass: false, hollow: false, ground: false }]
    const sheet = layOutSheet({ ...PLAN, extent: [0, 0, size, size / 2], cuts }, labels)
    const drawn = sheet?.shapes.find(
      (shape) => shape.kind === 'path' && shape.stroke === '#1d1a17' && shape.closed,
    )
    return [sheet?.scale, drawn?.kind === 'path' && Math.round(drawn.stroke_mm * 100) / 100]
  })
  expect(widths).toEqual([
    [50, 0.5],
    [100, 0.56],
    [200, 0.4],
    [1000, 0.29],
  ])
})

test('Names of rooms are readable over the lines of furniture', async () => {
  const rooms = [
    { model: 'a', element: 0, name: 'Hall', area_m2: 3, at: [5, 5] as PlanPoint, widest: 3, width: 6 },
  ]
  const sheet = layOutSheet({ ...PLAN, rooms }, labels)
  if (!sheet) throw new Error('There is no sheet')
  expect(formatSvg(sheet)).toMatch(/<text [^>]*paint-order="stroke"[^>]*>Hall</)
  expect(formatSvg(sheet)).not.toMatch(/<text [^>]*paint-order="stroke"[^>]*>T</)
  const font = {
    ...{ glyphOf: () => 1, widthOf: () => 500, program: new Uint8Array(4) },
    ...{ box: [0, 0, 1, 1] as [number, number, number, number], ascent: 900, descent: -200 },
  }
  const only = {
    ...sheet,
    shapes: sheet.shapes.filter((shape) => shape.kind === 'text' && shape.text === 'Hall'),
  }
  const bytes = await formatPdf(only, { fonts: [font], drawText: () => null })
  const pdf = Buffer.from(bytes).toString('latin1')
  const contents = [...pdf.matchAll(/\/Length (\d+) >>\nstream\n/g)].map(({ 0: head, 1: length, index }) =>
    inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  )
  // four letters of half the size of 2.5 mm, with 0.4 mm at both sides
  expect(contents.join('\n')).toMatch(/1 1 1 rg [\d.]+ [\d.]+ 16\.441 [\d.]+ re f\nBT /)
})

const house = [
  block('IfcWall', [0, 0, 0, 10, 0.3, 3]),
  block('IfcWall', [0, 7.7, 0, 10, 8, 3]),
  block('IfcWall', [0, 0.3, 0, 0.3, 7.7, 3]),
]

test('Plans are fitted to the building, not to the terrain or to a stray element', async () => {
  const terrain = block('IfcGeographicElement', [-300, 20, -5, 300, 500, 2])
  const stray = block('IfcBuildingElementProxy', [90_000, 0, 0, 90_001, 1, 2])
  const plan = await draw([...house, terrain, stray])
  expect(plan.extent.map((value) => Math.round(value * 10) / 10)).toEqual([0, 0, 10, 8])
  const sheet = layOutSheet(plan, labels)
  expect(sheet?.scale).toBe(50)
  const ground = sheet?.shapes.find((shape) => shape.kind === 'path' && shape.fill === '#e6e1d8')
  expect(ground).toMatchObject({ clipped: true })
  expect(sheet && formatSvg(sheet)).toMatch(/fill="#e6e1d8"[^>]* clip-path="url\(#area\)"/)
})

test('Both buildings of a site are on its plan', async () => {
  const other = house.map((each) => {
    const [west, south, low, east, north, high] = each.box
    return block('IfcWall', [west + 150, south, low, east + 150, north, high])
  })
  const { extent } = await draw([...house, ...other])
  expect(extent.map((value) => Math.round(value * 10) / 10)).toEqual([0, 0, 160, 8])
})

test('Lines that leave the paper are drawn up to its edge', () => {
  const below: PlanDrawing['below'] = [
    [
      [10, 5],
      [500, 5],
    ],
  ]
  const sheet = layOutSheet({ ...PLAN, below }, labels)
  const [line] = sheet?.shapes.flatMap((shape) => (shape.kind === 'path' ? shape.lines : [])) ?? []
  const [left = 0, , width = 0] = sheet?.area ?? []
  expect(line?.[1]?.[0]).toBeCloseTo(left + width, 6)
})

test('A roof hides the tops of the walls under it, and a line as far as the roof reaches', async () => {
  const roof = block('IfcRoof', [0, 0, 3, 10, 8, 3.3])
  const under = block('IfcWall', [2, 2, 0, 4, 2.2, 2.95])
  const half = block('IfcBeam', [6, 4, 2.8, 14, 4.2, 2.95])
  const { below } = await draw([roof, under, half], 3)
  const along = below.filter(([from, to]) => Math.abs(from[1] - 4) < 0.01 && Math.abs(to[1] - 4) < 0.01)
  const xs = along.flat().map(([x]) => Math.round(x * 100) / 100)
  expect(xs.sort((a, b) => a - b)).toEqual([10, 14])
  expect(below.flat().some(([x, y]) => x > 1 && x < 5 && y > 1 && y < 3)).toBe(false)
})

test('Cut bodies that touch or overlap have lines between them at 1:50, and are one area at smaller scales', () => {
  const square = (x: number): PlanPoint[] => [
    [x, 0],
    [x + 1, 0],
    [x + 1, 1],
    [x, 1],
  ]
  const cuts = [0, 1].map((x) => ({
    ...{ loops: [square(x)], wound: true, glass: false, hollow: false, ground: false },
  }))
  const order = [10, 20].map((size) =>
    layOutSheet({ ...PLAN, extent: [0, 0, size, size / 2], cuts }, labels)?.shapes.flatMap((shape) =>
      shape.kind === 'path' && shape.clipped && shape.closed
        ? [[shape.stroke && 'line', shape.fill && 'fill'].filter(Boolean).join()]
        : [],
    ),
  )
  expect(order).toEqual([
    ['line,fill', 'line,fill'],
    ['line', 'line', 'fill', 'fill'],
  ])
})
