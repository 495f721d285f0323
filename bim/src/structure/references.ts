import type { Cursor } from '../step/cursor.ts'
import { isElementEntity, isGroupEntity } from './entities.ts'

/** Entities that each kind of reference may point to. */
const PLACEMENT = /^IFC(LOCAL|GRID|LINEAR)PLACEMENT$/
const SET =
  /^IFC(PROPERTYSET|ELEMENTQUANTITY|PROPERTYSETDEFINITION\w*|\w+PROPERTIES|SERVICELIFEFACTOR|SOUNDVALUE)$/
const TYPE = /^IFC\w+(TYPE|STYLE)$|^IFCTYPE(OBJECT|PRODUCT)$/
const MATERIAL = /^IFCMATERIAL/
const CLASSIFICATION = /^IFCCLASSIFICATION/
const DOCUMENT = /^IFCDOCUMENT/
const MEMBER = /^IFC(PROPERTY\w+|COMPLEXPROPERTY|QUANTITY\w+|PHYSICAL\w*QUANTITY)$/
/** Anything that has a GlobalId; only entities that never have one are excluded. */
const OBJECT =
  /^IFC(?!REL[A-Z]|PROPERTY|QUANTITY|MATERIAL|CARTESIAN|DIRECTION|AXIS|LOCALPLACEMENT|SHAPE|PRODUCTDEF|SIUNIT$|UNITASSIGNMENT|OWNERHISTORY|POLY|GEOMETRIC)/

/** Relations with the position of a reference in each, its allowed targets, and whether it is a list. */
const RELATIONS: [entity: string, position: number, allowed: RegExp, list?: 'list'][] = [
  ['IFCRELCONTAINEDINSPATIALSTRUCTURE', 4, OBJECT, 'list'],
  ['IFCRELCONTAINEDINSPATIALSTRUCTURE', 5, OBJECT],
  ['IFCRELAGGREGATES', 4, OBJECT],
  ['IFCRELAGGREGATES', 5, OBJECT, 'list'],
  ['IFCRELNESTS', 4, OBJECT],
  ['IFCRELNESTS', 5, OBJECT, 'list'],
  ['IFCRELDEFINESBYPROPERTIES', 4, OBJECT, 'list'],
  ['IFCRELDEFINESBYPROPERTIES', 5, SET],
  ['IFCRELDEFINESBYTYPE', 4, OBJECT, 'list'],
  ['IFCRELDEFINESBYTYPE', 5, TYPE],
  ['IFCRELASSOCIATESMATERIAL', 5, MATERIAL],
  ['IFCRELASSOCIATESCLASSIFICATION', 5, CLASSIFICATION],
  ['IFCRELASSOCIATESDOCUMENT', 5, DOCUMENT],
  ['IFCRELVOIDSELEMENT', 4, OBJECT],
  ['IFCRELFILLSELEMENT', 5, OBJECT],
  ['IFCPROPERTYSET', 4, MEMBER, 'list'],
  ['IFCELEMENTQUANTITY', 5, MEMBER, 'list'],
]

/**
 * Entity numbers of statements that refer to the wrong kind of entity, or to nothing where the schema requires a reference:
 * elements by their placement, relations and sets by their targets. References to missing statements are counted by the
 * scan.
 */
export function findWrongReferences(cursor: Cursor): number[] {
  const { file } = cursor
  const wrong = new Set<number>()
  const isAllowed = (id: number, allowed: boolean[]) => {
    const slot = cursor.slot(id)
    const kind = slot >= 0 ? file.kind.at(slot) : file.numbers.kindNotKept(id)
    return kind < 0 || allowed[kind] === true
  }
  const kindsOf = (allowed: RegExp) => file.kinds.map((entity) => allowed.test(entity))
  for (const [entity, position, pattern, list] of RELATIONS) {
    const allowed = kindsOf(pattern)
    for (const slot of file.slotsOf(entity)) {
      let count = 0
      let isWrong = false
      cursor
        .open(slot)
        .skip(position)
        .eachRef((id) => {
          count++
          if (!isAllowed(id, allowed)) isWrong = true
        })
      if (isWrong || (count === 0 && list === undefined)) wrong.add(file.id.at(slot))
    }
  }
  const placements = kindsOf(PLACEMENT)
  const elements = file.kinds.map((entity) => isElementEntity(entity) && entity !== 'IFCPROJECT')
  for (let slot = 0; slot < file.id.length; slot++) {
    if (!elements[file.kind.at(slot)]) continue
    const placement = cursor.open(slot).skip(5).ref()
    if (placement > 0 && !isAllowed(placement, placements)) wrong.add(file.id.at(slot))
  }
  for (const slot of file.slotsOf('IFCLOCALPLACEMENT')) {
    const parent = cursor.open(slot).ref()
    const axes = cursor.ref()
    const isPlaced = /^(IFCAXIS2PLACEMENT(2D|3D))?$/.test(file.entityOf(axes))
    if ((parent > 0 && !isAllowed(parent, placements)) || !isPlaced) wrong.add(file.id.at(slot))
  }
  return [...wrong]
}

/** A name for a statement: of an object its own, otherwise its entity and number. */
export function describeStatement(cursor: Cursor, id: number): string {
  const entity = cursor.file.entityOf(id)
  const isObject = isElementEntity(entity) || isGroupEntity(entity)
  const name = isObject && cursor.openId(id) ? cursor.skip(2).string().trim() : ''
  return `${name || entity} (#${id})`
}
