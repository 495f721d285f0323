import type * as api from '@plumbline/contract/issues/vocabulary'
import type { Input, TeamCtx } from '../../context.ts'
import { writeTeamVocabulary } from '../../teams/team-vocabulary.ts'
import { addTerm } from './change-vocabulary.ts'

export const createTeamTerm = (ctx: TeamCtx, { body }: Input<typeof api.createTeamTerm>) =>
  writeTeamVocabulary(ctx, [body.kind], (before) => addTerm(before, body))
