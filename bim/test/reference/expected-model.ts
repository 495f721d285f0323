import type { Property, PropertySet } from '../../src/model.ts'
import { expectedLinks, hasLinks } from './expected-links.ts'
import { expectedAttributes, expectedProperties, expectedSet } from './expected-sets.ts'
import type { Statement } from './step.ts'
import { refOf } from './units.ts'
import type { ReferenceModel } from './values.ts'

export interface ExpectedElement {
  guid: string
  name: string
  tag: string
  class: string
  type: { guid: string; name: string } | null
  sets: PropertySet[]
}

/** Objects of each relation, by their related object. */
function index(model: ReferenceModel, relation: string, relating: string): Map<number, Statement[]> {
  const related = new Map<number, Statement[]>()
  for (const each of model.allOf(relation)) {
    const targets = model.list(unwrap(model.get(each, relating)))
    for (const { id } of model.list(model.get(each, 'RelatedObjects')))
      related.set(id, [...(related.get(id) ?? []), ...targets])
  }
  return related
}

/** A typed list, such as IFCPROPERTYSETDEFINITIONSET((#1,#2)), as the list. */
const unwrap = (value: ReturnType<ReferenceModel['get']>) =>
  value && !Array.isArray(value) && value.kind === 'typed' ? value.value : value

/** All data in the file about each of its products, by entity number. */
export function readExpectedElements(model: ReferenceModel): Map<number, ExpectedElement> {
  const sets = index(model, 'IfcRelDefinesByProperties', 'RelatingPropertyDefinition')
  const types = index(model, 'IfcRelDefinesByType', 'RelatingType')
  const materials = index(model, 'IfcRelAssociatesMaterial', 'RelatingMaterial')
  const classifications = index(model, 'IfcRelAssociatesClassification', 'RelatingClassification')
  const documents = index(model, 'IfcRelAssociatesDocument', 'RelatingDocument')
  const materialProperties = model.allOf('IfcMaterialProperties')
  const isLinked = hasLinks(model)
  const elements = new Map<number, ExpectedElement>()
  for (const statement of [...model.allOf('IfcProduct'), ...model.allOf('IfcProject')]) {
    const { id } = statement
    const type = types.get(id)?.at(-1)
    const found: (PropertySet | null)[] = [ownAttributes(model, statement)]
    for (const set of sets.get(id) ?? []) found.push(expectedSet(model, set, 'element'))
    if (type) {
      const ofType = [...model.list(model.get(type, 'HasPropertySets')), ...(sets.get(type.id) ?? [])]
      for (const set of ofType) found.push(expectedSet(model, set, 'type'))
    }
    for (const material of materials.get(id) ?? materials.get(type?.id ?? 0) ?? [])
      found.push(...expectedMaterials(model, material, materialProperties))
    for (const owner of [id, type?.id ?? 0])
      for (const each of classifications.get(owner) ?? []) found.push(expectedClassification(model, each))
    for (const owner of [id, type?.id ?? 0])
      for (const each of documents.get(owner) ?? []) found.push(expectedDocument(model, each))
    if (isLinked) found.push(...expectedLinks(model, statement))
    const text = (attribute: string) => model.text(statement, attribute)
    const name = text('Name').trim() === '' ? '' : text('Name')
    elements.set(id, {
      guid: text('GlobalId'),
      name: statement.entity === 'IFCSPACE' ? nameSpace(name, text('LongName').trim()) : name,
      tag: text('Tag'),
      class: model.schema.get(statement.entity)?.name ?? '',
      type: type ? { guid: model.text(type, 'GlobalId'), name: model.text(type, 'Name') } : null,
      sets: found.filter((set) => set !== null && set.properties.length > 0) as PropertySet[],
    })
  }
  return elements
}

function nameSpace(name: string, long: string): string {
  if (long === '') return name
  return name === '' || long.toLowerCase().includes(name.trim().toLowerCase()) ? long : `${name} ${long}`
}

/** All simple attributes; composition is structure, and the angles of a site are shown as decimal degrees. */
function ownAttributes(model: ReferenceModel, statement: Statement): PropertySet {
  const isSpatial = model.isA(statement, 'IfcSpatialStructureElement')
  const without = ['GlobalId', 'Name', 'Tag', 'RefLatitude', 'RefLongitude']
  if (isSpatial) without.push('CompositionType')
  const properties = expectedAttributes(model, statement, 3, without)
  for (const name of ['RefLatitude', 'RefLongitude']) {
    const parts = model.get(statement, name)
    if (!Array.isArray(parts)) continue
    const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts.map((part) =>
      part && 'number' in part ? part.number : 0,
    )
    const number = degrees + minutes / 60 + (seconds + millionths / 1e6) / 3600
    properties.push({ name, value: number.toFixed(6), number, unit: '°' })
  }
  const stated = properties.filter(({ value }) => value !== '' && value !== 'NOTDEFINED')
  return { name: '', of: 'attributes', properties: stated }
}

