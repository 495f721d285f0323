import type { Domain } from '../domain.ts'
import { markerRoutes } from './routes.ts'

export const markerDomain: Domain = { routes: markerRoutes }
