import { describe, expect, it } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { decodeEdges, decodePlacedChunk } from './decode.ts'
import { HIDDEN } from './element-state.ts'
import { computeStandingBox } from './floors.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'
import { drawPlan } from './plan-drawing.ts'
import { formatPdf } from './plan-pdf.ts'
import { formatSvg, layOutSheet, type PlanSheet } from './plan-sheet.ts'
import { passThrough } from './sheet-font.ts'

const block = (guid: string, box: SceneBlock['box']): SceneBlock => ({
  guid,
  name: guid,
  class: 'IfcWall',
  storey: 0,
  box,
  color: [200, 200, 200, 255],
})
/** two walls of 10 m, 8 m apart, on a slab, and a table between them */
const blocks = [
  block('south', [0, 0, 0, 10, 0.3, 3]),
  block('north', [0, 8, 0, 10, 8.3, 3]),
  block('slab', [0, 0, -0.2, 10, 8.3, 0]),
  block('table', [4, 3, 0, 6, 4, 0.8]),
]
const floor = { elevation: 0, box: [0, 0, 0, 10, 8.3, 3] as SceneBlock['box'] }
const labels = {
  title: 'House & garden, Ground floor',
  area: (value: number) => `${value} m²`,
  length: (value: number) => `${value} m`,
}

async function open({ edges = true } = {}) {
  const scene = makeScene('a', blocks)
  const model = new Model(scene.source, new Materials())
  for (const info of scene.source.manifest.chunks) {
    const chunk = model.add(
      await decodePlacedChunk(await scene.source.chunk(info.file, new AbortController().signal, () => {})),
      info,
    )
    if (edges) chunk.setEdges(decodeEdges(chunk.placed))
  }
  return { model, element: scene.element }
}

/** The PDF of a sheet without its texts, with unpacked streams. */
async function printPdf(sheet: PlanSheet) {
  const bytes = await formatPdf(sheet, { fonts: [], drawText: () => null })
  const pdf = Buffer.from(bytes).toString('latin1')
  const streams = [...pdf.matchAll(/\/Length (\d+) >>\nstream\n/g)].map(({ 0: head, 1: length, index }) =>
    passThrough(
      bytes.slice(index + head.length, index + head.length + Number(length)),
      new DecompressionStream('deflate'),
    ),
  )
  const unpacked = (await Promise.all(streams)).map((stream) => new TextDecoder().decode(stream))
  return { pdf, content: unpacked.join('\n') }
}

