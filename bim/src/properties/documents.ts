import type { Property, PropertySet } from '../model.ts'
import type { ValueContext } from './values.ts'

/** Attributes of IfcDocumentInformation that are shown; those of IFC2X3 and of later versions differ. */
const INFORMATION = {
  old: ['Identification', 'Name', 'Description', '', 'Purpose', 'IntendedUse', 'Scope', 'Revision'],
  new: ['Identification', 'Name', 'Description', 'Location', 'Purpose', 'IntendedUse', 'Scope', 'Revision'],
}
const REFERENCE = ['Location', 'Identification', 'Name', 'Description']

/**
 * Reads a document as a property set named after it, with its location and identification. For a reference, the set includes
 * the attributes of the document itself. Null when nothing is stated.
 */
export function readDocument(reading: ValueContext, id: number): PropertySet | null {
  const { cursor, schema } = reading
  const isOld = schema.startsWith('IFC2X')
  const stated = new Map<string, string>()
  const note = (names: readonly string[]) => {
    for (const name of names) {
      const value = name === '' ? '' : cursor.string()
      if (name === '') cursor.skip()
      else if (value.trim() !== '' && !stated.has(name)) stated.set(name, value)
    }
  }
  const information = isOld ? INFORMATION.old : INFORMATION.new
  const entity = cursor.file.entityOf(id)
  if (!cursor.openId(id)) return null
  if (entity === 'IFCDOCUMENTREFERENCE') {
    note(isOld ? REFERENCE.slice(0, 3) : REFERENCE)
    if (!isOld && cursor.openId(cursor.ref())) note(information)
  } else {
    note(information)
    // In IFC2X3 only references have the location of a document.
    const [first = 0] = isOld && cursor.openId(id) ? cursor.skip(3).refs() : []
    if (cursor.openId(first)) note(REFERENCE.slice(0, 1))
  }
  const name = stated.get('Name') ?? stated.get('Identification') ?? 'Document'
  const properties: Property[] = [...stated]
    .filter(([attribute]) => attribute !== 'Name')
    .map(([attribute, value]) => ({ name: attribute, value }))
  return stated.size === 0 ? null : { name, of: 'document', properties }
}
