import * as vocabulary from '@plumbline/contract/issues/vocabulary'
import { bindAll } from '../../context.ts'
import { getVocabulary } from './get-vocabulary.ts'
import { updateVocabulary } from './update-vocabulary.ts'

export const vocabularyRoutes = bindAll(vocabulary, { getVocabulary, updateVocabulary })
