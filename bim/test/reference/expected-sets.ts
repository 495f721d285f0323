import type { Property, PropertySet } from '../../src/model.ts'
import type { Statement, Value } from './step.ts'
import { refOf } from './units.ts'
import type { ReferenceModel } from './values.ts'

const listOf = (value: Value): Value[] => (Array.isArray(value) ? value : value === null ? [] : [value])

/** The property set, quantity set or predefined set of a statement, by the attribute names of the schema. */
export function expectedSet(
  model: ReferenceModel,
  set: Statement,
  of: 'element' | 'type',
): PropertySet | null {
  const name = model.text(set, 'Name')
  if (set.entity === 'IFCPROPERTYSET')
    return { name, of, properties: expectedProperties(model, model.get(set, 'HasProperties')) }
  if (set.entity === 'IFCELEMENTQUANTITY')
    return { name, of: 'quantities', properties: expectedProperties(model, model.get(set, 'Quantities')) }
  if (!model.isA(set, 'IfcPropertySetDefinition')) return null
  return { name: name || titleOf(model, set), of, properties: expectedAttributes(model, set, 4) }
}

/** IfcDoorPanelProperties → Door panel properties */
function titleOf(model: ReferenceModel, set: Statement): string {
  const words = (model.schema.get(set.entity)?.name ?? '').replace(/^Ifc/, '').split(/(?=[A-Z])/)
  return words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(' ')
}

/** All simple attributes from a position on, each by its name and the measure of the schema. */
export function expectedAttributes(
  model: ReferenceModel,
  statement: Statement,
  from: number,
  without: string[] = [],
): Property[] {
  const properties: Property[] = []
  for (const { name, type } of model.attributesOf(statement).slice(from)) {
    const value = model.get(statement, name)
    if (without.includes(name) || value === null || Array.isArray(value) || value.kind === 'ref') continue
    const measure = /Ifc\w+Measure/.exec(type)?.[0] ?? ''
    const logical = value.kind === 'word' && /Ifc(Boolean|Logical)|boolean/.test(type)
    const typed: Value = logical ? { kind: 'typed', type: 'IFCLOGICAL', value } : value
    properties.push(model.single(name, typed, 0, measure))
  }
  return properties
}

export function expectedProperties(
  model: ReferenceModel,
  members: Value,
  prefix = '',
  depth = 0,
): Property[] {
  return model.list(members).flatMap((member) => expectedProperty(model, member, prefix, depth))
}

function expectedProperty(
  model: ReferenceModel,
  member: Statement,
  prefix: string,
  depth: number,
): Property[] {
  const name = prefix + model.text(member, 'Name')
  const get = (attribute: string) => model.get(member, attribute)
  const unit = refOf(get('Unit'))
  switch (member.entity) {
    case 'IFCPROPERTYSINGLEVALUE':
      return [model.single(name, get('NominalValue'), unit)]
    case 'IFCPROPERTYENUMERATEDVALUE': {
      const ofValues = refOf(model.get(model.at(get('EnumerationReference')), 'Unit'))
      return [joined(model, name, listOf(get('EnumerationValues')), ofValues)]
    }
    case 'IFCPROPERTYLISTVALUE':
      return [joined(model, name, listOf(get('ListValues')), unit)]
    case 'IFCPROPERTYBOUNDEDVALUE':
      return [bounded(model, name, member, unit)]
    case 'IFCPROPERTYTABLEVALUE':
      return [table(model, name, member)]
    case 'IFCPROPERTYREFERENCEVALUE':
      return [
        { name, value: named(model, model.at(get('PropertyReference'))) || model.text(member, 'UsageName') },
      ]
    case 'IFCCOMPLEXPROPERTY':
      return depth > 5 ? [] : expectedProperties(model, get('HasProperties'), `${name} / `, depth + 1)
    case 'IFCPHYSICALCOMPLEXQUANTITY':
      return depth > 5 ? [] : expectedProperties(model, get('HasQuantities'), `${name} / `, depth + 1)
  }
  const { name: attribute, type = '' } =
    model.schema.get(member.entity)?.attributes.find((each) => /^\w+Value$/.test(each.name)) ?? {}
  if (!attribute || !model.isA(member, 'IfcPhysicalSimpleQuantity')) return []
  return [model.single(name, get(attribute), unit, /Ifc\w+Measure/.exec(type)?.[0])]
}

function joined(model: ReferenceModel, name: string, values: Value[], unit: number): Property {
  const [first] = values
  if (first !== undefined && values.length === 1) return model.single(name, first, unit)
  const symbol = first === undefined ? undefined : model.single(name, first, unit).unit
  return {
    name,
    value: values.map((value) => model.format(value)).join(', '),
    ...(symbol ? { unit: symbol } : {}),
  }
}

function bounded(model: ReferenceModel, name: string, member: Statement, unit: number): Property {
  const [upper, lower, point] = ['UpperBoundValue', 'LowerBoundValue', 'SetPointValue'].map((attribute) =>
    model.get(member, attribute),
  )
  const known = point ?? upper ?? lower ?? null
  if (known === null) return { name, value: '' }
  let range = ''
  if (upper && lower) range = `${model.format(lower)} – ${model.format(upper)}`
  else if (lower) range = `≥ ${model.format(lower)}`
  else if (upper) range = `≤ ${model.format(upper)}`
  const { number, unit: symbol } = model.single(name, known, unit)
  let value = range
  if (point) value = model.format(point) + (range ? ` ${upper && lower ? `(${range})` : range}` : '')
  return { name, value, ...(point ? { number } : {}), ...(symbol ? { unit: symbol } : {}) }
}

function table(model: ReferenceModel, name: string, member: Statement): Property {
  const column = (values: string, unit: string) =>
    listOf(model.get(member, values)).map((value) => {
      const cell = model.single('', value, refOf(model.get(member, unit)))
      return cell.unit ? `${cell.value} ${cell.unit}` : cell.value
    })
  const right = column('DefinedValues', 'DefinedUnit')
  const rows = column('DefiningValues', 'DefiningUnit').map((left, row) => `${left} → ${right[row] ?? ''}`)
  return { name, value: rows.join('; ') }
}

/** The display name of a referenced object: a person's names, otherwise Name, Identification or Location. */
function named(model: ReferenceModel, target: Statement | undefined): string {
  if (target?.entity === 'IFCPERSON')
    return [model.text(target, 'GivenName'), model.text(target, 'FamilyName')].filter(Boolean).join(' ')
  for (const attribute of ['Name', 'Identification', 'ItemReference', 'Location'])
    if (model.text(target, attribute)) return model.text(target, attribute)
  return ''
}
