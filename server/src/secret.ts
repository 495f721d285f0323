import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import type { Server } from './context.ts'

/** The server secret: SECRET_KEY, or one generated on the first start and stored in the data folder. */
export async function readSecret(config: Config): Promise<KeyObject> {
  if (config.secretKey) return createSecretKey(config.secretKey, 'utf8')
  const file = path.join(config.dataDir, 'secret.key')
  // written to a temporary file, synced and linked, so that the key file is complete or missing
  const temporary = `${file}.${process.pid}`
  try {
    await fsp.writeFile(temporary, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    await fsp.link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await fsp.rm(temporary, { force: true })
  }
  return createSecretKey(await fsp.readFile(file, 'utf8'), 'utf8')
}

/** The server's current key and its previous ones. */
export type SecretKeys = Pick<Server, 'secret' | 'oldSecrets'>

/** Keys to check against, the current one first. */
export const listSecrets = ({ secret, oldSecrets }: SecretKeys): KeyObject[] => [secret, ...oldSecrets]

/** The key before a rotation, if it is configured. */
export const readOldSecrets = ({ oldSecretKey }: Config): KeyObject[] =>
  oldSecretKey ? [createSecretKey(oldSecretKey, 'utf8')] : []
