import type { PropertyBlock, PropertySet } from '../src/model.ts'
import { PROPERTY_BLOCK_SIZE } from '../src/model.ts'
import { readModel } from '../src/read-model.ts'
import { createByteSource } from '../src/source.ts'
import { type ExpectedElement, readExpectedElements } from './reference/expected-model.ts'
import { ReferenceFile } from './reference/step.ts'
import { ReferenceModel } from './reference/values.ts'

/** Products without a row in the structure: openings, connection points and structural analysis. */
const NOT_ELEMENTS =
  /^Ifc(Opening\w+|\w*Port|Structural\w+|\w*EdgeFeature|FeatureElementSubtraction|VoidingFeature)$/

export interface Agreement {
  elements: number
  /** property values compared */
  values: number
  /** one sentence per difference, at most 50 */
  differences: string[]
}

/** Reads a file with our reader and with the independent one, and compares all data about each element. */
export function compareReaders(bytes: Uint8Array): Agreement {
  const blocks: PropertyBlock[] = []
  const sink = {
    write: (name: string, json: Uint8Array) => {
      const block = /^props-(\d+)\.json$/.exec(name)?.[1]
      if (block !== undefined) blocks[Number(block)] = JSON.parse(new TextDecoder().decode(json))
    },
  }
  const contents = readModel(createByteSource(bytes), sink, () => {})
  const model = new ReferenceModel(new ReferenceFile(bytes))
  const expected = readExpectedElements(model)
  const { elements, types, classes } = contents.structure
  const agreement: Agreement = { elements: 0, values: 0, differences: [] }
  for (const [element, id] of contents.ids.entries()) {
    const wanted = expected.get(id)
    const block = blocks[Math.floor(element / PROPERTY_BLOCK_SIZE)]
    const sets = (block?.elements[element % PROPERTY_BLOCK_SIZE] ?? []).map(
      (set) => block?.sets[set] as PropertySet,
    )
    const type = types[elements.type[element] ?? -1]
    const found: ExpectedElement = {
      guid: elements.guid[element] ?? '',
      name: elements.name[element] ?? '',
      tag: elements.tag[element] ?? '',
      class: classes[elements.class[element] ?? -1] ?? '',
      type: type ? { guid: type.guid, name: type.name } : null,
      sets,
    }
    agreement.elements++
    agreement.values += sets.reduce((sum, set) => sum + set.properties.length, 0)
    if (wanted) note(agreement, `#${id}`, flatten(wanted), flatten(found))
    else agreement.differences.push(`#${id} ${found.class} is not a product in the schema`)
  }
  const ids = new Set(contents.ids)
  for (const [id, { class: name }] of expected)
    if (!ids.has(id) && !NOT_ELEMENTS.test(name)) agreement.differences.push(`#${id} ${name} is missing`)
  return agreement
}

/** All data about an element as sorted lines; the order of sets and properties is not compared. */
function flatten({ sets, type, ...own }: ExpectedElement): string[] {
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`)
  lines.push(`type = ${JSON.stringify(type)}`)
  const texts = sets.flatMap((set) =>
    set.properties.map(
      ({ name, value, number, unit }) =>
        `${set.of} / ${set.name} / ${name} = ${JSON.stringify([value, number, unit])}`,
    ),
  )
  return [...lines, ...new Set(texts)].sort()
}

function note(agreement: Agreement, where: string, wanted: string[], found: string[]): void {
  const missing = wanted.filter((line) => !found.includes(line))
  const surplus = found.filter((line) => !wanted.includes(line))
  for (const [what, lines] of [
    ['lacks', missing],
    ['has instead', surplus],
  ] as const)
    for (const line of lines)
      if (agreement.differences.length < 50) agreement.differences.push(`${where} ${what} ${line}`)
}
