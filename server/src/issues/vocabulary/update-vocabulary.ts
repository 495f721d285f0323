import type * as api from '@plumbline/contract/issues/vocabulary'
import {
  type Terms,
  type Vocabulary,
  type VocabularyKind,
  vocabularyKinds,
} from '@plumbline/contract/projects/vocabulary'
import type { Input, ProjectCtx } from '../../context.ts'
import { lockProject } from '../../projects/levels.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { checkKnownTerms, checkNames, checkOfferedCount, checkTerms, listTermCodes } from './checked-terms.ts'
import { writeVocabulary } from './write-vocabulary.ts'

interface TermChanges {
  names?: Partial<Record<string, string | null>> | undefined
  off?: Partial<Record<string, boolean>> | undefined
  order?: readonly string[] | undefined
}

function applyChanges(
  kind: VocabularyKind,
  before: Terms,
  { names = {}, off = {}, order }: TermChanges,
): Terms {
  checkKnownTerms(kind, before, [...Object.keys(names), ...Object.keys(off), ...(order ?? [])])
  const given = Object.entries({ ...before.names, ...names })
  const isOff = { ...Object.fromEntries(before.off.map((code) => [code, true])), ...off }
  const after: Terms = {
    names: Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    off: listTermCodes(kind, before.own).filter((code) => isOff[code]),
    order: order ? [...new Set(order)] : before.order,
    own: before.own,
  }
  checkTerms(kind, after)
  if (Object.values(off).includes(false)) checkOfferedCount(after)
  checkNames(
    kind,
    after,
    Object.keys(names).filter((code) => before.names[code] !== after.names[code]),
  )
  return after
}

export async function updateVocabulary(ctx: ProjectCtx, { body }: Input<typeof api.updateVocabulary>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const words = await readProjectWords(ctx.tx, project_id)
  const after: Vocabulary = { ...words.vocabulary }
  for (const kind of vocabularyKinds)
    if (body[kind]) after[kind] = applyChanges(kind, words.vocabulary[kind], body[kind])
  return writeVocabulary(ctx, words, after, Object.keys(body))
}
