/** Texts of models as the element index keeps and compares them. */

/** What of a value can be searched and shown in a list of hits; longer texts are in the properties themselves. */
const LONGEST_VALUE = 300
const LONGEST_WORD = 48
const MOST_WORDS = 40

/** A text as a database takes it: no control characters, no halves of characters, one line, not endless. */
export function cleanText(text: string, most = LONGEST_VALUE): string {
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
  return short.replace(/[\u0000-\u001f\u007f]+/g, ' ').toWellFormed()
}

/** The form in which texts are compared: small letters, one way of writing each character. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/**
 * A folded text by which a database and JavaScript sort alike: characters beyond the basic plane, whose order differs
 * between UTF-8 and UTF-16, become the last character of it.
 */
export function sortKey(folded: string): string {
  return folded.slice(0, 60).replace(/[\ud800-\udfff]/g, '\uffff')
}

/** The words of a text, folded, each once. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const word of foldText(text).split(/[^\p{L}\p{N}]+/u)) {
    if (word !== '') words.add(word.slice(0, LONGEST_WORD))
    if (words.size >= MOST_WORDS) break
  }
  return [...words]
}

/** IfcWallStandardCase → Wall Standard Case */
export function classWords(entity: string): string {
  return entity.replace(/^Ifc/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2')
}
