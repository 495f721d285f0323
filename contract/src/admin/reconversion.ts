import * as z from 'zod/mini'
import { Id } from '../fields.ts'
import { endpoint } from '../http.ts'
import { runLimits } from './background-run.ts'

/** Models converted by an older version of the converter, and their conversion by this server's version. */

export const countOutdatedModels = endpoint({
  method: 'GET',
  path: '/api/admin/outdated-model/count',
  access: 'operator',
  summary: 'Count the models converted by another version of the converter than this server’s',
  reply: z.object({
    models: z.number(),
    companies: z.number(),
    /** models whose converter is not known yet; it is read within some minutes */
    unread: z.number(),
    /** version of this server's converter */
    converter: z.string(),
  }),
})

const OutdatedCompany = z.object({ id: Id, name: z.string(), models: z.number() })
export type OutdatedCompany = z.output<typeof OutdatedCompany>

export const listOutdatedCompanies = endpoint({
  method: 'GET',
  path: '/api/admin/outdated-model/company',
  access: 'operator',
  summary:
    'List companies by the number of their outdated models, the most first, 50 at a time; `after` gets the next page',
  query: z.object({
    /** `models:id` of the last company of the previous page */
    after: z.optional(z.string().check(z.regex(/^\d{1,9}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))),
  }),
  reply: z.object({ items: z.array(OutdatedCompany), after: z.nullable(z.string()) }),
})

const OutdatedModel = z.object({
  /** id of the version */
  id: Id,
  file_name: z.string(),
  version: z.number(),
  size_bytes: z.number(),
  project_id: Id,
  project_name: z.string(),
  /** converter and format; '': cannot be read */
  converter: z.string(),
})
export type OutdatedModel = z.output<typeof OutdatedModel>

export const listOutdatedModels = endpoint({
  method: 'GET',
  path: '/api/admin/outdated-model',
  access: 'operator',
  summary: 'List the outdated models of a company by project, 50 at a time; `after` gets the next page',
  query: z.object({
    team_id: Id,
    /** `project,id` of the last model of the previous page */
    after: z.optional(
      z
        .string()
        .check(
          z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        ),
    ),
  }),
  reply: z.object({ items: z.array(OutdatedModel), after: z.nullable(z.string()) }),
})

export const startReconversion = endpoint({
  method: 'POST',
  path: '/api/admin/reconversion',
  access: 'operator',
  summary:
    'Start converting outdated models again in the background, after new uploads: all, those of a company or project, or one. The old result stays until the new one is ready',
  body: z.object({
    ...runLimits,
    /** one version */
    variant_id: z.optional(Id),
  }),
  reply: z.object({ models: z.number() }),
  refuses: ['wrong_state'],
  example: { body: {} },
})
