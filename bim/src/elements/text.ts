/** Normalises texts of models for the element index. */

/** Maximum length of an indexed value; the full text is in the property blocks. */
const LONGEST_VALUE = 300
const LONGEST_WORD = 48
const MOST_WORDS = 40

/** Removes control characters and lone surrogates, which a database cannot store, joins lines and truncates. */
export function cleanText(text: string, most = LONGEST_VALUE): string {
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  return short.replace(/[\u0000-\u001f\u007f]+/g, ' ').toWellFormed()
}

/** Normalises a text for comparison: lower case and a single Unicode form. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/**
 * Sort key on which a database and JavaScript agree: characters beyond the basic plane, which sort differently
 * in UTF-8 and UTF-16, are replaced by its last character.
 */
export function toSortKey(folded: string): string {
  return folded.slice(0, 60).replace(/[\ud800-\udfff]/g, '\uffff')
}

/** The distinct words of a text, folded. */
export function splitWords(text: string): string[] {
  const words = new Set<string>()
  for (const word of foldText(text).split(/[^\p{L}\p{N}]+/u)) {
    if (word !== '') words.add(word.slice(0, LONGEST_WORD))
    if (words.size >= MOST_WORDS) break
  }
  return [...words]
}

/** Splits a class name into words: IfcWallStandardCase → Wall Standard Case */
export function splitClassName(entity: string): string {
  return entity.replace(/^Ifc/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2')
}
