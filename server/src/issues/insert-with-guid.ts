import { randomUUIDv7 } from 'node:crypto'
import { Id } from '@plumbline/contract/fields'
import * as z from 'zod/mini'

export interface RowIds {
  id: string
  bcf_guid?: string
}

/**
 * Inserts what another program has a GUID for: under it as the id, or beside an id of ours where that one is taken, in
 * another project for example, or is no UUID of a known kind. `insert` does nothing on a conflict; what is undefined in
 * the end has its GUID in the same place already.
 */
export async function insertWithGuid<T>(
  guid: string | undefined,
  insert: (ids: RowIds) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (guid === undefined) return insert({ id: randomUUIDv7() })
  const asId = z.safeParse(Id, guid).success ? await insert({ id: guid }) : undefined
  return asId ?? insert({ id: randomUUIDv7(), bcf_guid: guid })
}
