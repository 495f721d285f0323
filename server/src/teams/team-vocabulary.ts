import type { Vocabulary } from '@plumbline/contract/projects/vocabulary'
import { recordAudit } from '../audit/record-audit.ts'
import type { TeamCtx } from '../context.ts'
import { type Tx, toJsonb } from '../db/database.ts'
import { publishTeamUpdated } from './team-members.ts'
import { lockTeam } from './update-team.ts'

/** The default vocabulary for new projects of a company. */
export async function readTeamVocabulary(tx: Tx, teamId: string): Promise<Vocabulary> {
  const { vocabulary } = await tx
    .selectFrom('teams')
    .select('vocabulary')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  return vocabulary as Vocabulary
}

/** Changes the company's vocabulary under the lock of the company. `lists`: the changed lists, for the audit log. */
export async function writeTeamVocabulary(
  ctx: TeamCtx,
  lists: readonly string[],
  change: (before: Vocabulary) => Vocabulary,
): Promise<Vocabulary> {
  const { team_id } = ctx.team
  const { vocabulary: before } = await lockTeam(ctx.tx, team_id)
  const after = change(before as Vocabulary)
  await ctx.tx
    .updateTable('teams')
    .set({ vocabulary: toJsonb(after) })
    .where('id', '=', team_id)
    .execute()
  await publishTeamUpdated(ctx, team_id)
  const data = { fields: lists.map((list) => `vocabulary.${list}`) }
  await recordAudit(ctx, { team_id }, { kind: 'COMPANY_CHANGED', data })
  return after
}
