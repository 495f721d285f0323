import type { ProjectCtx } from '../../context.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { buildVocabularyLists } from './vocabulary-lists.ts'

export async function getVocabulary({ tx, member }: ProjectCtx) {
  const { vocabulary } = await readProjectWords(tx, member.project_id)
  return buildVocabularyLists(vocabulary)
}
