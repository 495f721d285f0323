import type { FastifyInstance } from 'fastify'
import type { UploadReceivers } from './blobs/uploads.ts'
import type { Route, Server } from './context.ts'
import type { VisibilityCheck } from './http/check-access.ts'
import type { Gauge } from './http/metrics.ts'
import type { QueueName } from './jobs/jobs.ts'
import type { Reaction, Teller } from './live/tell.ts'
import type { ExportPart } from './users/export-parts.ts'

/** The manifest of a domain: everything it adds to the server. `domains.ts` lists all manifests, `app.ts` runs them. */
export interface Domain {
  /** handlers of its endpoints */
  routes: Route[]
  /** which of its items are hidden from some callers who have access to the call */
  visibility?: VisibilityCheck[]
  /** adds routes outside the contract */
  serve?: (fastify: FastifyInstance, server: Server) => void
  /** its parts of a user's data export */
  exportParts?: ExportPart[]
  /** reactions to events, in the transaction of the event and in the order of domains */
  reactions?: Reaction[]
  /** receivers of uploads by kind */
  uploads?: (teller: Teller) => UploadReceivers
  /** runs at the start, before the first request */
  prepare?: (server: Server) => Promise<void>
  workers?: (teller: Teller) => Worker[]
  schedules?: (teller: Teller) => Schedule[]
  /** values for /metrics that all servers share */
  gauges?: (server: Server) => Promise<Gauge[]>
  /** run every minute on one server */
  sweeps?: Sweep[]
  /** run in sequence every night on one server */
  purges?: Sweep[]
}

/** Deletes expired rows, or queues due work. */
type Sweep = (server: Server) => Promise<unknown>

/** The handler of a job queue. */
interface Worker {
  queue: QueueName
  /** jobs at a time in this process */
  parallel: number
  run: (data: never, signal: AbortSignal) => Promise<void>
  /** runs on servers with ROLE=worker or ROLE=all only */
  isHeavy?: boolean
  /** runs during maintenance of the server, because an operator has started it */
  isUnpaused?: boolean
  /** queues the work of dead servers again, at the start and every minute; `all`: no other server can be alive */
  recover?: (all: boolean) => Promise<void>
  close?: () => void
}

/** Work on a cron schedule in UTC, on one server at a time. */
interface Schedule {
  queue: QueueName
  cron: string
  run: () => Promise<void>
}

export const EVERY_MINUTE = '* * * * *'
