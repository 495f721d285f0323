import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Which project's rows the statements of a call or job may touch. PostgreSQL enforces it by row-level security
 * (`row-security.ts`, decision 048): a query that lacks its project condition then finds nothing of other projects.
 */

const scopes = new AsyncLocalStorage<string | null>()

/** Runs work whose statements, and those of all that it calls, are limited to the rows of one project. */
export const inProject = <T>(projectId: string, work: () => T): T => scopes.run(projectId, work)

/**
 * Runs work of a call or job in a project whose statements need rows of other projects. It carries its own conditions,
 * and the reason stands beside it.
 */
export const acrossProjects = <T>(_reason: string, work: () => T): T => scopes.run(null, work)

/** The project that statements are limited to now; null: all projects. */
export const getProjectScope = (): string | null => scopes.getStore() ?? null