describe('plans', () => {
  it('cut elements at 1.2 m and show elements below as lines', async () => {
    const { model } = await open()
    const plan = drawPlan([model], floor)
    expect(plan.cuts).toHaveLength(2)
    expect(plan.extent.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 0, 10, 8.3])
    const lengths = plan.below.map(([a, b]) => Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) * 10) / 10)
    // the table's sides, once each although it has upper and lower ones
    expect(lengths.filter((length) => length === 1)).toHaveLength(2)
    expect(lengths.filter((length) => length === 2)).toHaveLength(2)
  })

  it('have the same lines while the edges of a model are still being computed', async () => {
    const [{ model }, { model: fresh }] = await Promise.all([open(), open({ edges: false })])
    expect(drawPlan([fresh], floor).below).toEqual(drawPlan([model], floor).below)
  })

  it('are fitted to elements on the floor, not to the landscape', async () => {
    const scene = makeScene('b', [...blocks, block('meadow', [-200, -200, -0.3, 200, 200, -0.2])])
    const model = new Model(scene.source, new Materials())
    for (const info of scene.source.manifest.chunks)
      model.add(
        await decodePlacedChunk(await scene.source.chunk(info.file, new AbortController().signal, () => {})),
        info,
      )
    const box = computeStandingBox([model], floor, 1.2)
    expect(box?.map((value) => Math.round(value * 100) / 100)).toEqual([0, 0, 0, 10, 8.3, 3])
    expect(computeStandingBox([model], floor, 50)).toBeNull()
  })

  it('leave hidden elements out', async () => {
    const { model, element } = await open()
    model.state.set([element('north')], HIDDEN, true)
    expect(drawPlan([model], floor).cuts).toHaveLength(1)
  })

  it('show the open leaf of a door with its arc, on the side and with the hinge that the file states', async () => {
    const scene = makeScene('a', [...blocks, block('door', [2, 0, 0, 3, 0.1, 2.1])])
    const model = new Model(scene.source, new Materials())
    for (const info of scene.source.manifest.chunks)
      model.add(
        await decodePlacedChunk(await scene.source.chunk(info.file, new AbortController().signal, () => {})),
        info,
      )
    const door = {
      element: scene.element('door'),
      along: [-1, 0] as [number, number],
      towards: [0, -1] as [number, number],
      panels: [{ kind: 'SWING' as const, from: 0, to: 1, side: 1 as const }],
    }
    const drawings = new Map([['a', { panels: [door] }]])
    const near = ([x, y]: number[]) => [
      Math.round((x ?? 0) * 100) / 100,
      Math.round((y ?? 0) * 100) / 100 + 0,
    ]
    const [leaf, arc] = drawPlan([model], floor, drawings).panels
    expect(leaf?.map(near)).toEqual([
      [3, 0],
      [3, -1],
    ])
    expect([arc?.[0], arc?.at(-1)].map((point) => near(point ?? []))).toEqual([
      [2, 0],
      [3, -1],
    ])
    model.state.set([door.element], HIDDEN, true)
    expect(drawPlan([model], floor, drawings).panels).toEqual([])
  })

  it('name the axes of grids once, in circles around the building', async () => {
    const { model } = await open()
    const axis = (name: string, x: number) => ({
      element: 0,
      kind: 'grid' as const,
      name,
      points: [x, -2, 0, x, 12, 0],
    })
    const drawings = new Map([
      ['a', { lines: { lines: [axis('A', 2), axis('A', 2), axis('B', 500)], texts: [] } }],
    ])
    const plan = drawPlan([model], floor, drawings)
    expect(plan.axes.map(({ name }) => name)).toEqual(['A', 'B'])
    expect(plan.extent[2]).toBeCloseTo(10)
    const sheet = layOutSheet(plan, labels)
    const named = sheet?.shapes.filter((shape) => shape.kind === 'text' && shape.text === 'A')
    expect(named).toHaveLength(2)
    expect(sheet?.shapes.some((shape) => shape.kind === 'text' && shape.text === 'B')).toBe(false)
    if (!sheet) return
    expect(formatSvg(sheet)).toContain('stroke-dasharray="6 1 0.5 1"')
    expect((await printPdf(sheet)).content).toContain('] 0 d')
  })

  it('are true to scale on the sheet, as SVG and as PDF', async () => {
    const { model } = await open()
    const sheet = layOutSheet(drawPlan([model], floor), labels)
    expect([sheet?.width_mm, sheet?.height_mm, sheet?.scale]).toEqual([297, 210, 50])
    if (!sheet) return
    const walls = sheet.shapes.filter((shape) => shape.kind === 'path' && shape.fill === '#5d5852')
    const xs = walls.flatMap((wall) => (wall.kind === 'path' ? wall.lines.flat().map(([x]) => x) : []))
    // 10 m at 1:50 are 200 mm
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(200, 6)
    const svg = formatSvg(sheet)
    expect(svg).toContain('width="297mm" height="210mm" viewBox="0 0 297 210"')
    expect(svg).toContain('House &amp; garden, Ground floor')
    const { pdf } = await printPdf(sheet)
    expect(pdf).toContain('/MediaBox [0 0 841.89 595.276]')
    const offset = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
    expect(pdf.slice(offset, offset + 4)).toBe('xref')
    for (const [, at, number] of [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(
      (row, index) => [0, Number(row[1]), index + 1] as const,
    ))
      expect(pdf.slice(at, at + `${number} 0 obj`.length)).toBe(`${number} 0 obj`)
  })

  it('have a scale bar of a round number of feet where the project counts in feet', async () => {
    const { model } = await open()
    const length = (metres: number) => `${metres / 0.3048} ft`
    const sheet = layOutSheet(drawPlan([model], floor), { ...labels, length, unit_m: 0.3048 })
    const texts = sheet?.shapes.flatMap((shape) => (shape.kind === 'text' ? shape.text : []))
    expect(texts).toContain('5 ft')
  })

  it('are well-formed SVG whatever the names in the model are', async () => {
    const { model } = await open()
    const title = 'Ground\u0000 floor\u0007 \ud83d, <1>\uffff'
    const sheet = layOutSheet(drawPlan([model], floor), { ...labels, title })
    const svg = sheet ? formatSvg(sheet) : ''
    expect(svg).toContain('>Ground floor , &lt;1&gt;</text>')
    expect(svg.isWellFormed()).toBe(true)
  })

  it('without anything cut have no sheet', async () => {
    const { model } = await open()
    expect(layOutSheet(drawPlan([model], { ...floor, elevation: 50 }), labels)).toBeNull()
  })

  it('show elements lying on a storey without a cut', async () => {
    const scene = makeScene('roof', [block('roof', [0, 0, 2.8, 10, 8, 3])])
    const model = new Model(scene.source, new Materials())
    for (const info of scene.source.manifest.chunks)
      model.add(
        await decodePlacedChunk(await scene.source.chunk(info.file, new AbortController().signal, () => {})),
        info,
      )
    const plan = drawPlan([model], { elevation: 3, box: [0, 0, 2.8, 10, 8, 3] })
    expect(plan.cuts).toEqual([])
    expect(plan.extent.map((value) => Math.round(value * 100) / 100)).toEqual([0, 0, 10, 8])
    expect(layOutSheet(plan, labels)?.scale).toBe(50)
  })

  it('name a room of two solids once, with the area of both', async () => {
    const { model } = await open()
    const scene = makeScene('rooms', [
      { ...block('Kitchen', [1, 1, 0, 4, 3, 2.5]), class: 'IfcSpace' },
      { ...block('rest', [4, 1, 0, 5, 2, 2.5]), class: 'IfcSpace' },
    ])
    const rooms = new Model(scene.source, new Materials())
    for (const info of scene.source.manifest.chunks) {
      const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
      const { placed } = rooms.add(await decodePlacedChunk(bytes), { ...info, kind: 'spaces' })
      placed.instances.element.fill(scene.element('Kitchen'))
    }
    const plan = drawPlan([model, rooms], floor)
    expect(plan.rooms.map(({ name, area_m2 }) => [name, Math.round(area_m2 * 100) / 100])).toEqual([
      ['Kitchen', 7],
    ])
    // in the larger part
    expect(plan.rooms[0]?.at[0]).toBeLessThan(4)
  })
})
