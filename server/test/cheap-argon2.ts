import { createRequire } from 'node:module'

/** Replaces the library in tests, which hash thousands of passwords: the same algorithm at the lowest cost. */

type Argon2 = typeof import('@node-rs/argon2')
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const hash: Argon2['hash'] = (password) => argon2.hash(password, CHEAP)
export const { verify } = argon2
