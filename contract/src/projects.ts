import * as z from 'zod/mini'
import { Country, changes, Day, Id, Instant, Line, Text } from './fields.ts'
import { endpoint } from './http.ts'
import { permissionLevels, projectRoles } from './roles.ts'
import { Person } from './users.ts'

const projectFields = {
  name: Line(2, 120),
  description: Text(5000),
  address: Line(0, 300),
  country: z.nullable(Country),
  lat: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
  lng: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
  /** IANA name */
  timezone: z.string().check(z.maxLength(60)),
  start_date: z.nullable(Day),
  end_date: z.nullable(Day),
  units: z.enum(['METRIC', 'IMPERIAL']),
  crs_epsg: z.nullable(z.int().check(z.minimum(1), z.maximum(999999))),
  base_point: z.nullable(z.object({ e: z.number(), n: z.number(), h: z.number() })),
  true_north_deg: z.number().check(z.minimum(-360), z.maximum(360)),
}

export const Project = z.object({
  ...projectFields,
  id: Id,
  team_id: Id,
  team_name: z.string(),
  picture_id: z.nullable(Id),
  status: z.enum(['ACTIVE', 'ARCHIVED']),
  is_demo: z.boolean(),
  created_at: Instant,
  my_role: z.enum(projectRoles),
  my_permission_level: z.enum(permissionLevels),
  /** the variant whose picture stands for the project */
  cover: z.nullable(z.object({ header_id: Id, variant_id: Id, artefacts_key: z.string() })),
  open_issues: z.number(),
  my_open_issues: z.number(),
  models: z.number(),
  members: z.number(),
})
export type Project = z.output<typeof Project>

const memberEvents = ['member.added', 'member.updated', 'member.removed'] as const
/** whatever changes a project's card */
const cardEvents = [
  'project.created',
  'project.updated',
  'project.deleted',
  ...memberEvents,
  'team.updated',
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'header.updated',
  'variant.updated',
] as const

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/v2/project',
  access: 'user',
  summary: 'Projects the caller is a member of, in all companies',
  reply: z.array(Project),
  hears: cardEvents,
})

export const listTeamProjects = endpoint({
  method: 'GET',
  path: '/api/v2/team/:id/project',
  access: 'team:MEMBER',
  summary: 'Projects owned by this company that the caller may see',
  reply: z.array(Project),
  hears: cardEvents,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/api/project/:id',
  access: 'project:VIEWER',
  summary: 'One project, with the caller’s role and permission level in it',
  reply: Project,
  hears: cardEvents,
})

export const createProject = endpoint({
  method: 'POST',
  path: '/api/project',
  access: 'user',
  summary: 'Create a project in the current team; the caller becomes its ADMIN',
  body: z.extend(z.partial(z.object(projectFields)), { name: projectFields.name }),
  reply: Project,
  status: 201,
  refuses: ['forbidden', 'payment_required'],
  tells: ['project.created'],
  example: { body: { name: 'Harbour School' } },
})

export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/project/:id',
  access: 'project:ADMIN',
  summary: 'Change a project’s name, place, dates, units or status',
  body: changes({ ...projectFields, status: z.enum(['ACTIVE', 'ARCHIVED']) }),
  reply: Project,
  tells: ['project.updated'],
  example: { body: { name: 'Harbour School, phase 2' } },
})

export const Member = z.object({
  user_id: Id,
  user: Person,
  email: z.string(),
  team_id: z.nullable(Id),
  team_name: z.nullable(z.string()),
  role: z.enum(projectRoles),
  permission_level: z.enum(permissionLevels),
  created_at: Instant,
})
export type Member = z.output<typeof Member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v2/project/:id/member',
  access: 'project:VIEWER',
  summary: 'Members of a project',
  reply: z.array(Member),
  hears: [...memberEvents, 'user.updated', 'team.updated'],
})

export const Level = z.object({
  id: Id,
  name: z.string(),
  /** metres above the project's zero */
  elevation_m: z.number(),
  order: z.number(),
  ifc_guid: z.nullable(z.string()),
})
export type Level = z.output<typeof Level>

export const listLevels = endpoint({
  method: 'GET',
  path: '/api/project/:id/level',
  access: 'project:VIEWER',
  summary: 'Levels of a project, lowest first',
  reply: z.array(Level),
  hears: ['level.updated'],
})
