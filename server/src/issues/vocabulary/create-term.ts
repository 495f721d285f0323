import type * as api from '@plumbline/contract/issues/vocabulary'
import type { Input, ProjectCtx } from '../../context.ts'
import { addTerm } from './change-vocabulary.ts'
import { writeVocabulary } from './write-vocabulary.ts'

export const createTerm = (ctx: ProjectCtx, { body }: Input<typeof api.createTerm>) =>
  writeVocabulary(ctx, [body.kind], (before) => addTerm(before, body))
