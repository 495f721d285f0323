import type { Domain } from '../domain.ts'
import { profilePart } from './export-parts.ts'
import { userRoutes } from './routes.ts'

export const userDomain: Domain = { routes: userRoutes, exportParts: [profilePart] }
