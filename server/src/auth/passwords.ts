import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../http/refusal.ts'

/** OWASP's setting: argon2id (the library's default), 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19456, timeCost: 2, parallelism: 1 }
/** memory for at most this many hashes at once */
const AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), OPTIONS))
}

let decoy: Promise<string> | null = null

/** Whether the password fits; takes the same time when there is no such user (`null`). */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')))
  return fits && stored !== null
}

/** Refuses a password that is the person's own data, one repeated unit or a run of keys. */
export function checkPassword(password: string, about: string[]): void {
  const plain = password.toLowerCase()
  const personal = about
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map((text) => text.toLowerCase())
    .filter((text) => text.length >= 4)
  const repeated = /^(.{1,4}?)\1+$/.test(plain)
  const run = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'].some(
    (keys) => keys.includes(plain) || [...keys].reverse().join('').includes(plain),
  )
  const field = (text: string) => new Refusal('bad_password', { fields: { password: text } })
  if (repeated || run) throw field('This password is easy to guess')
  if (personal.some((text) => plain.includes(text) && plain.length - text.length < 6))
    throw field('This password repeats your name or e-mail')
}