function expectedMaterials(
  model: ReferenceModel,
  assigned: Statement,
  materialProperties: Statement[],
): PropertySet[] {
  const usage = ['ForLayerSet', 'ForProfileSet'].map((name) => model.at(model.get(assigned, name)))
  const definition = usage.find(Boolean) ?? assigned
  const parts = ['MaterialLayers', 'MaterialProfiles', 'MaterialConstituents', 'Materials'].flatMap((name) =>
    model.list(model.get(definition, name)),
  )
  const rows = parts.length > 0 ? parts : [definition]
  const properties = rows.flatMap((part, at) => materialRow(model, definition, part, at + 1))
  const titles: [string, string][] = [
    ['IfcMaterialLayer', 'Material layers'],
    ['IfcMaterialLayerSet', 'Material layers'],
    ['IfcMaterial', 'Material'],
  ]
  const title = titles.find(([entity]) => model.isA(definition, entity))?.[1] ?? 'Materials'
  const own = parts.length > 0 && definition.entity !== 'IFCMATERIALLIST'
  const name = (own && (model.text(definition, 'LayerSetName') || model.text(definition, 'Name'))) || title
  const stated = properties.filter(({ value }) => value !== '')
  const sets: PropertySet[] = [{ name, of: 'material', properties: stated }]
  const materials = rows.map((part) =>
    part.entity === 'IFCMATERIAL' ? part : model.at(model.get(part, 'Material')),
  )
  const owners = new Set([...materials, ...rows, definition].map((each) => each?.id))
  for (const owner of owners)
    for (const each of materialProperties)
      if (refOf(model.get(each, 'Material')) === owner) sets.push(ofMaterial(model, each))
  return sets
}

function materialRow(
  model: ReferenceModel,
  definition: Statement,
  part: Statement,
  number: number,
): Property[] {
  const material = model.text(model.at(model.get(part, 'Material')), 'Name')
  if (part === definition && part.entity === 'IFCMATERIAL')
    return [{ name: 'Material', value: model.text(part, 'Name') }]
  if (part.entity === 'IFCMATERIAL') return [{ name: `Material ${number}`, value: model.text(part, 'Name') }]
  if (model.isA(part, 'IfcMaterialLayer')) {
    const thickness = model.get(part, 'LayerThickness')
    return [model.single(`${number} ${material || 'Layer'}`, thickness, 0, 'IfcLengthMeasure')]
  }
  const name = model.text(part, 'Name') || `Material ${number}`
  return [{ name, value: material }, model.single(`${name} / Fraction`, model.get(part, 'Fraction'), 0, '')]
}

function ofMaterial(model: ReferenceModel, set: Statement): PropertySet {
  const members = model.get(set, 'Properties') ?? model.get(set, 'ExtendedProperties')
  const properties = members === null ? expectedAttributes(model, set, 1) : expectedProperties(model, members)
  const words = (model.schema.get(set.entity)?.name ?? '').replace(/^Ifc/, '').split(/(?=[A-Z])/)
  const title = words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(' ')
  return { name: model.text(set, 'Name') || title, of: 'material-properties', properties }
}

function expectedClassification(model: ReferenceModel, target: Statement): PropertySet | null {
  if (target.entity === 'IFCCLASSIFICATIONNOTATION') {
    const facets = model.list(model.get(target, 'NotationFacets'))
    const code = facets.map((facet) => model.text(facet, 'NotationValue')).join(' ')
    return { name: 'Classification', of: 'classification', properties: [{ name: code, value: '' }] }
  }
  let system: Statement | undefined = target
  while (system?.entity === 'IFCCLASSIFICATIONREFERENCE')
    system = model.at(model.get(system, 'ReferencedSource'))
  const title =
    system?.entity === 'IFCCLASSIFICATION' ? model.text(system, 'Name') || model.text(system, 'Source') : ''
  if (system === target)
    return title === ''
      ? null
      : { name: 'Classification', of: 'classification', properties: [{ name: 'System', value: title }] }
  const text = (attribute: string) => model.text(target, attribute)
  const name = text('Identification') || text('ItemReference') || 'Reference'
  const value = text('Name') || text('Location')
  return name === 'Reference' && value === ''
    ? null
    : { name: title || 'Classification', of: 'classification', properties: [{ name, value }] }
}

/** A document with its own attributes and those of the document it refers to. */
function expectedDocument(model: ReferenceModel, target: Statement): PropertySet | null {
  const referred = model.at(model.get(target, 'ReferencedDocument'))
  const [reference] = model.list(model.get(target, 'DocumentReferences'))
  const text = (attribute: string, ...others: string[]) => {
    for (const each of [target, referred])
      for (const name of each ? [attribute, ...others] : [])
        if (each && model.text(each, name).trim() !== '') return model.text(each, name)
    return attribute === 'Location' && reference ? model.text(reference, 'Location') : ''
  }
  const identification = text('Identification', 'ItemReference', 'DocumentId')
  const rows: [string, string][] = [
    ['Location', text('Location')],
    ['Identification', identification],
    ['Description', text('Description')],
    ['Purpose', text('Purpose')],
    ['IntendedUse', text('IntendedUse')],
    ['Scope', text('Scope')],
    ['Revision', text('Revision')],
  ]
  const name = text('Name') || identification || 'Document'
  const properties = rows
    .filter(([, value]) => value.trim() !== '')
    .map(([row, value]) => ({ name: row, value }))
  return { name, of: 'document', properties }
}
