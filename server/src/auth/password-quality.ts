import { type Reason, reason } from '@plumbline/contract/reasons'
import { Refusal } from '../http/refusal.ts'

/** Detects passwords that are easy to guess, without calling another service. */

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']

let breachedPasswords: Promise<Set<string>> | null = null

/** 49,000 passwords of known breaches, loaded on the first check. */
function loadBreachedPasswords(): Promise<Set<string>> {
  breachedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  )
  return breachedPasswords
}

/** True if the text repeats one unit, the last time perhaps truncated. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= text.length / 2; unit++)
    if (text.slice(unit) === text.slice(0, text.length - unit)) return true
  return false
}

const isSequence = (text: string) =>
  SEQUENCES.some((keys) => keys.includes(text) || [...keys].reverse().join('').includes(text))

/** True if little remains of the password after removing the user's name and e-mail address. */
function isPersonal(text: string, about: string[]): boolean {
  const words = about
    .flatMap((line) => line.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  let rest = text
  for (const word of words) rest = rest.replaceAll(word, '')
  if (rest === text) return false
  const letters = rest.replace(/[^\p{L}]/gu, '').length
  const signs = rest.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters < 3 && signs < 9
}

/** Removes trailing digits and signs, which add little to the word before them. */
const removeTail = (text: string) => text.replace(/[^\p{L}]+$/u, '')

/** Refuses passwords that are breached, follow one pattern, or consist of the user's own name or address. */
export async function checkPasswordQuality(password: string, about: string[]): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase()
  const refuse = (reason: Reason) => {
    throw new Refusal('bad_password', { fields: { password: reason } })
  }
  if (isRepeated(plain) || isSequence(plain)) refuse(reason('password_easy_to_guess'))
  if (isPersonal(plain, about)) refuse(reason('password_personal'))
  const known = await loadBreachedPasswords()
  const stem = removeTail(plain)
  if (known.has(plain) || (stem.length >= 4 && (known.has(stem) || isRepeated(stem) || isSequence(stem))))
    refuse(reason('password_stolen'))
}
