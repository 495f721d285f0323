import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Which project's rows the statements of a call or job may touch. PostgreSQL enforces it by row-level security
 * (`row-security.ts`, decision 048): a query that lacks its project condition then finds nothing of other projects.
 */

const scopes = new AsyncLocalStorage<string | null>()

/** Runs work with its statements limited to the rows of one project, including those of functions it calls. */
export const inProject = <T>(projectId: string, work: () => T): T => scopes.run(projectId, work)

/**
 * Runs work of a project's call or job that needs rows of other projects. Its statements have their own conditions;
 * `_reason` documents why.
 */
export const acrossProjects = <T>(_reason: string, work: () => T): T => scopes.run(null, work)

/** The project that statements are limited to now; null: all projects. */
export const getProjectScope = (): string | null => scopes.getStore() ?? null
