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
 * Serves the first storey of a large model as a preview while the rest is processed, under a key that is valid for the
 * attempt. Errors are only logged: people then wait for the whole model.
 */

const buildFolder = (variantId: string) => `first/${variantId}`
const buildKey = (attempt: number) => `first-${attempt}`

/** The blob key of an artefact of the first storey. */
export const buildFirstStoreyKey = (variantId: string, key: string, name: string) =>
  `${buildFolder(variantId)}/${key}/${name}`

export async function publishFirstStorey(
  services: ProcessingServices,
  attempt: ConversionAttempt,
  folder: string,
): Promise<void> {
  const { server, teller } = services
  const key = buildKey(attempt.attempt)
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

/**
 * Removes the previews of an attempt and of earlier ones, whose servers may have been killed. A newer attempt may be running:
 * this one may have lost the version to it.
 */
export async function removeFirstStorey(
  { blobs }: Pick<Server, 'blobs'>,
  { id, attempt }: Pick<ConversionAttempt, 'id' | 'attempt'>,
): Promise<void> {
  for (let each = 1; each <= attempt; each++) await blobs.remove(`${buildFolder(id)}/${buildKey(each)}`)
}
