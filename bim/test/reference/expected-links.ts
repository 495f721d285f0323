import type { Property, PropertySet } from '../../src/model.ts'
import type { Statement } from './step.ts'
import type { ReferenceModel } from './values.ts'

/** Whether a file has anything that `expectedLinks` looks for, which takes long. */
export function hasLinks(model: ReferenceModel): boolean {
  return ['IfcRelConnectsPorts', 'IfcRelConnectsPortToElement', 'IfcRelConnectsStructuralMember'].some(
    (relation) => model.allOf(relation).length > 0,
  )
}

/** The connections of an element by its ports, and as a member of a structural analysis. */
export function expectedLinks(model: ReferenceModel, element: Statement): PropertySet[] {
  const sets: PropertySet[] = []
  const ports = portsOf(model, element)
  if (ports.length > 0) {
    const properties = ports.flatMap((port, at) => portRows(model, port, at + 1))
    sets.push({ name: '', of: 'ports', properties })
  }
  const others = model.allOf('IfcRelConnectsStructuralMember').flatMap((relation) => {
    const member = model.at(model.get(relation, 'RelatingStructuralMember'))
    const connection = model.at(model.get(relation, 'RelatedStructuralConnection'))
    if (!member || !connection) return []
    return member.id === element.id ? [connection] : connection.id === element.id ? [member] : []
  })
  const names = new Map(others.map((other) => [other.id, nameOf(model, other)]))
  if (names.size > 0) {
    const properties = [...names.values()].map((value, at) => ({ name: `${at + 1}`, value }))
    sets.push({ name: '', of: 'connections', properties })
  }
  return sets
}

function portRows(model: ReferenceModel, port: Statement, number: number): Property[] {
  const words = ['FlowDirection', 'PredefinedType', 'SystemType']
    .map((name) => {
      const value = model.get(port, name)
      return value && !Array.isArray(value) && value.kind === 'word' ? value.word : ''
    })
    .filter((word) => word !== '' && word !== 'NOTDEFINED')
  const own = model.text(port, 'Name').trim() || `${number}`
  const name = words.length > 0 ? `${own} (${words.join(', ')})` : own
  const others = model.allOf('IfcRelConnectsPorts').flatMap((relation) => {
    const ends = ['RelatingPort', 'RelatedPort'].map((end) => model.at(model.get(relation, end)))
    return ends.some((end) => end?.id === port.id) ? ends.filter((end) => end && end.id !== port.id) : []
  })
  const owners = others.flatMap((other) =>
    model.allOf('IfcElement').filter((each) => portsOf(model, each).some(({ id }) => id === other?.id)),
  )
  if (owners.length === 0) return [{ name, value: '' }]
  return owners.map((owner) => ({ name, value: nameOf(model, owner) }))
}

function portsOf(model: ReferenceModel, element: Statement): Statement[] {
  const isOwn = (relation: Statement, attribute: string) =>
    model.at(model.get(relation, attribute))?.id === element.id
  const attached = model
    .allOf('IfcRelConnectsPortToElement')
    .filter((relation) => isOwn(relation, 'RelatedElement'))
    .flatMap((relation) => model.at(model.get(relation, 'RelatingPort')) ?? [])
  const nested = model
    .allOf('IfcRelNests')
    .filter((relation) => isOwn(relation, 'RelatingObject'))
    .flatMap((relation) => model.list(model.get(relation, 'RelatedObjects')))
  return [...attached, ...nested].filter(({ entity }) => entity === 'IFCDISTRIBUTIONPORT')
}

const nameOf = (model: ReferenceModel, element: Statement) =>
  model.text(element, 'Name') || (model.schema.get(element.entity)?.name ?? '')
