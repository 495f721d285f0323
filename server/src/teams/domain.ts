import type { Domain } from '../domain.ts'
import { teamParts } from './export.ts'
import { teamRoutes } from './routes.ts'

export const teamDomain: Domain = { routes: teamRoutes, exportParts: teamParts }
