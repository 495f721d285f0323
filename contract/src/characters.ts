/**
 * What text consists of, decided here for all that comes in. Lengths are counted in code points, by these functions, by
 * `z.maxLength` and by PostgreSQL alike: an emoji counts once, or as often as it is put together.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const CONTROLS = new RegExp(CONTROL, 'g')
/** Ends of lines of every kind among them. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Unicode without halves of characters, and without control characters but ends of lines and tabs. */
export const isText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

/** One line of such text, as a pattern of schemas. */
export const LINE_PATTERN = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
/** Such text of any number of lines: one class, which takes no more stack for ten million characters than for ten. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
export const TEXT_PATTERN = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]*$/u

/** What others have written, made into text: for what is taken over, not typed. */
export const repairText = (text: string): string => text.toWellFormed().replace(CONTROLS, '')
/** The same in one line. */
export const repairLine = (text: string): string => text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim()

/** At most so many characters from its beginning, none of them halved. */
export function cutText(text: string, most: number): string {
  // a character has one or two units
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('')
}
