import type * as api from '@plumbline/contract/bcf/bcf'
import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { publishImportUpdate } from './import-attempt.ts'
import { type BcfImportRecord, buildImportReply, findImport } from './imports.ts'

/** Sets the chosen members on the people of the file. @throws Refusal if one is not in the project */
async function resolvePeople(
  ctx: ProjectCtx,
  row: BcfImportRecord,
  chosen: { author: string; user_id: string }[] = [],
) {
  const userIdByAuthor = new Map(chosen.map(({ author, user_id }) => [author, user_id]))
  for (const user_id of new Set(userIdByAuthor.values()))
    if (!(await findProjectMember(ctx.tx, user_id, ctx.member.project_id)))
      throw new Refusal('conflict', { fields: { people: reason('not_in_project') } })
  const people = row.people as BcfImport['people']
  return people.map((person) => ({ ...person, user_id: userIdByAuthor.get(person.author) ?? person.user_id }))
}

export async function applyBcfImport(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.applyBcfImport>,
): Promise<BcfImport> {
  const row = await findImport(ctx, params.importId, true)
  if (row.state !== 'READY') throw new Refusal('wrong_state')
  const after = await ctx.tx
    .updateTable('bcf_imports')
    .set({ state: 'APPLYING', progress: 0, crashes: 0, known: body.known })
    .set({ people: toJsonb(await resolvePeople(ctx, row, body.people)), changed_at: ctx.now().toISOString() })
    // the person who applies the import becomes its author
    .set({ created_by: ctx.member.user_id })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.jobs.add(ctx.tx, 'bcf', {})
  await publishImportUpdate(ctx.tell, row)
  return buildImportReply(after)
}
