import * as z from 'zod/mini'
import { planSlugs } from '../billing/plans.ts'
import { Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

const CompanyStorage = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  /** null: open */
  closed_at: z.nullable(Instant),
  members: z.number(),
  /** outside of the trash */
  projects: z.number(),
  plan: z.enum(planSlugs),
  /** uploaded files of models, of issues and of conversations, also in the trash, without converted models */
  bytes: z.number(),
  counted_at: Instant,
})
export type CompanyStorage = z.output<typeof CompanyStorage>

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/admin/company',
  access: 'operator',
  summary:
    'List companies by the bytes that they store, the largest first, 50 at a time; `after` gets the next page. Bytes are counted every hour',
  query: z.object({
    /** `bytes:id` of the last company of the previous page */
    after: z.optional(z.string().check(z.regex(/^\d{1,18}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))),
  }),
  reply: z.object({ items: z.array(CompanyStorage), after: z.nullable(z.string()) }),
})

const CompanyProject = z.object({ id: Id, name: z.string() })
export type CompanyProject = z.output<typeof CompanyProject>

export const listCompanyProjects = endpoint({
  method: 'GET',
  path: '/api/admin/company/project',
  access: 'operator',
  summary:
    'List the projects of a company, also those in the trash, 50 at a time; `after` gets the next page',
  query: z.object({ team_id: Id, after: z.optional(Id) }),
  reply: z.object({ items: z.array(CompanyProject), after: z.nullable(Id) }),
})
