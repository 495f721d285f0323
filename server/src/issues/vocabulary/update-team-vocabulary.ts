import type * as api from '@plumbline/contract/issues/vocabulary'
import type { Input, TeamCtx } from '../../context.ts'
import { writeTeamVocabulary } from '../../teams/team-vocabulary.ts'
import { changeVocabulary } from './change-vocabulary.ts'

export const updateTeamVocabulary = (ctx: TeamCtx, { body }: Input<typeof api.updateTeamVocabulary>) =>
  writeTeamVocabulary(ctx, Object.keys(body), (before) => changeVocabulary(before, body))
