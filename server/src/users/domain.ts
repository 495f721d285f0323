import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { profilePart } from './export-parts.ts'
import { createFileReceiver, sweepFileUploads } from './receive-file.ts'
import { userRoutes } from './routes.ts'

export const createUserDomain = (server: Server): Domain => ({
  routes: userRoutes,
  exportParts: [profilePart],
  uploads: () => ({ file: createFileReceiver(server) }),
  sweeps: [sweepFileUploads],
})
