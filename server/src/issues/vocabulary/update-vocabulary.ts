import type * as api from '@plumbline/contract/issues/vocabulary'
import type { Input, ProjectCtx } from '../../context.ts'
import { changeVocabulary } from './change-vocabulary.ts'
import { writeVocabulary } from './write-vocabulary.ts'

export const updateVocabulary = (ctx: ProjectCtx, { body }: Input<typeof api.updateVocabulary>) =>
  writeVocabulary(ctx, Object.keys(body), (before) => changeVocabulary(before, body))
