import { INDEX_VERSION } from '@plumbline/bim/elements/element-index'
import { ModelError } from '@plumbline/bim/model'
import { sql } from 'kysely'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { ArtefactFolder } from '../artefacts.ts'
import { insertIndex } from './index-model.ts'

/** Compares the index of a model with the copy stored beside its artefacts, and corrects differences. */

/** The tables of an index: the columns that identify a row within its model, and the rest. */
const tables = {
  elements: [
    ['element'],
    ['guid', 'name', 'tag', 'class', 'type', 'storey', 'properties_hash', 'shape_hash', 'place_hash'],
  ],
  element_properties: [
    ['id'],
    ['kind', 'set_name', 'name', 'unit', 'data_type', 'elements', 'distinct_values', 'top'],
  ],
  element_values: [
    ['property', 'part'],
    ['low_number', 'high_number', 'low_key', 'high_key', 'texts', 'folded', 'numbers', 'postings'],
  ],
} as const

const list = (columns: readonly string[], prefix = '') =>
  sql.raw(columns.map((column) => `${prefix}${column}`).join(', '))

type TableName = keyof typeof tables

async function countDiffering(tx: Tx, table: TableName, old: number, fresh: number): Promise<number> {
  const [keys, values] = tables[table]
  const rowsOf = (id: number) => sql`(select * from ${sql.table(table)} where model_id = ${id})`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${rowsOf(old)} o full join ${rowsOf(fresh)} f using (${list(keys)})
    where row (${list(values, 'o.')}) is distinct from row (${list(values, 'f.')})
      or o.model_id is null or f.model_id is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The model keeps its id, so that a search that has read it finds its rows: the old ones or the new ones. */
async function replaceRows(tx: Tx, table: TableName, old: number, fresh: number): Promise<void> {
  const columns = list(tables[table].flat())
  await sql`delete from ${sql.table(table)} where model_id = ${old}`.execute(tx)
  await sql`insert into ${sql.table(table)} (model_id, ${columns})
    select ${old}::int, ${columns} from ${sql.table(table)} where model_id = ${fresh}`.execute(tx)
}

async function replaceModel(tx: Tx, old: number, fresh: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update element_models o set version = f.version, elements = f.elements, storeys = f.storeys, cut = f.cut
    from element_models f where o.id = ${old} and f.id = ${fresh}
      and (o.version, o.elements, o.storeys, o.cut) is distinct from (f.version, f.elements, f.storeys, f.cut)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

const findModel = (tx: Tx, { team_id, key }: Pick<ArtefactFolder, 'team_id' | 'key'>) =>
  tx
    .selectFrom('element_models')
    .select(['id', 'elements'])
    .where('team_id', '=', team_id)
    .where('artefacts_key', '=', key)
    .forUpdate()
    .executeTakeFirst()

/** Returns the number of rows that differed. @throws ModelError if there is nothing to build the index from */
export async function rebuildIndex(
  { db, blobs }: Pick<Server, 'db' | 'blobs'>,
  folder: ArtefactFolder,
): Promise<number> {
  const open = (name: string) => blobs.read(`${folder.path}/${name}`)
  const rebuild = async (tx: Tx) => {
    const old = await findModel(tx, folder)
    // under a name that no version has
    const target = old ? { ...folder, key: `${folder.key} rebuilt` } : folder
    await insertIndex(tx, target, open)
    const fresh = await findModel(tx, target)
    if (!fresh) throw new BlobMissingError(folder.path)
    if (!old) return fresh.elements
    let differing = await replaceModel(tx, old.id, fresh.id)
    for (const table of Object.keys(tables) as TableName[]) {
      const count = await countDiffering(tx, table, old.id, fresh.id)
      if (count > 0) await replaceRows(tx, table, old.id, fresh.id)
      differing += count
    }
    await tx.deleteFrom('element_models').where('id', '=', fresh.id).execute()
    return differing
  }
  try {
    return await inTransaction(db, rebuild)
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    const hint = 'Upload the file again, or convert it again with a newer version of the server.'
    throw new ModelError('NO_INDEX', `No index of version ${INDEX_VERSION} is stored with this model.`, hint)
  }
}
