import type { TeamCtx } from '../../context.ts'
import { readTeamVocabulary } from '../../teams/team-vocabulary.ts'

export const getTeamVocabulary = ({ tx, team }: TeamCtx) => readTeamVocabulary(tx, team.team_id)
