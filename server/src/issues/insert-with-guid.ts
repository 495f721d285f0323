import { randomUUIDv7 } from 'node:crypto'
import { Id } from '@plumbline/contract/fields'
import * as z from 'zod/mini'

export interface RowIds {
  id: string
  bcf_guid?: string
}

/**
 * Inserts a row that another program knows by a GUID. The GUID becomes the id; if it is taken (in another project, for
 * example) or no valid UUID, the row gets a new id and keeps the GUID in `bcf_guid`. `insert` does nothing on a conflict;
 * undefined: the project already has a row with this GUID.
 */
export async function insertWithGuid<T>(
  guid: string | undefined,
  insert: (ids: RowIds) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (guid === undefined) return insert({ id: randomUUIDv7() })
  const asId = z.safeParse(Id, guid).success ? await insert({ id: guid }) : undefined
  return asId ?? insert({ id: randomUUIDv7(), bcf_guid: guid })
}
