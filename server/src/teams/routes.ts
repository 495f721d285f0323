import * as teams from '@plumbline/contract/teams'
import { bind } from '../context.ts'
import { makeTeam } from './create-team.ts'

export const teamRoutes = [bind(teams.createTeam, makeTeam)]
