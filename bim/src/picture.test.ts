import { beforeAll, describe, expect, it } from 'vitest'
import { convertBytes, decodeChunks } from '../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../test/step-file.ts'
import type { Box, Chunk } from './model.ts'
import { drawPicture, fitPictureCamera, type PictureOptions } from './picture.ts'

const WIDTH = 120
const HEIGHT = 80
const LOOK_NORTH = { eye: [0, -10, 0.5], direction: [0, 1, 0], field_of_view: 40 } as const

/** Two boxes of one metre on the line of sight: the nearer one red, the farther one green and twice as wide. */
let chunks: Chunk[] = []
let elements: string[] = []
let box: Box = [0, 0, 0, 0, 0, 0]
beforeAll(async () => {
  const paint = (id: number, item: number, color: string) => `#${id}=IFCSTYLEDITEM(#${item},(#${id + 1}),$);
#${id + 1}=IFCSURFACESTYLE('c',.BOTH.,(#${id + 2}));#${id + 2}=IFCSURFACESTYLERENDERING(#${id + 3},0.,$,$,$,$,$,$,.FLAT.);#${id + 3}=IFCCOLOURRGB($,${color});`
  const place = (id: number, y: number) =>
    `#${id}=IFCLOCALPLACEMENT($,#${id + 1});#${id + 1}=IFCAXIS2PLACEMENT3D(#${id + 2},$,$);#${id + 2}=IFCCARTESIANPOINT((0.,${y}.,0.));`
  const converted = await convertBytes(
    buildIfcFile(`${buildBoxShape(200, [1000, 1000, 1000])}${buildBoxShape(210, [3000, 1000, 1000])}
${paint(300, 203, '1.,0.,0.')}${paint(310, 213, '0.,1.,0.')}${place(400, 0)}${place(410, 3000)}
#100=IFCWALL('r',$,'Red',$,$,#400,#200,$,$);#101=IFCWALL('g',$,'Green',$,$,#410,#210,$,$);`),
  )
  chunks = await decodeChunks(converted, 'model')
  elements = converted.structure.elements.name
  box = converted.manifest.box ?? box
})

function draw(changes: Partial<PictureOptions> = {}): (x: number, y: number) => number[] {
  const view = {
    ...LOOK_NORTH,
    eye: [...LOOK_NORTH.eye],
    direction: [...LOOK_NORTH.direction],
  } as PictureOptions['view']
  const pixels = drawPicture(chunks, { width: WIDTH, height: HEIGHT, view, ...changes })
  expect(pixels.length).toBe(WIDTH * HEIGHT * 4)
  return (x, y) => [...pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)]
}

const isRed = ([r = 0, g = 0]: number[]) => r > 100 && g < 20
const isGreen = ([r = 0, g = 0]: number[]) => g > 100 && r < 20

describe('the software renderer', () => {
  it('draws the nearer of two objects in front, and the sky elsewhere', () => {
    const at = draw()
    expect(isRed(at(60, 40))).toBe(true)
    expect(isGreen(at(50, 40))).toBe(true)
    expect(Math.min(...at(2, 2))).toBeGreaterThan(200)
  })

  it('does not depend on the drawing order', () => {
    const swapped = chunks.map((chunk) => {
      const turn = <T extends Uint32Array | Uint8Array | Float32Array>(column: T, width: number): T =>
        column
          .slice()
          .map((_, index) => column[(1 - Math.floor(index / width)) * width + (index % width)] ?? 0) as T
      const { element, geometry, color, matrix, radius } = chunk.instances
      const instances = {
        element: turn(element, 1),
        geometry: turn(geometry, 1),
        color: turn(color, 4),
        matrix: turn(matrix, 12),
        radius: turn(radius, 1),
      }
      return { ...chunk, instances: { ...chunk.instances, ...instances } }
    })
    const options = { width: WIDTH, height: HEIGHT, view: fitPictureCamera(box, WIDTH / HEIGHT) }
    expect(drawPicture(swapped, options)).toEqual(drawPicture(chunks, options))
  })

  it('clips everything nearer than the near distance', () => {
    const at = draw({ view: { eye: [0, -10, 0.5], direction: [0, 1, 0], field_of_view: 40, near_m: 11.5 } })
    expect(isGreen(at(60, 40))).toBe(true)
  })

  it('highlights an element in the accent colour', () => {
    const at = draw({ highlight: { element: elements.indexOf('Red'), chunks } })
    const [r = 0, g = 0, b = 0] = at(60, 40)
    expect(r).toBeGreaterThan(g)
    expect(g).toBeGreaterThan(b)
    expect(isGreen(at(50, 40))).toBe(true)
  })

  it('frames a whole box tightly', () => {
    const at = draw({ view: fitPictureCamera(box, WIDTH / HEIGHT) })
    const drawn: [number, number][] = []
    for (let x = 0; x < WIDTH; x++)
      for (let y = 0; y < HEIGHT; y++) if (isRed(at(x, y)) || isGreen(at(x, y))) drawn.push([x, y])
    const xs = drawn.map(([x]) => x)
    expect(Math.min(...xs)).toBeGreaterThan(0)
    expect(Math.max(...xs)).toBeLessThan(WIDTH - 1)
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(WIDTH * 0.5)
  })
})
