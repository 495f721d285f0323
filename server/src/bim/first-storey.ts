import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import {
  type ConversionAttempt,
  type ProcessingServices,
  updateClaimedVariant,
} from './conversion-attempt.ts'
import { publishVariantUpdate } from './publish-variant-update.ts'

/**
 * What can be seen of a large model while the rest of it is processed: its first storey, a model of its own under a
 * key that holds until the attempt ends. Nothing depends on it: a failure here leaves people waiting for the whole.
 */

const buildFolder = (variantId: string) => `first/${variantId}`
const buildKey = ({ attempt }: ConversionAttempt) => `first-${attempt}`

/** Where a part of it is stored. */
export const buildFirstStoreyKey = (variantId: string, key: string, name: string) =>
  `${buildFolder(variantId)}/${key}/${name}`

export async function publishFirstStorey(
  desk: ProcessingServices,
  attempt: ConversionAttempt,
  folder: string,
): Promise<void> {
  const { server, teller } = desk
  const key = buildKey(attempt)
  try {
    for (const name of await fsp.readdir(folder))
      await server.blobs.putFile(buildFirstStoreyKey(attempt.id, key, name), path.join(folder, name))
    await inTransaction(server.db, async (tx) => {
      const { numUpdatedRows } = await updateClaimedVariant(tx, attempt)
        .set({ first_key: key })
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await publishVariantUpdate(teller.begin(tx), attempt)
    })
    teller.nudge()
  } catch (error) {
    server.log.warn({ err: error, variant: attempt.id }, 'first storey')
  }
}

/** Also what an attempt left whose server was killed. */
export const removeFirstStorey = ({ blobs }: Pick<Server, 'blobs'>, { id }: ConversionAttempt) =>
  blobs.remove(buildFolder(id))
