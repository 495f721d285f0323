import { readFileSync } from 'node:fs'
import { convertBytes, decodeChunks, type ElementShape, measureElements } from '../test/converted.ts'

/**
 * Converts a file with each geometry engine separately and compares element boxes with a tolerance of two
 * centimetres. Openings and elements that neither engine draws are not counted.
 */
const [file = ''] = process.argv.slice(2)
const NEAR_M = 0.02
const bytes = new Uint8Array(readFileSync(file))

async function shapesOf(firstEngine: boolean) {
  const converted = await convertBytes(bytes, firstEngine ? {} : { firstEngine })
  const chunks = [...(await decodeChunks(converted, 'model')), ...(await decodeChunks(converted, 'spaces'))]
  return { shapes: measureElements(chunks, converted.manifest.origin), structure: converted.structure }
}

const apart = (a: ElementShape, b: ElementShape) =>
  Math.max(...a.box.map((value, axis) => Math.abs(value - (b.box[axis] ?? Number.NaN))))

const first = await shapesOf(true)
const second = await shapesOf(false)
const { elements, classes } = first.structure
const name = (element: number) => ({
  guid: elements.guid[element],
  class: classes[elements.class[element] ?? -1],
  name: elements.name[element],
})
const differing = []
let both = 0
let near = 0
for (const [element, shape] of first.shapes) {
  const other = second.shapes.get(element)
  if (!other) continue
  both++
  const distance = apart(shape, other)
  if (distance <= NEAR_M) near++
  else
    differing.push({
      ...name(element),
      apart_m: Number(distance.toFixed(3)),
      triangles: [shape.vertices, other.vertices],
    })
}
const only = (mine: Map<number, ElementShape>, other: Map<number, ElementShape>) =>
  [...mine.keys()].filter((element) => !other.has(element)).map(name)
console.log(
  JSON.stringify({
    both,
    near,
    differing,
    only_first: only(first.shapes, second.shapes),
    only_second: only(second.shapes, first.shapes),
  }),
)
