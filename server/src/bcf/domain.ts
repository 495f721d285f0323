import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { bcfApiRoutes } from './api/routes.ts'
import { bcfParts } from './export.ts'
import { createImporter } from './files/importer.ts'
import { bcfFileRoutes } from './files/routes.ts'

export const createBcfDomain = (server: Server): Domain => ({
  routes: [...bcfFileRoutes, ...bcfApiRoutes],
  exportParts: bcfParts,
  workers: (teller) => {
    const { next, recover } = createImporter({ server, teller })
    const run = (_data: object, signal: AbortSignal) => next(signal)
    return [{ queue: 'bcf', parallel: 2, run, isHeavy: true, recover }]
  },
})
