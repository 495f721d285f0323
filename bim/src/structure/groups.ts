import type { Structure } from '../model.ts'
import type { Cursor } from '../step/cursor.ts'
import { isGroupEntity, toIfcSpelling } from './entities.ts'

/** Limit on the total of members and nested groups; beyond it, members of nested groups are left out. */
const MOST_MEMBERS = 4_000_000

/** The members of a group: elements by index, and nested groups by entity number. */
interface Assigned {
  elements: Set<number>
  groups: Set<number>
}

/**
 * Reads systems, zones and other groups with their members, including members of nested groups, and spatial zones with the
 * elements that refer to them.
 */
export function readGroups(cursor: Cursor, elementOfSlot: Int32Array): Structure['groups'] {
  const assigned = new Map<number, Assigned>()
  const assign = (group: number, related: number[]) => {
    const known = assigned.get(group) ?? { elements: new Set(), groups: new Set() }
    assigned.set(group, known)
    for (const id of related) {
      const element = elementOfSlot[cursor.slot(id)] ?? -1
      if (element >= 0) known.elements.add(element)
      if (isGroup(cursor, id)) known.groups.add(id)
    }
  }
  for (const kind of ['IFCRELASSIGNSTOGROUP', 'IFCRELASSIGNSTOGROUPBYFACTOR'])
    for (const slot of cursor.file.slotsOf(kind)) {
      const related = cursor.open(slot).skip(4).refs()
      assign(cursor.skip(1).ref(), related)
    }
  for (const slot of cursor.file.slotsOf('IFCRELREFERENCEDINSPATIALSTRUCTURE')) {
    const related = cursor.open(slot).skip(4).refs()
    const zone = cursor.ref()
    if (isSpatialZone(cursor, zone)) assign(zone, related)
  }
  let left = MOST_MEMBERS
  const groups: Structure['groups'] = []
  for (const [id, own] of assigned) {
    if (!isGroup(cursor, id) && !isSpatialZone(cursor, id)) continue
    const all = left > 0 ? withInner(assigned, id) : own
    left -= all.elements.size + all.groups.size
    const members = [...all.elements].sort((a, b) => a - b)
    const guid = cursor.openId(id) ? cursor.string() : ''
    const name = cursor.skip(1).string()
    groups.push({ guid, name, class: toIfcSpelling(cursor.file.entityOf(id)), members })
  }
  return groups
}

function isGroup(cursor: Cursor, id: number): boolean {
  return cursor.slot(id) >= 0 && isGroupEntity(cursor.file.entityOf(id))
}

function isSpatialZone(cursor: Cursor, id: number): boolean {
  return cursor.slot(id) >= 0 && cursor.file.entityOf(id) === 'IFCSPATIALZONE'
}

/** The members of a group and all its nested groups; terminates for groups that contain themselves. */
function withInner(assigned: Map<number, Assigned>, group: number): Assigned {
  const all: Assigned = { elements: new Set(), groups: new Set([group]) }
  for (const id of all.groups) {
    const { elements = [], groups = [] } = assigned.get(id) ?? {}
    for (const element of elements) all.elements.add(element)
    for (const inner of groups) all.groups.add(inner)
  }
  return all
}
