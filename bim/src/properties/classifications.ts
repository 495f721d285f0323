import type { PropertySet } from '../model.ts'
import type { ValueContext } from './values.ts'

/** Maximum depth of nested references (group above class). */
const LONGEST_CHAIN = 16

/**
 * Reads a classification as a set named after its system (Uniclass 2015, OmniClass), with one property: its
 * name is the code, its value the title. Null when nothing can be read.
 */
export function readClassification(reading: ValueContext, id: number): PropertySet | null {
  const { cursor } = reading
  const slot = cursor.slot(id)
  if (slot < 0) return null
  const entity = cursor.file.kindName(slot)
  if (entity === 'IFCCLASSIFICATIONNOTATION') {
    const facets = cursor.open(slot).refs().slice(0, LONGEST_CHAIN)
    const name = facets.map((facet) => (cursor.openId(facet) ? cursor.string() : '')).join(' ')
    return { name: 'Classification', of: 'classification', properties: [{ name, value: '' }] }
  }
  if (entity !== 'IFCCLASSIFICATIONREFERENCE') {
    const system = systemName(reading, id)
    return system === ''
      ? null
      : { name: 'Classification', of: 'classification', properties: [{ name: 'System', value: system }] }
  }
  const location = cursor.open(slot).string()
  const code = cursor.string()
  const title = cursor.string()
  const system = systemName(reading, cursor.ref())
  if (code === '' && title === '' && location === '') return null
  const property = { name: code || 'Reference', value: title || location }
  return { name: system || 'Classification', of: 'classification', properties: [property] }
}

function systemName(reading: ValueContext, source: number): string {
  const { cursor } = reading
  let slot = cursor.slot(source)
  for (let step = 0; step < LONGEST_CHAIN && slot >= 0; step++) {
    const entity = cursor.file.kindName(slot)
    if (entity === 'IFCCLASSIFICATION') {
      const maker = cursor.open(slot).string()
      return cursor.skip(2).string() || maker
    }
    if (entity !== 'IFCCLASSIFICATIONREFERENCE') return ''
    slot = cursor.slot(cursor.open(slot).skip(3).ref())
  }
  return ''
}
