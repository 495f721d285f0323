import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIfcFile, readIfcFile } from '../../test/step-file.ts'
import type { PropertyBlock, PropertySet, Structure } from '../model.ts'
import { ElementIndex } from './element-index.ts'
import { ContentHash } from './hash.ts'
import { PostingsReader, PostingsWriter } from './postings.ts'
import type { PropertyRow, ValuesRow } from './values.ts'

/** Elements on one storey; the first one is a space that contains the rest. */
function structureOf(names: string[], changes: Partial<Structure> = {}): Structure {
  const all = <T>(value: (index: number) => T) => names.map((_, index) => value(index))
  return {
    elements: {
      guid: all((index) => `guid-${index}`),
      name: names,
      tag: all(() => ''),
      class: all((index) => (index === 0 ? 1 : 0)),
      type: all(() => 0),
      parent: all((index) => (index === 0 ? -1 : 0)),
      storey: all(() => 0),
    },
    classes: ['IfcDoor', 'IfcSpace'],
    types: [{ guid: '', name: 'Single leaf', class: 'IfcDoorType' }],
    groups: [],
    ...changes,
  }
}

const set = (name: string, of: PropertySet['of'], properties: PropertySet['properties']): PropertySet => ({
  name,
  of,
  properties,
})
const storeys = [{ element: 0, guid: 's', name: 'Level 1', elevation_m: 0 }]

/** Reads an index as a database would: every value with its elements. */
function read(index: ElementIndex) {
  const properties: PropertyRow[] = []
  const values: ValuesRow[] = []
  for (const row of index.rows()) {
    if ('property' in row) properties.push(row.property)
    else values.push(row.values)
  }
  const having = (kind: PropertyRow['kind'], name = '') => {
    const found: Record<string, number[]> = {}
    for (const { id, unit } of properties.filter((each) => each.kind === kind && each.name === name))
      for (const row of values.filter(({ property }) => property === id)) {
        const reader = new PostingsReader(row.postings)
        for (const text of row.texts.split('\n')) {
          const elements: number[] = []
          reader.next((element) => elements.push(element))
          found[unit === '' ? text : `${text} ${unit}`] = elements
        }
      }
    return found
  }
  return { properties, values, having }
}

function indexOf(structure: Structure, ...blocks: PropertyBlock[]): ElementIndex {
  const index = new ElementIndex(structure, storeys)
  for (const [number, block] of blocks.entries()) index.addBlock(number, block)
  return index
}

