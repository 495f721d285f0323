import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// other tests of the server hash passwords at the lowest cost

test('Passwords are hashed by argon2id with 19 MiB and two passes, and verified', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse')).toBe(false)
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false)
})
