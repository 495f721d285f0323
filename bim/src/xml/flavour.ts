import { ModelError } from '../model.ts'
import { matchesAt } from '../skip-comments.ts'

const EXPORT_AGAIN = 'Export the model as IFC (.ifc), or as ifcXML of IFC4.'

/** The first element of an XML text, as written; null when there is none. */
function findRootTag(text: string): string | null {
  const tag = /<[A-Za-z_][^<>]*>/y
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null
    if (close !== null) {
      at = text.indexOf(close, at + 2)
      if (at < 0) return null
    } else if (matchesAt(tag, text, at)) return text.slice(at, tag.lastIndex)
  }
  return null
}

/**
 * Whether a text starts like ifcXML of IFC4; false for other texts.
 * @throws ModelError UNKNOWN_SCHEMA for ifcXML of other schemas, DOCTYPE
 */
export function isIfc4Xml(text: string): boolean {
  if (!/^(\ufeff|\u00ef\u00bb\u00bf)?\s*</.test(text)) return false
  const root = findRootTag(text)
  if (!root || !/^<(\w+:)?(ifcXML|iso_10303_28|uos)\b/i.test(root)) return false
  if (/<!DOCTYPE/i.test(text))
    throw new ModelError(
      'DOCTYPE',
      'The XML declares a document type (DOCTYPE), which is not allowed.',
      EXPORT_AGAIN,
    )
  if (/^<(\w+:)?ifcXML\b/.test(root) && /\/IFC4(\/|["'])/i.test(root)) return true
  const older = /ifc_?2x\d?/i.exec(root)?.[0].toUpperCase()
  const newer = /ifc_?4(x|_)\d/i.exec(root)?.[0].toUpperCase()
  const which = older ? `ifcXML of ${older}` : newer ? `ifcXML of ${newer}` : 'ifcXML of an unknown schema'
  throw new ModelError('UNKNOWN_SCHEMA', `The file is ${which}, which is not supported.`, EXPORT_AGAIN)
}
