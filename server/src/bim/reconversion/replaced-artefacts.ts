import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { runEach } from '../../jobs/run-each.ts'
import { type ArtefactServices, KEY_SUFFIX, removeUnusedArtefacts } from '../../projects/artefact-folders.ts'
import { computeTrashLimit } from '../purge.ts'

/**
 * Artefacts replaced by a later conversion are kept for pages that have them open, for as long as deleted versions are kept.
 */

/** absent: a file without artefacts, such as a drawing */
interface ArtefactsOfVariant {
  artefacts_key?: string | null
  artefacts_team_id?: string | null
}

/** Call it before the version's row gets its new artefacts; without effect if they are the same or the first ones. */
export async function replaceArtefacts(
  tx: Tx,
  variantId: string,
  { artefacts_key, artefacts_team_id }: ArtefactsOfVariant,
  now: Date,
): Promise<void> {
  if (!artefacts_key || !artefacts_team_id) return
  const { rows } = await sql`
    insert into replaced_artefacts (variant_id, team_id, artefacts_key, replaced_at)
    select id, artefacts_team_id, artefacts_key, ${now.toISOString()} from bim_file_variants
    where id = ${variantId} and artefacts_key is not null and artefacts_team_id is not null
      and (artefacts_team_id, artefacts_key) <> (${artefacts_team_id}::uuid, ${artefacts_key})
    on conflict (variant_id, artefacts_key) do update
      set team_id = excluded.team_id, replaced_at = excluded.replaced_at
    returning variant_id`.execute(tx)
  if (rows.length === 0) return
  await tx
    .deleteFrom('replaced_artefacts')
    .where('variant_id', '=', variantId)
    .where('team_id', '=', artefacts_team_id)
    .where('artefacts_key', '=', artefacts_key)
    .execute()
  // matches hold positions of elements, which another converter may number differently: matched again with the
  // next comparison
  await tx
    .updateTable('bim_revisions')
    .set({ matcher: 0 })
    .where((eb) => eb.or([eb('from_variant_id', '=', variantId), eb('to_variant_id', '=', variantId)]))
    .execute()
}

/** The company under which replaced artefacts of a version are stored; undefined if it has no such artefacts. */
export async function findReplaced(tx: Tx, variantId: string, key: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('replaced_artefacts')
    .select('team_id')
    .where('variant_id', '=', variantId)
    .where('artefacts_key', '=', key)
    .executeTakeFirst()
  return row?.team_id
}

/** folders per read */
const PURGE_BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface ReplacedFolder {
  variant_id: string
  team_id: string
  key: string
}

async function* listDueFolders({ db, now }: Pick<Server, 'db' | 'now'>): AsyncGenerator<ReplacedFolder> {
  let after: Pick<ReplacedFolder, 'variant_id' | 'key'> | undefined = { variant_id: FIRST_ID, key: '' }
  while (after) {
    const { rows }: { rows: ReplacedFolder[] } = await sql<ReplacedFolder>`
      select r.variant_id, r.team_id, r.artefacts_key as key from replaced_artefacts r
      where (r.replaced_at <= ${computeTrashLimit(now())}
          or not exists (select from bim_file_variants v where v.id = r.variant_id))
        -- a running conversion of the same bytes may be about to use the folder
        and not (r.artefacts_key like ${`%${KEY_SUFFIX}`} and exists (
          select from bim_file_variants v join projects p on p.id = v.project_id
          where p.team_id = r.team_id and left(v.sha256, 40) = left(r.artefacts_key, 40)))
        and (r.variant_id, r.artefacts_key) > (${after.variant_id}, ${after.key})
      order by r.variant_id, r.artefacts_key limit ${PURGE_BATCH}`.execute(db)
    yield* rows
    after = rows.at(-1)
  }
}

/** Whether another version has the folder, or pages may still read it for another version. */
async function isShared({ db }: Pick<Server, 'db'>, { variant_id, team_id, key }: ReplacedFolder) {
  const { rows } = await sql<{ is_shared: boolean }>`
    select exists (select from bim_file_variants where artefacts_team_id = ${team_id} and artefacts_key = ${key})
      or exists (select from replaced_artefacts where team_id = ${team_id} and artefacts_key = ${key}
        and variant_id <> ${variant_id}) as is_shared`.execute(db)
  return rows[0]?.is_shared ?? true
}

/** Removes replaced artefacts after the retention period or with their version, unless another version uses them. */
export function purgeReplacedArtefacts(server: ArtefactServices & Pick<Server, 'now'>): Promise<void> {
  return runEach(server.log, 'purge of replaced artefacts', listDueFolders(server), async (folder) => {
    const { variant_id, key } = folder
    // bytes before the row, so that the next run repeats an interrupted purge
    await removeUnusedArtefacts(server, folder, () => isShared(server, folder))
    await server.db
      .deleteFrom('replaced_artefacts')
      .where('variant_id', '=', variant_id)
      .where('artefacts_key', '=', key)
      .execute()
  })
}
