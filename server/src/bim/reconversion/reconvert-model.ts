import { sql } from 'kysely'
import { inTransaction, toJsonb } from '../../db/database.ts'
import { endItem, type RunItem } from '../../jobs/background-runs.ts'
import { createItemRunner, type ItemRunner } from '../../jobs/item-runner.ts'
import { artefactFolder, findResult, type StoredResult } from '../artefacts.ts'
import { MAX_STOREYS, type ProcessingServices } from '../conversion-attempt.ts'
import type { ConversionProcessPool } from '../convert/child-process.ts'
import { buildRunFolder, convertModel } from '../convert-model.ts'
import { describeFailure } from '../describe-failure.ts'
import { ensureIndexed } from '../elements/index-model.ts'
import { publishVariantUpdate } from '../publish-variant-update.ts'
import { fromModels, isOutdated } from './outdated-models.ts'
import { replaceArtefacts } from './replaced-artefacts.ts'

/**
 * Converts a model again, one of an operator's run at a time. Its version stays COMPLETED with its old artefacts until the
 * new ones are stored, and keeps them if the conversion fails.
 */

interface OutdatedModel {
  id: string
  header_id: string
  project_id: string
  team_id: string
  file_name: string
  sha256: string
  blob_key: string
  artefacts_key: string
}

async function findOutdatedModel({ server }: ProcessingServices, id: string) {
  const { rows } = await sql<OutdatedModel>`
    select v.id, v.header_id, v.project_id, p.team_id, v.file_name, v.sha256, v.blob_key, v.artefacts_key
    from ${fromModels} where v.id = ${id} and v.sha256 is not null and ${isOutdated}`.execute(server.db)
  return rows[0]
}

async function isUploadWaiting({ server }: ProcessingServices): Promise<boolean> {
  const row = await server.db
    .selectFrom('bim_file_variants')
    .select('id')
    .where('state', '=', 'QUEUED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Shows the new artefacts in one transaction with the end of the item. */
async function showArtefacts(
  { server, teller }: ProcessingServices,
  item: RunItem,
  model: OutdatedModel,
  { columns, storeys }: StoredResult,
) {
  const at = server.now()
  await inTransaction(server.db, async (tx) => {
    const row = await tx
      .selectFrom('bim_file_variants')
      .select(['state', 'artefacts_key'])
      .where('id', '=', model.id)
      .forUpdate()
      .executeTakeFirst()
    // a person has started its conversion in the meantime, or deleted it for good
    const isSame = row?.state === 'COMPLETED' && row.artefacts_key === model.artefacts_key
    if (!(await endItem(tx, item, { state: isSame ? 'DONE' : 'SKIPPED' }, at.toISOString())) || !isSame)
      return
    await replaceArtefacts(tx, model.id, columns, at)
    await tx
      .updateTable('bim_file_variants')
      .set({ ...columns, storeys: toJsonb(storeys.slice(0, MAX_STOREYS)) })
      .where('id', '=', model.id)
      .execute()
    await publishVariantUpdate(teller.begin(tx), model)
  })
  teller.nudge()
}

/** The result of an earlier conversion of the same bytes, or of a new one. */
async function convertAgain(
  { server }: ProcessingServices,
  { run_id, number, attempt }: RunItem,
  model: OutdatedModel,
  signal: AbortSignal,
  children: ConversionProcessPool,
): Promise<StoredResult> {
  const folder = artefactFolder(model.team_id, model.sha256)
  // the same folder: its manifest could not be read, so it is made again
  const known = folder.key === model.artefacts_key ? null : await findResult(server, folder)
  if (known && (await ensureIndexed(server, folder))) return known
  const work_folder = buildRunFolder(run_id, number, attempt)
  return convertModel(server, folder, model, { work_folder, attempt, signal, children })
}

export const createReconverter = (
  services: ProcessingServices,
  openChildren: () => ConversionProcessPool,
): ItemRunner =>
  createItemRunner(services.server, {
    kind: 'RECONVERSION',
    run: async (item, signal) => {
      const model = await findOutdatedModel(services, item.subject_id)
      if (!model) return { state: 'SKIPPED' }
      const result = await convertAgain(services, item, model, signal, openChildren())
      await showArtefacts(services, item, model, result)
      return null
    },
    describeFailure,
    isUrgentWaiting: () => isUploadWaiting(services),
  })
