import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { packColor } from '../src/geometry/colors.ts'
import { type ModelDrawing, NO_MATERIAL_COLOR } from '../src/geometry/engine.ts'
import { drawBytesWithSecondEngine, drawWithSecondEngine } from '../src/geometry/second-engine.ts'
import { Shapes } from '../src/geometry/shapes.ts'
import { createByteSource } from '../src/source.ts'
import { extractProducts } from '../src/step/extract-products.ts'
import { isElementEntity } from '../src/structure/entities.ts'
import { buildBoxShape, buildIfcFile } from './step-file.ts'

/** The second engine must draw the same from an excerpt as from the whole file. */

const folder = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ifc')) : []
const wasm = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('@ifc-lite/wasm/ifc-lite_bg.wasm'))),
)
const WANTED = 40

// the engine logs to the console
beforeAll(() => {
  for (const name of ['log', 'warn', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => {})
})
afterAll(() => vi.restoreAllMocks())

/** Picks every n-th element, to get approximately the wanted number. */
function someThings(bytes: Uint8Array): Set<number> {
  const text = new TextDecoder('latin1').decode(bytes)
  const things = [...text.matchAll(/#(\d+)\s*=\s*(IFC\w+)\s*\(/g)]
    .filter(([, , name = '']) => isElementEntity(name))
    .map(([, id]) => Number(id))
  const step = Math.max(1, Math.floor(things.length / WANTED))
  return new Set(things.filter((_, at) => at % step === 0))
}

/** Every mesh with its element, colour, placement and triangles. */
function drawn(bytes: Uint8Array, ids: ReadonlySet<number>): string[] {
  const meshes: string[] = []
  const shapes = {
    add: (shape: { vertices: Float32Array; indices: Uint32Array }) => [
      [...shape.vertices].map((value) => value.toFixed(4)).join() + shape.indices.join(),
    ],
  }
  const instances = {
    add: (id: number, shape: string, color: number, matrix: number[]) =>
      meshes.push([id, color, matrix.map((value) => value.toFixed(3)), shape].join()),
  }
  // the engine only appends to these two; the additions are compared
  const drawing = { triangles: 0, shapes, instances } as unknown as ModelDrawing
  drawBytesWithSecondEngine(bytes, ids, drawing, wasm)
  return meshes.sort()
}

const building = () => {
  const size = { storeys: 3, bays_x: 3, bays_y: 3, seed: 4 }
  const parts = [...generateBuilding({ ...size, discipline: 'architecture', version: 1 })]
  return new TextEncoder().encode(parts.join(''))
}

const models: [name: string, read: () => Uint8Array][] = [
  ['a generated building', building],
  ...files.map((name): [string, () => Uint8Array] => [
    name,
    () => new Uint8Array(readFileSync(folder + name)),
  ]),
]

describe.each(models)('%s', (_, read) => {
  it('is drawn identically from an excerpt', () => {
    const bytes = read()
    const ids = someThings(bytes)
    const excerpt = extractProducts(createByteSource(bytes), ids)
    expect(excerpt.length).toBeLessThan(bytes.length)
    const whole = drawn(bytes, ids)
    expect(whole.length).toBeGreaterThan(0)
    expect(drawn(excerpt, ids)).toEqual(whole)
  })
})

describe('Elements that only the second engine draws', () => {
  it('has the colours of the file, and that of its class where the file gives none', async () => {
    const style = (id: number, color: string) =>
      `#${id}=IFCCOLOURRGB($,${color});#${id + 1}=IFCSURFACESTYLERENDERING(#${id},0.,$,$,$,$,$,$,.FLAT.);#${id + 2}=IFCSURFACESTYLE($,.BOTH.,(#${id + 1}));`
    const beam = (id: number) =>
      `${buildBoxShape(id, [1000 + id, 2000, 3000])}#${id + 50}=IFCBEAM('0000000000000000000${id + 50}',$,'Beam ${id}',$,$,#13,#${id},$,$);`
    const tetrahedron = `#300=IFCPRODUCTDEFINITIONSHAPE($,$,(#301));#301=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#302));
#302=IFCTRIANGULATEDFACESET(#303,$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$);
#303=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1000.,0.,0.),(0.,1000.,0.),(0.,0.,1000.)));
#304=IFCINDEXEDCOLOURMAP(#302,$,#305,(1,1,2,2));#305=IFCCOLOURRGBLIST(((0.2,0.4,0.6),(1.,0.2,0.2)));
#350=IFCBEAM('0000000000000000000350',$,'Faces',$,$,#13,#300,$,$);`
    const bytes = buildIfcFile(`${beam(100)}${beam(200)}${tetrahedron}${beam(400)}${beam(500)}
${style(600, '0.8,0.2,0.2')}#610=IFCSTYLEDITEM(#203,(#602),$);${style(620, '0.2,0.2,0.8')}
#640=IFCMATERIAL('Steel',$,$);#641=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#642),#640);
#642=IFCSTYLEDREPRESENTATION(#10,'Style','Material',(#643));#643=IFCSTYLEDITEM($,(#622),$);
#644=IFCRELASSOCIATESMATERIAL('0000000000000000000644',$,$,$,(#450),#640);
#645=IFCRELASSOCIATESMATERIAL('0000000000000000000645',$,$,$,(#646),#640);
#646=IFCBEAMTYPE('0000000000000000000646',$,'T',$,$,$,$,$,$,.BEAM.);
#647=IFCRELDEFINESBYTYPE('0000000000000000000647',$,$,$,(#550),#646);`)
    const colors = new Map<number, number[]>()
    const instances = {
      add: (id: number, _piece: unknown, color: number) => colors.set(id, [...(colors.get(id) ?? []), color]),
    }
    const drawing = { triangles: 0, shapes: new Shapes(false), instances } as unknown as ModelDrawing
    const ids = new Set([150, 250, 350, 450, 550])
    drawWithSecondEngine(createByteSource(bytes), ids, drawing, wasm)
    expect(Object.fromEntries(colors)).toEqual({
      150: [NO_MATERIAL_COLOR],
      250: [packColor(204, 51, 51, 255)],
      350: [packColor(51, 102, 153, 255), packColor(255, 51, 51, 255)],
      450: [packColor(51, 51, 204, 255)],
      550: [packColor(51, 51, 204, 255)],
    })
  })
})
