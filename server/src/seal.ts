import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Server } from './context.ts'

/**
 * Encryption of values at rest (AES-256-GCM) with a key derived from the server's secret, which is not in the database.
 * `purpose` separates the keys of different tables, `owner` binds a value to its row.
 */
export interface SealOptions {
  purpose: string
  owner: string
}

const deriveKey = ({ secret }: Pick<Server, 'secret'>, { purpose }: SealOptions) =>
  Buffer.from(hkdfSync('sha256', secret, '', `plumbline ${purpose}`, 32))

/** Encrypts a value to nonce, tag and ciphertext as base64url. */
export function seal(server: Pick<Server, 'secret'>, options: SealOptions, plain: Uint8Array): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(server, options), iv).setAAD(
    Buffer.from(options.owner),
  )
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed value; null if it was encrypted with another key or for another row. */
export function unseal(server: Pick<Server, 'secret'>, options: SealOptions, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(server, options), bytes.subarray(0, 12))
      .setAAD(Buffer.from(options.owner))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}
