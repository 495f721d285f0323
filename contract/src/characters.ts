/**
 * The definition of valid text for all input. Lengths are counted in code points by these functions, `z.maxLength` and
 * PostgreSQL alike: an emoji counts once per code point it is composed of.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const CONTROLS = new RegExp(CONTROL, 'g')
/** Control characters including all line breaks. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Tells whether text is well-formed Unicode without control characters other than line breaks and tabs. */
export const isText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

/** Pattern of one line of valid text, for schemas. */
export const LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
/** Pattern of valid text; a single character class, so that its stack use does not grow with the length. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses control characters
export const TEXT = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]*$/u

/** Repairs imported text by removing invalid characters. */
export const repairText = (text: string): string => text.toWellFormed().replace(CONTROLS, '')
/** Repairs imported text and joins it to one line. */
export const repairLine = (text: string): string => text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim()

/** Cuts text to at most `most` code points. */
export function cutText(text: string, most: number): string {
  // a code point has one or two UTF-16 units
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('')
}
