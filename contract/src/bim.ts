import * as z from 'zod/mini'
import { changes, Id, Instant, Line } from './fields.ts'
import { bytes, endpoint } from './http.ts'
import { Level } from './projects.ts'
import { trades } from './trades.ts'

export const headerTypes = ['MODEL', 'DRAWING', 'POINT_CLOUD', 'REFERENCE'] as const
export const variantStates = ['UPLOADING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'STOPPED'] as const
export type VariantState = (typeof variantStates)[number]
export const variantStages = ['VALIDATE', 'PARSE', 'GEOMETRY', 'INDEX', 'TILES', 'DIFF', 'CHECK'] as const
export const cdeStates = ['WIP', 'SHARED', 'PUBLISHED', 'ARCHIVED'] as const

/** An immutable version of a file: its upload, its processing and what came of it. */
export const Variant = z.object({
  id: Id,
  header_id: Id,
  version: z.number(),
  file_name: z.string(),
  size_bytes: z.number(),
  sha256: z.nullable(z.string()),
  state: z.enum(variantStates),
  stage: z.nullable(z.enum(variantStages)),
  /** 0 to 100 of the whole processing */
  progress: z.number(),
  error: z.nullable(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
  ifc_schema: z.nullable(z.string()),
  counts: z.nullable(z.record(z.string(), z.number())),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
  /** how many elements have a shape in the file that could not be shown */
  not_shown: z.number(),
  is_current: z.boolean(),
  cde_state: z.enum(cdeStates),
  /** where its artefacts are: a part of the artefact's path, null until COMPLETED */
  artefacts_key: z.nullable(z.string()),
  created_by: z.nullable(Id),
  created_by_name: z.string(),
  created_at: Instant,
  processed_at: z.nullable(Instant),
})
export type Variant = z.output<typeof Variant>

export const Header = z.object({
  id: Id,
  name: z.string(),
  type_of: z.enum(headerTypes),
  trade: z.enum(trades),
  level_id: z.nullable(Id),
  section_id: z.nullable(Id),
  created_at: Instant,
  open_issues: z.number(),
  /** the version that people open: the newest COMPLETED one */
  current: z.nullable(Variant),
  /** the newest version, whatever its state */
  latest: z.nullable(Variant),
})
export type Header = z.output<typeof Header>

const headerFields = {
  name: Line(1, 200),
  type_of: z.enum(headerTypes),
  trade: z.enum(trades),
  level_id: z.nullable(Id),
  section_id: z.nullable(Id),
}

const headerEvents = [
  'header.updated',
  'variant.updated',
  'issue.created',
  'issue.updated',
  'issue.deleted',
] as const

export const listHeaders = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header',
  access: 'project:VIEWER',
  summary: 'Files of a project; group_by=level groups them, lowest level first and “Whole building” last',
  query: z.object({ group_by: z.optional(z.enum(['level'])) }),
  reply: z.union([
    z.array(z.object({ level: z.nullable(Level), headers: z.array(Header) })),
    z.array(Header),
  ]),
  hears: [...headerEvents, 'level.updated', 'user.updated'],
})

export const createHeader = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header',
  access: 'project:EDITOR',
  summary: 'Create a file, to which versions are then uploaded',
  body: z.extend(z.partial(z.object(headerFields)), { name: headerFields.name }),
  reply: Header,
  status: 201,
  tells: ['header.updated'],
  example: { body: { name: 'Architecture', type_of: 'MODEL', trade: 'ARCHITECTURE' } },
})

export const updateHeader = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/bim-file-header/:headerId',
  access: 'project:EDITOR',
  summary: 'Rename or move a file',
  body: changes({
    name: headerFields.name,
    trade: headerFields.trade,
    level_id: headerFields.level_id,
    section_id: headerFields.section_id,
  }),
  reply: Header,
  tells: ['header.updated'],
  example: { body: { name: 'Architecture, tower' } },
})

export const listVariants = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant',
  access: 'project:VIEWER',
  summary: 'Versions of a file, newest first',
  reply: z.array(Variant),
  hears: ['variant.updated', 'header.updated', 'user.updated'],
})

export const createVariant = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant',
  access: 'project:EDITOR',
  summary: 'Announce a new version; its bytes are then sent by tus 1.0 to upload_url',
  body: z.object({
    file_name: Line(1, 255),
    size_bytes: z.int().check(z.minimum(0), z.maximum(2 ** 40)),
    /** hex; when given, the received bytes must match */
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  reply: z.object({
    variant: Variant,
    upload_url: z.string(),
    /** the tus Upload-Metadata header value that names this version */
    upload_metadata: z.string(),
  }),
  status: 201,
  refuses: ['too_large', 'unsupported_type', 'not_a_model'],
  tells: ['variant.updated'],
  example: { body: { file_name: 'architecture.ifc', size_bytes: 2380763 } },
})

export const stopVariant = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/stop',
  access: 'project:EDITOR',
  summary: 'Stop the processing of a version that is queued or processing',
  reply: Variant,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const restartVariant = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/restart',
  access: 'project:EDITOR',
  summary: 'Process a failed or stopped version again; a completed one only with force',
  body: z.optional(z.object({ force: z.optional(z.boolean()) })),
  reply: Variant,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const downloadVariant = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/file',
  access: 'project:VIEWER',
  summary: 'The uploaded file as it was',
  reply: bytes('application/x-step'),
})

export const getArtefact = endpoint({
  method: 'GET',
  path: '/api/project/:id/model/:variantId/:key/:name',
  access: 'project:VIEWER',
  summary:
    'A part of a converted model: manifest.json, structure.json, props-n.json, chunk-n.pack, report.json, thumbnail.png',
  params: z.object({
    id: Id,
    variantId: Id,
    key: z.string().check(z.regex(/^[0-9a-z-]{1,80}$/)),
    name: z.string().check(z.regex(/^[a-z]+(-\d{1,6})?\.(json|pack|png)$/)),
  }),
  reply: bytes('application/octet-stream'),
})
