import type { Sentence } from '@plumbline/contract/sentences'
import { Refusal } from '../http/refusal.ts'

/** Which passwords are too easy to guess, decided without asking anybody else. */

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']

let breachedPasswords: Promise<Set<string>> | null = null

/** 49 000 passwords of known breaches, loaded when the first one is checked. */
function loadBreachedPasswords(): Promise<Set<string>> {
  breachedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  )
  return breachedPasswords
}

/** One unit again and again, however long, the last time perhaps cut short. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= text.length / 2; unit++)
    if (text.slice(unit) === text.slice(0, text.length - unit)) return true
  return false
}

const isSequence = (text: string) =>
  SEQUENCES.some((keys) => keys.includes(text) || [...keys].reverse().join('').includes(text))

/** Little is left without the person's own words. */
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

/** What ends in digits and signs is as easy as what stands before them. */
const removeTail = (text: string) => text.replace(/[^\p{L}]+$/u, '')

/** Refuses a password of a breach's list, of one pattern, or made of what is known of the person. */
export async function checkPasswordQuality(password: string, about: string[]): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase()
  const refuse = (reason: Sentence) => {
    throw new Refusal('bad_password', { fields: { password: reason } })
  }
  if (isRepeated(plain) || isSequence(plain)) refuse('This password is easy to guess')
  if (isPersonal(plain, about)) refuse('This password repeats your name or e-mail')
  const known = await loadBreachedPasswords()
  const stem = removeTail(plain)
  if (known.has(plain) || (stem.length >= 4 && (known.has(stem) || isRepeated(stem) || isSequence(stem))))
    refuse('This password is in a list of stolen passwords or nearly so')
}
