import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { bcfApiRoutes } from './api/routes.ts'
import { bcfParts } from './export.ts'
import { createImporter } from './files/importer.ts'
import { bcfFileRoutes } from './files/routes.ts'
import { createLocateWorker } from './locating/locate-issues.ts'
import { createCameraPlaceReaction } from './locating/queue-camera-places.ts'

export const createBcfDomain = (server: Server): Domain => ({
  routes: [...bcfFileRoutes, ...bcfApiRoutes],
  exportParts: bcfParts,
  reactions: [createCameraPlaceReaction(server.jobs)],
  workers: (teller) => {
    const { next, recover } = createImporter({ server, teller })
    const run = (_data: object, signal: AbortSignal) => next(signal)
    return [
      { queue: 'bcf', parallel: 2, run, isHeavy: true, recover },
      createLocateWorker({ server, teller }),
    ]
  },
})
