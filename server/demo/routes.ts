import * as api from '@plumbline/contract/projects/demo'
import { bindAll, type Server } from '../src/context.ts'
import type { Teller } from '../src/live/tell.ts'
import { createDemoProject } from './create-demo-project.ts'

/** `signal` ends the background work when the server stops. */
export const demoRoutes = (server: Server, teller: Teller, signal: AbortSignal) =>
  bindAll(api, { createDemoProject: createDemoProject(server, teller, signal) })
