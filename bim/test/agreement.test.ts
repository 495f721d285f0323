import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { generateEveryKind } from '../generate/every-kind.ts'
import { compareReaders } from './agreement.ts'
import { isKindOf, loadExpressSchemas } from './reference/express.ts'

const folder = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))
const present = existsSync(folder)
if (!present) console.log(`Skipped: the real models are missing (${folder})`)
const files = present ? readdirSync(folder).filter((name) => name.endsWith('.ifc')) : []

describe.skipIf(!present)('our reader and an independent reading of the EXPRESS schemas', () => {
  it.each(files)('agree on every element of %s', (name) => {
    const { elements, values, differences } = compareReaders(new Uint8Array(readFileSync(folder + name)))
    expect(differences).toEqual([])
    expect(elements).toBeGreaterThan(0)
    expect(values).toBeGreaterThan(0)
  })
})

/** Abstract entities, which have no instances. */
const ABSTRACT =
  'IFCPRODUCT IFCELEMENT IFCSPATIALELEMENT IFCSPATIALSTRUCTUREELEMENT IFCPORT IFCFEATUREELEMENTSUBTRACTION'.split(
    ' ',
  )

describe('a generated file of every kind of statement', () => {
  it.each([...loadExpressSchemas()])('is read alike by both readers in %s', (name, schema) => {
    const entities = (ancestor: string, but: string[] = []) =>
      [...schema]
        .filter(([entity]) => isKindOf(schema, entity, ancestor) && !but.includes(entity))
        .map(([, entity]) => entity)
    const isAnalysis = ({ name }: { name: string }) => name.startsWith('IfcStructural')
    const file = generateEveryKind({
      schema: name,
      products: entities('IFCPRODUCT', ABSTRACT).filter((entity) => !isAnalysis(entity)),
      fixedSets: entities('IFCPROPERTYSETDEFINITION', ['IFCPROPERTYSET', 'IFCELEMENTQUANTITY']),
      materialSets:
        name === 'IFC2X3' ? entities('IFCMATERIALPROPERTIES', ['IFCEXTENDEDMATERIALPROPERTIES']) : [],
    })
    const { elements, values, differences } = compareReaders(new TextEncoder().encode(file))
    expect(differences).toEqual([])
    expect(elements).toBeGreaterThan(100)
    expect(values).toBeGreaterThan(400)
  })
})
