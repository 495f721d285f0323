import * as z from 'zod/mini'
import {
  atLeastOneOf,
  Country,
  Day,
  Id,
  Instant,
  LineField,
  PictureQuery,
  pictureUpload,
  TextField,
  TimeZoneName,
} from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { permissionLevels, projectRoles } from '../roles.ts'
import { Person } from '../users/users.ts'
import { Vocabulary } from './vocabulary.ts'

const projectFields = {
  name: LineField(2, 120),
  /** the company's own project number or short name */
  code: LineField(0, 20),
  description: TextField(5000),
  address: LineField(0, 300),
  country: z.nullable(Country),
  lat: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
  lng: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
  /** IANA time zone name */
  timezone: z.string().check(z.maxLength(60)),
  start_date: z.nullable(Day),
  end_date: z.nullable(Day),
  units: z.enum(['METRIC', 'IMPERIAL']),
  crs_epsg: z.nullable(z.int().check(z.minimum(1), z.maximum(999999))),
  base_point: z.nullable(z.object({ e: z.number(), n: z.number(), h: z.number() })),
  true_north_deg: z.number().check(z.minimum(-360), z.maximum(360)),
  /** issues that a CONTRIBUTOR sees in addition to their own, assigned and watched ones */
  contributor_issue_scope: z.enum(['ALL', 'OWN_COMPANY']),
}

export const Project = z.object({
  ...projectFields,
  id: Id,
  team_id: Id,
  team_name: z.string(),
  picture_id: z.nullable(Id),
  status: z.enum(['ACTIVE', 'ARCHIVED']),
  is_demo: z.boolean(),
  /** its own names of types, trades and statuses */
  vocabulary: Vocabulary,
  created_at: Instant,
  my_role: z.enum(projectRoles),
  my_permission_level: z.enum(permissionLevels),
  /** false: the caller administers it as OWNER or ADMIN of the company, without an own membership */
  is_member: z.boolean(),
  /** the model version whose picture represents the project */
  cover: z.nullable(z.object({ header_id: Id, variant_id: Id, artefacts_key: z.string() })),
  open_issues: z.number(),
  my_open_issues: z.number(),
  models: z.number(),
  members: z.number(),
  /** the first five members, the caller last */
  people: z.array(Person).check(z.maxLength(5)),
  /** last change of a model or of an issue visible to the caller; initially the creation of the project */
  last_activity_at: Instant,
  /** true: listed first for the caller */
  pinned: z.boolean(),
  /** last visit of the caller */
  visited_at: z.nullable(Instant),
})
export type Project = z.output<typeof Project>

/** events that change a project's card */
const cardEvents = [
  'project.created',
  'project.updated',
  'project.deleted',
  'project.marked',
  'member.added',
  'member.updated',
  'member.removed',
  'team.updated',
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.updated',
  'header.updated',
  'variant.updated',
  'user.updated',
] as const

/** limit on projects in one answer of `listProjects`: with more, they are found by search */
export const maxListedProjects = 1000

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/v2/project',
  access: 'user',
  by_token: 'narrowed',
  summary:
    'List the projects visible to the caller, in all companies, all or those with the text of `q` in name, code, company or address: the 1,000 with the latest activity',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.array(Project),
  hears: cardEvents,
})

export const listTeamProjects = endpoint({
  method: 'GET',
  path: '/api/v2/team/:id/project',
  access: 'team:MEMBER',
  summary: 'List the projects of a company that are visible to the caller',
  reply: z.array(Project),
  hears: cardEvents,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/api/project/:id',
  access: 'project:VIEWER',
  summary: 'Get a project with the caller’s role and permission level',
  reply: Project,
  hears: cardEvents,
})

export const createProject = endpoint({
  method: 'POST',
  path: '/api/project',
  access: 'user',
  by_token: 'whole',
  summary: 'Create a project in the current team; the caller becomes its ADMIN',
  body: z.extend(z.partial(z.object(projectFields)), {
    name: projectFields.name,
    timezone: z.optional(TimeZoneName),
    /** a project visible to the caller whose levels, sections, issue templates, vocabulary and settings are copied */
    template_id: z.optional(Id),
  }),
  reply: Project,
  status: 201,
  refuses: ['not_found', 'forbidden', 'payment_required'],
  tells: ['project.created', 'team.updated'],
  example: { body: { name: 'Harbour School' } },
})
export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/project/:id',
  access: 'project:ADMIN',
  summary: 'Update a project’s name, location, dates, units or status',
  body: atLeastOneOf({ ...projectFields, timezone: TimeZoneName, status: z.enum(['ACTIVE', 'ARCHIVED']) }),
  reply: Project,
  tells: ['project.updated', 'team.updated'],
  example: { body: { name: 'Harbour School, phase 2' } },
})

export const pinProject = endpoint({
  method: 'PUT',
  path: '/api/project/:id/pin',
  access: 'project:VIEWER',
  summary: 'Pin or unpin a project in the caller’s list',
  unpaid: 'allowed',
  body: z.object({ pinned: z.boolean() }),
  reply: Project,
  archived: 'allowed',
  tells: ['project.marked'],
  example: { body: { pinned: true } },
})

