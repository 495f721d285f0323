import type { Header } from '@plumbline/contract/bim/bim'
import { type HeaderType, typeOfFile } from '@plumbline/contract/bim/bim.rules'
import type { Level } from '@plumbline/contract/projects/projects'
import type { Trade } from '@plumbline/contract/projects/trades'

/** Guesses type, level and trade of a file from its name; the user can change every guess. */

const ENDING = /\.[a-z0-9]{2,6}$/i
/** a date, version, revision or copy number at the end of a name */
const TAIL =
  /[\s_.()[\]-]+(\d{4}[-_.]?\d{2}[-_.]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.]\d{2,4}|(v|ver|version|rev|r|index|p|c)?[\s_.-]*\d{1,3}|rev[\s_.-]?[a-z]|final|new|neu|copy|kopie)[)\]]?$/i

/**
 * The part of a file name that stays the same across versions: `Floor plan_L2 v3 (2026-11-21).pdf` becomes `Floor
 * plan_L2`.
 */
export function getFileNameStem(fileName: string): string {
  let stem = fileName.replace(ENDING, '').trim()
  for (let times = 0; times < 4; times++) {
    const shorter = stem.replace(TAIL, '').trim()
    if (shorter.length < 2 || shorter === stem) break
    stem = shorter
  }
  return stem
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The existing file that this is probably a new version of. */
export function guessHeader(fileName: string, headers: readonly Header[]): Header | null {
  const type = typeOfFile(fileName)
  const own = headers.filter((header) => header.type_of === type)
  const whole = plain(fileName.replace(ENDING, ''))
  const stem = plain(getFileNameStem(fileName))
  const by = (match: (names: string[]) => boolean) =>
    own.find((header) => match([header.name, header.latest?.file_name ?? header.name]))
  const found =
    by((names) => names.some((name) => plain(name.replace(ENDING, '')) === whole)) ??
    by((names) => names.some((name) => plain(getFileNameStem(name)) === stem))
  return found ?? null
}

const trades: [pattern: RegExp, trade: Trade][] = [
  [/\b(arc|arch|architecture|architektur|architecte?|arquitectura)\b/, 'ARCHITECTURE'],
  [/\b(str|struct|structure|structural|statik|tragwerk|estructura)\b/, 'STRUCTURE'],
  [/\b(hvac|hkls|hlk|cvc|lüftung|heizung|clima|ventilation|mech|duct|ducts)\b/, 'HVAC'],
  [/\b(plu|plumbing|san|sanitär|plomberie|fontanería|pipe|pipes)\b/, 'PLUMBING'],
  [/\b(ele|elec|electrical|elektro|électricité|electricidad)\b/, 'ELECTRICAL'],
  [/\b(sprinkler|fire|brandschutz|incendie|incendios)\b/, 'FIRE_PROTECTION'],
  [/\b(facade|fassade|façade|fachada)\b/, 'FACADE'],
  [/\b(landscape|freiraum|paysage|paisaje)\b/, 'LANDSCAPE'],
]

export function guessTrade(fileName: string): Trade {
  const words = fileName.toLowerCase().replace(/[_.-]+/g, ' ')
  return trades.find(([pattern]) => pattern.test(words))?.[1] ?? 'GENERAL'
}

/** The level named in a drawing's file name; the longest match wins: `Level 12` before `Level 1`. */
export function guessLevel(fileName: string, type: HeaderType, levels: readonly Level[]): string | null {
  if (type !== 'DRAWING') return null
  const words = ` ${fileName
    .replace(ENDING, '')
    .toLowerCase()
    .replace(/[\s_.()-]+/g, ' ')} `
  const named = levels.filter(({ name }) =>
    words.includes(` ${name.toLowerCase().replace(/[\s_.()-]+/g, ' ')} `),
  )
  return named.toSorted((a, b) => b.name.length - a.name.length)[0]?.id ?? null
}
