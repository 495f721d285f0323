import * as vocabulary from '@plumbline/contract/issues/vocabulary'
import { bindAll } from '../../context.ts'
import { createTeamTerm } from './create-team-term.ts'
import { createTerm } from './create-term.ts'
import { getTeamVocabulary } from './get-team-vocabulary.ts'
import { getVocabulary } from './get-vocabulary.ts'
import { updateTeamVocabulary } from './update-team-vocabulary.ts'
import { updateVocabulary } from './update-vocabulary.ts'

export const vocabularyRoutes = bindAll(vocabulary, {
  getVocabulary,
  updateVocabulary,
  createTerm,
  getTeamVocabulary,
  updateTeamVocabulary,
  createTeamTerm,
})
