import * as vocabulary from '@plumbline/contract/issues/vocabulary'
import { bindAll } from '../../context.ts'
import { createTerm } from './create-term.ts'
import { getVocabulary } from './get-vocabulary.ts'
import { updateVocabulary } from './update-vocabulary.ts'

export const vocabularyRoutes = bindAll(vocabulary, { getVocabulary, updateVocabulary, createTerm })
