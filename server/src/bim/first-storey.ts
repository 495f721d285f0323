import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import { type Attempt, type Desk, stillMine } from './attempt.ts'
import { tellVariant } from './tell-variant.ts'

/**
 * What can be seen of a large model while the rest of it is processed: its first storey, a model of its own under a
 * key that holds until the attempt ends. Nothing depends on it: a failure here leaves people waiting for the whole.
 */

const blobsOf = (variantId: string) => `first/${variantId}`
const keyOf = ({ attempt }: Attempt) => `first-${attempt}`

/** Where a part of it is stored. */
export const firstBlob = (variantId: string, key: string, name: string) =>
  `${blobsOf(variantId)}/${key}/${name}`

export async function showFirstStorey(desk: Desk, attempt: Attempt, folder: string): Promise<void> {
  const { server, teller } = desk
  const key = keyOf(attempt)
  try {
    for (const name of await fsp.readdir(folder))
      await server.blobs.putFile(firstBlob(attempt.id, key, name), path.join(folder, name))
    await inTransaction(server.db, async (tx) => {
      const { numUpdatedRows } = await stillMine(tx, attempt).set({ first_key: key }).executeTakeFirst()
      if (numUpdatedRows > 0n) await tellVariant(teller.begin(tx), attempt)
    })
    teller.nudge()
  } catch (error) {
    server.log.warn({ err: error, variant: attempt.id }, 'first storey')
  }
}

/** Also what an attempt left whose server was killed. */
export const dropFirstStorey = ({ blobs }: Pick<Server, 'blobs'>, { id }: Attempt) =>
  blobs.remove(blobsOf(id))
