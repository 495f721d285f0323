import type { VocabularyLists } from '@plumbline/contract/issues/vocabulary'
import { type Vocabulary, vocabularyKinds } from '@plumbline/contract/projects/vocabulary'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { lockProject } from '../../projects/levels.ts'
import { publishProjectUpdated } from '../../projects/update-project.ts'
import { type FormerNames, type ProjectWords, readProjectWords } from '../../projects/vocabulary.ts'
import { buildVocabularyLists } from './vocabulary-lists.ts'

/** replaced names that are kept for each code, so that files exported under them can be imported */
const MAX_FORMER = 20

/** The former names, extended by those that a change replaces. */
function addFormerNames({ vocabulary: before, former }: ProjectWords, after: Vocabulary): FormerNames {
  const all = structuredClone(former)
  for (const kind of vocabularyKinds)
    for (const [code, name] of Object.entries(before[kind].names)) {
      if (after[kind].names[code] === name) continue
      const known = (all[kind]?.[code] ?? []).filter((each) => each !== name)
      all[kind] = { ...all[kind], [code]: [...known, name].slice(-MAX_FORMER) }
    }
  return all
}

/** Changes the project's vocabulary under its lock. `lists`: the changed lists, for the audit log. */
export async function writeVocabulary(
  ctx: ProjectCtx,
  lists: readonly string[],
  change: (before: Vocabulary) => Vocabulary,
): Promise<VocabularyLists> {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const before = await readProjectWords(ctx.tx, project_id)
  const after = change(before.vocabulary)
  const { team_id } = await ctx.tx
    .updateTable('projects')
    .set({ vocabulary: toJsonb(after), former_names: toJsonb(addFormerNames(before, after)) })
    .where('id', '=', project_id)
    .returning('team_id')
    .executeTakeFirstOrThrow()
  await publishProjectUpdated(ctx)
  const data = { fields: lists.map((list) => `vocabulary.${list}`) }
  await recordAudit(ctx, { team_id }, { kind: 'PROJECT_CHANGED', project_id, data })
  return buildVocabularyLists(after)
}
