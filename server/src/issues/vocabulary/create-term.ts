import type * as api from '@plumbline/contract/issues/vocabulary'
import { formatOwnTerm, MAX_OWN_TERMS } from '@plumbline/contract/projects/own-terms'
import type { Terms } from '@plumbline/contract/projects/vocabulary'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockProject } from '../../projects/levels.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { checkNames, checkOfferedCount } from './checked-terms.ts'
import { writeVocabulary } from './write-vocabulary.ts'

export async function createTerm(ctx: ProjectCtx, { body }: Input<typeof api.createTerm>) {
  const { project_id } = ctx.member
  const { kind, name } = body
  await lockProject(ctx, project_id)
  const words = await readProjectWords(ctx.tx, project_id)
  const before = words.vocabulary[kind]
  if (before.own.length >= MAX_OWN_TERMS)
    throw new Refusal('conflict', reason('too_many_terms_ever', { count: MAX_OWN_TERMS }))
  const code = formatOwnTerm(before.own.length + 1)
  const after: Terms = {
    ...before,
    names: { ...before.names, [code]: name },
    own: [...before.own, code],
  }
  checkOfferedCount(after)
  checkNames(kind, after, [code], () => 'name')
  return writeVocabulary(ctx, words, { ...words.vocabulary, [kind]: after }, [kind])
}
