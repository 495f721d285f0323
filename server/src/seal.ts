import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Server } from './context.ts'
import { listSecrets, type SecretKeys } from './secret.ts'

/**
 * Encryption of values at rest (AES-256-GCM) with a key derived from the server's secret, which is not in the database.
 * `purpose` separates the keys of different tables, `owner` binds a value to its row.
 */
export interface SealOptions {
  purpose: string
  owner: string
}

const deriveKey = (secret: KeyObject, { purpose }: SealOptions) =>
  Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${purpose}`, 32))

/** Encrypts a value to nonce, tag and ciphertext as base64url. */
export function seal(server: Pick<Server, 'secret'>, options: SealOptions, plain: Uint8Array): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(server.secret, options), iv).setAAD(
    Buffer.from(options.owner),
  )
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed value; null if it was encrypted with an unknown key or for another row. */
export function unseal(server: SecretKeys, options: SealOptions, text: string): Buffer | null {
  for (const secret of listSecrets(server)) {
    const plain = unsealWith(secret, options, text)
    if (plain) return plain
  }
  return null
}

function unsealWith(secret: KeyObject, options: SealOptions, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, options), bytes.subarray(0, 12))
      .setAAD(Buffer.from(options.owner))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}