describe('the element index', () => {
  const sets = [
    set('', 'attributes', [{ name: 'LongName', value: 'Meeting room' }]),
    set('Pset_DoorCommon', 'element', [
      { name: 'FireRating', value: 'EI 30' },
      { name: 'Width', value: '900', number: 900, unit: 'mm' },
    ]),
    set('Pset_DoorCommon', 'type', [
      { name: 'FireRating', value: 'EI 60' },
      { name: 'SelfClosing', value: 'True' },
    ]),
    set('Wall build-up', 'material', [
      { name: '1 Gypsum', value: '12', number: 12, unit: 'mm' },
      { name: '2 Gypsum', value: '12', number: 12, unit: 'mm' },
    ]),
    set('Uniclass 2015', 'classification', [{ name: 'Ss_25', value: 'Doors' }]),
  ]
  const structure = structureOf(['1.01', 'Main door', 'Side door', 'Hatch'], {
    groups: [
      { guid: 'a', name: 'Access', class: 'IfcZone', members: [2, 3] },
      { guid: 'b', name: 'Access', class: 'IfcZone', members: [1, 2] },
    ],
  })
  const index = () => indexOf(structure, { sets, elements: [[0], [1, 2, 4], [2, 3], []] })

  test('records which elements have which value', () => {
    const { having } = read(index())
    expect(having('property', 'FireRating')).toEqual({ 'EI 30': [1], 'EI 60': [2] })
    expect(having('property', 'SelfClosing')).toEqual({ True: [1, 2] })
    expect(having('property', 'Width')).toEqual({ '900 mm': [1] })
    expect(having('class')).toEqual({ IfcDoor: [1, 2, 3], IfcSpace: [0] })
    expect(having('space')).toEqual({ '1.01': [1, 2, 3] })
    expect(having('storey')).toEqual({ 'Level 1': [0, 1, 2, 3] })
    expect(having('system')).toEqual({ Access: [1, 2, 3] })
    expect(having('material')).toEqual({ Gypsum: [2] })
    expect(having('classification')).toEqual({ 'Ss_25 Doors': [1] })
    expect(having('word')).toMatchObject({
      fire: [1, 2],
      door: [1, 2, 3],
      meeting: [0],
      side: [2],
      leaf: [0, 1, 2, 3],
    })
  })

  test('records the materials of constituents and layers, without fractions and properties of materials', () => {
    const { sets, contents } = readIfcFile(
      buildIfcFile(`#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,$,$,$);#120=IFCMATERIAL('Pine',$,$);#121=IFCMATERIAL('Glass',$,$);
#110=IFCRELASSOCIATESMATERIAL('0000000000000000000110',$,$,$,(#100),#111);#111=IFCMATERIALCONSTITUENTSET('Window',$,(#112,#113));
#112=IFCMATERIALCONSTITUENT('Frame',$,#120,0.3,$);#113=IFCMATERIALCONSTITUENT('Pane',$,#121,0.7,$);
#114=IFCMATERIALPROPERTIES('Supplier',$,(#115,#116),#120);#115=IFCPROPERTYSINGLEVALUE('Grade',$,IFCLABEL('C24'),$);
#116=IFCPROPERTYSINGLEVALUE('Density',$,IFCMASSDENSITYMEASURE(520.),$);`),
    )
    const own = sets('Wall')
    const element = contents.structure.elements.name.indexOf('Wall')
    const elements = contents.structure.elements.name.map((_, at) =>
      at === element ? own.map((_set, index) => index) : [],
    )
    const { having } = read(indexOf(contents.structure, { sets: own, elements }))
    expect(having('material')).toEqual({ Glass: [element], Pine: [element] })
    expect(having('property', 'Density')).toEqual({ 520: [element] })
  })

  test('converts numbers to base units and fire ratings to minutes, with the kind of each property', () => {
    const { properties, values } = read(index())
    const row = (name: string) => properties.find((each) => each.name === name)
    expect(row('Width')).toMatchObject({ data_type: 'NUMBER', unit: 'mm', elements: 1 })
    expect(row('FireRating')).toMatchObject({
      data_type: 'RATING',
      distinct: 2,
      top: [
        ['EI 30', 1],
        ['EI 60', 1],
      ],
    })
    expect(row('SelfClosing')).toMatchObject({ data_type: 'BOOLEAN', top: [['True', 2]] })
    const bounds = (name: string) => values.find(({ property }) => property === row(name)?.id)
    expect(bounds('Width')).toMatchObject({ low_number: 0.9, high_number: 0.9 })
    expect(bounds('FireRating')).toMatchObject({ low_number: 30, high_number: 60 })
  })

  test('the properties hash changes with any value and is independent of their order', () => {
    const hash = (...own: PropertySet[]) => {
      const made = indexOf(structureOf(['a']), { sets: own, elements: [own.map((_, at) => at)] })
      return [...made.elements()][0]?.properties_hash
    }
    const one = sets[1] as PropertySet
    const two = sets[2] as PropertySet
    expect(hash(one, two)).toBe(hash(two, one))
    expect(hash(one)).not.toBe(hash(one, two))
    expect(hash(set('A', 'element', [{ name: 'B', value: '1' }]))).not.toBe(
      hash(set('A', 'element', [{ name: 'B', value: '2' }])),
    )
  })

  test('removes characters that a database cannot store', () => {
    const bad = 'a\u0000b\ud800'
    const made = indexOf(structureOf([bad]), {
      sets: [set(bad, 'element', [{ name: bad, value: `${bad}\n${'x'.repeat(9999)}` }])],
      elements: [[0]],
    })
    const { properties, values } = read(made)
    const [element] = [...made.elements()]
    expect(element?.name).toBe('a b\ufffd')
    const texts = [
      ...values.map(({ texts }) => texts),
      ...properties.flatMap(({ set_name, name }) => [set_name, name]),
    ]
    for (const text of texts)
      expect([text.includes('\u0000'), text.isWellFormed(), text.length < 400]).toEqual([false, true, true])
  })

  test('truncates properties without end and reports it', () => {
    const endless = Array.from({ length: 25_000 }, (_, at) => ({ name: `P${at}`, value: 'x' }))
    const made = indexOf(structureOf(['a']), { sets: [set('S', 'element', endless)], elements: [[0]] })
    expect(made.model().cut).toBe(true)
    expect(read(made).properties.length).toBeLessThan(5000)
  })

  test('runs contain every value once, in order, for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.integer().map(String)), { minLength: 1, maxLength: 200 }),
        (texts) => {
          const own = texts.map((value) => set('S', 'element', [{ name: 'P', value }]))
          const structure = structureOf(texts.map(() => 'n'))
          const { properties, values } = read(
            indexOf(structure, { sets: own, elements: texts.map((_, at) => [at]) }),
          )
          const property = properties.find(({ kind }) => kind === 'property')
          const rows = values.filter(({ property: id }) => id === property?.id)
          let count = 0
          for (const row of rows) {
            expect(row.low_key <= row.high_key).toBe(true)
            const reader = new PostingsReader(row.postings)
            for (const _ of row.texts.split('\n')) reader.next(() => count++)
            expect(reader.done).toBe(true)
          }
          expect(count).toBe(property?.elements ?? 0)
        },
      ),
    )
  })
})

test('posting lists survive a round trip', () => {
  const lists = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 })), { maxLength: 20 })
  fc.assert(
    fc.property(lists, (all) => {
      const sorted = all.map((list) => Uint32Array.from(list).sort())
      const writer = new PostingsWriter()
      for (const list of sorted) writer.add(list)
      const reader = new PostingsReader(writer.take())
      for (const list of sorted) {
        const back: number[] = []
        reader.next((element) => back.push(element))
        expect(back).toEqual([...list])
      }
    }),
  )
})

test('hash sums are independent of order and fit a double', () => {
  const sum = (...texts: string[]) => {
    const hash = new ContentHash()
    for (const text of texts) hash.add(text)
    return hash.value
  }
  expect(sum('a', 'b', 'c')).toBe(sum('c', 'a', 'b'))
  expect(sum('a', 'b')).not.toBe(sum('ab'))
  expect(Number.isSafeInteger(sum('any', 'text'))).toBe(true)
})
