/**
 * Rules for well-formed text, applied to all input. Lengths are counted in code points, as `z.maxLength` and PostgreSQL
 * do: a composed emoji counts once per code point.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const CONTROLS = new RegExp(CONTROL, 'g')
/** Control characters and all kinds of line breaks. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** True for Unicode without lone surrogates and without control characters except line breaks and tabs. */
export const isText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

/** Schema pattern of a single line of well-formed text. */
export const LINE_PATTERN = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
/** Schema pattern of multi-line text: a single character class, which uses constant stack for long texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
export const TEXT_PATTERN = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]*$/u

/** Repairs foreign text, such as from imported files, by removing invalid characters. */
export const repairText = (text: string): string => text.toWellFormed().replace(CONTROLS, '')
/** Repairs foreign text to a single line. */
export const repairLine = (text: string): string => text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim()

/** Truncates text to a number of code points without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  // a code point has one or two UTF-16 units
  return text.length <= maxLength ? text : [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('')
}
