import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

/** The key that signs sessions: SECRET_KEY, or one made on the first start and kept beside the data. */
export async function readSecret(config: Config): Promise<Uint8Array> {
  if (config.secretKey) return Buffer.from(config.secretKey)
  const file = path.join(config.dataDir, 'secret.key')
  // whole and on the disk, or not there
  const half = `${file}.${process.pid}`
  try {
    await fsp.writeFile(half, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    await fsp.link(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await fsp.rm(half, { force: true })
  }
  return Buffer.from(await fsp.readFile(file, 'utf8'))
}