export const visitProject = endpoint({
  method: 'POST',
  path: '/api/project/:id/visit',
  access: 'project:VIEWER',
  summary: 'Record that the caller opened the project now',
  unpaid: 'allowed',
  reply: null,
  archived: 'allowed',
  tells: ['project.marked'],
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/api/project/:id',
  access: 'project:ADMIN',
  summary: 'Move a project to the trash, from which its administrators can restore it for 30 days',
  reply: null,
  tells: ['project.deleted', 'team.updated', 'notification.updated'],
})

export const DeletedProject = z.object({
  id: Id,
  name: z.string(),
  team_name: z.string(),
  deleted_at: Instant,
  deleted_by_name: z.nullable(z.string()),
  /** when it is deleted permanently */
  purged_at: Instant,
})
export type DeletedProject = z.output<typeof DeletedProject>

export const listDeletedProjects = endpoint({
  method: 'GET',
  path: '/api/project/trash',
  access: 'user',
  summary: 'List the deleted projects that the caller may restore',
  reply: z.array(DeletedProject),
  hears: ['project.deleted', 'project.created', 'team.updated'],
})

export const restoreProject = endpoint({
  method: 'POST',
  path: '/api/project/trash/:projectId/restore',
  access: 'user',
  summary: 'Restore a project from the trash with its members and content',
  reply: Project,
  refuses: ['not_found', 'wrong_state', 'forbidden', 'payment_required'],
  tells: ['project.created', 'team.updated'],
})

export const getProjectPicture = endpoint({
  method: 'GET',
  path: '/api/project/:id/picture',
  access: 'project:VIEWER',
  summary: 'Get a project’s picture, at most 960 by 540 pixels',
  query: PictureQuery,
  reply: bytes('image/webp'),
  refuses: ['not_found'],
})

export const setProjectPicture = endpoint({
  method: 'POST',
  path: '/api/project/:id/picture',
  access: 'project:ADMIN',
  summary: 'Set a project’s picture',
  upload: pictureUpload,
  reply: Project,
  refuses: ['too_large', 'unsupported_type', 'too_many_requests'],
  tells: ['project.updated'],
})

export const removeProjectPicture = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/picture',
  access: 'project:ADMIN',
  summary: 'Remove a project’s picture; the picture of its first model is shown instead',
  reply: Project,
  tells: ['project.updated'],
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
  summary: 'List the levels of a project, lowest first',
  reply: z.array(Level),
  hears: ['level.updated'],
})

const levelFields = {
  name: LineField(1, 120),
  /** metres above the project's zero */
  elevation_m: z.number().check(z.minimum(-12_000), z.maximum(12_000)),
}

export const createLevel = endpoint({
  method: 'POST',
  path: '/api/project/:id/level',
  access: 'project:EDITOR',
  summary: 'Create a level',
  body: z.object(levelFields),
  reply: Level,
  status: 201,
  refuses: ['already_exists'],
  tells: ['level.updated'],
  example: { body: { name: 'Level 2', elevation_m: 6.4 } },
})

export const updateLevel = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/level/:levelId',
  access: 'project:EDITOR',
  summary: 'Update a level’s name or elevation',
  body: atLeastOneOf(levelFields),
  reply: Level,
  refuses: ['not_found', 'already_exists'],
  tells: ['level.updated'],
  example: { body: { name: 'Second floor' } },
})

export const deleteLevel = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/level/:levelId',
  access: 'project:EDITOR',
  summary: 'Delete a level; its models and issues remain without a level',
  reply: null,
  refuses: ['not_found'],
  tells: ['level.updated', 'issue.updated', 'header.updated'],
})

const sectionFields = {
  name: LineField(1, 120),
  /** #rrggbb */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
}
/** A zone or part of the building. */
export const Section = z.object({ id: Id, name: z.string(), order: z.number(), color: z.string() })
export type Section = z.output<typeof Section>

export const listSections = endpoint({
  method: 'GET',
  path: '/api/project/:id/section',
  access: 'project:VIEWER',
  summary: 'List the sections of a project in their order',
  reply: z.array(Section),
  hears: ['section.updated'],
})

export const createSection = endpoint({
  method: 'POST',
  path: '/api/project/:id/section',
  access: 'project:EDITOR',
  summary: 'Create a section at the end',
  body: z.object({ name: sectionFields.name, color: z.optional(sectionFields.color) }),
  reply: Section,
  status: 201,
  refuses: ['already_exists'],
  tells: ['section.updated'],
  example: { body: { name: 'Stair core A' } },
})

export const updateSection = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/section/:sectionId',
  access: 'project:EDITOR',
  summary: 'Update a section’s name, color or position',
  body: atLeastOneOf({
    ...sectionFields,
    /** new position, from 1; the other sections shift */
    order: z.int().check(z.minimum(1), z.maximum(1000)),
  }),
  reply: z.array(Section),
  refuses: ['not_found', 'already_exists'],
  tells: ['section.updated'],
  example: { body: { name: 'Stair core B' } },
})

export const deleteSection = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/section/:sectionId',
  access: 'project:EDITOR',
  summary: 'Delete a section; its models and issues remain without a section',
  reply: null,
  refuses: ['not_found'],
  tells: ['section.updated', 'issue.updated', 'header.updated'],
})
