import * as z from 'zod/mini'
import { LINE_PATTERN } from './characters.ts'

/** File names that are valid on all operating systems and show what they are. */

/** They reverse the letters around them: with one, `gpj.exe` reads as `exe.jpg`. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
export const removeBidiControls = (name: string): string => name.replace(BIDI_CONTROLS, '')

/** The name of a file that somebody uploads. */
export const FileNameField = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(removeBidiControls),
      z.trim(),
      z.minLength(1),
      z.maxLength(max, { abort: true }),
      z.regex(LINE_PATTERN),
    )

/** File systems allow 255 bytes, of which a number or an ending may be added. */
const MAX_BYTES = 240

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const UNSAFE = /[\x00-\x1f\x7f-\x9f<>:"/\\|?*\u2028\u2029\ufffd]/g
/** Names of devices, with which Windows creates no file whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=$|[. ])/i

/** Bytes of a character in UTF-8. */
function countBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** The longest beginning of whole characters with at most so many bytes in UTF-8. */
function cutToBytes(text: string, max: number): string {
  let [bytes, length] = [0, 0]
  for (const character of text) {
    bytes += countBytes(character)
    if (bytes > max) break
    length += character.length
  }
  return text.slice(0, length)
}

/** A valid file name like the given one, with its ending; at most `maxLength` UTF-16 units. */
export function toSafeFileName(name: string, maxLength = MAX_BYTES): string {
  const plain = removeBidiControls(name.toWellFormed().normalize('NFC'))
    .replace(UNSAFE, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$1')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : ''
  const stem = plain.slice(0, plain.length - ending.length).slice(0, maxLength - ending.length)
  // an ending of a few letters may be a part of the name in a script with long characters
  return `${cutToBytes(stem.toWellFormed(), MAX_BYTES - 4 * ending.length)}${ending}` || 'file'
}
