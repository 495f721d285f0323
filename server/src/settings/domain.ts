import type { Domain } from '../domain.ts'
import { settingRoutes } from './routes.ts'

export const settingDomain: Domain = { routes: settingRoutes }
