import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant } from '../fields.ts'
import { FileNameField } from '../file-names.ts'
import { bytes, endpoint } from '../http.ts'
import { Level, Section } from '../projects/projects.ts'
import { Trade } from '../projects/trades.ts'

export const headerTypes = ['MODEL', 'DRAWING', 'POINT_CLOUD', 'REFERENCE'] as const
export const variantStates = ['UPLOADING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'STOPPED'] as const
export type VariantState = (typeof variantStates)[number]
export const variantStages = ['VALIDATE', 'PARSE', 'GEOMETRY', 'INDEX', 'TILES', 'DIFF', 'CHECK'] as const
export const cdeStates = ['WIP', 'SHARED', 'PUBLISHED', 'ARCHIVED'] as const
/** ISO 19650: work in progress, coordination, information, review and comment, stage approval */
export const suitabilities = ['S0', 'S1', 'S2', 'S3', 'S4'] as const

/** An immutable version of a file with its upload, processing and result. */
export const Variant = z.object({
  id: Id,
  header_id: Id,
  version: z.number(),
  file_name: z.string(),
  size_bytes: z.number(),
  /** while UPLOADING: the announced checksum, if any */
  sha256: z.nullable(z.string()),
  state: z.enum(variantStates),
  stage: z.nullable(z.enum(variantStages)),
  /** 0 to 100 over all stages */
  progress: z.number(),
  error: z.nullable(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
  ifc_schema: z.nullable(z.string()),
  counts: z.nullable(z.record(z.string(), z.number())),
  /** `which` names the first few elements or statements that a warning is about */
  warnings: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      count: z.number(),
      which: z.optional(z.array(z.string())),
    }),
  ),
  /** count of elements whose shape could not be converted */
  not_shown: z.number(),
  /** the version that people open: the newest COMPLETED one, or one made current since */
  is_current: z.boolean(),
  cde_state: z.enum(cdeStates),
  suitability: z.nullable(z.enum(suitabilities)),
  /**
   * where its artefacts are: a part of their path. While a large model is PROCESSING for the first time, as soon as
   * there is one, its first storey; null before
   */
  artefacts_key: z.nullable(z.string()),
  /** the chunk of its largest elements, which can be fetched along with the manifest; null: chunk-0.pack of its artefacts */
  shell_file: z.nullable(z.string()),
  /** whether the model has a georeference of its own; null: not known, such as while it is PROCESSING */
  is_georeferenced: z.nullable(z.boolean()),
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
  trade: Trade,
  level_id: z.nullable(Id),
  section_id: z.nullable(Id),
  created_at: Instant,
  open_issues: z.number(),
  /** count of versions outside of the trash */
  versions: z.number(),
  /** the version that people open, null while none is COMPLETED */
  current: z.nullable(Variant),
  /** the newest version, whatever its state */
  latest: z.nullable(Variant),
})
export type Header = z.output<typeof Header>

const headerFields = {
  name: FileNameField(200),
  type_of: z.enum(headerTypes),
  trade: Trade,
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

export const headerGroups = ['level', 'trade', 'section'] as const
export type HeaderGroup = (typeof headerGroups)[number]

export const listHeaders = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header',
  access: 'project:VIEWER',
  summary:
    'Files of a project. group_by=level groups them, lowest level first and “Whole building” (null) last; section likewise in the sections’ order; trade by the trades that have files',
  query: z.object({ group_by: z.optional(z.enum(headerGroups)) }),
  reply: z.union([
    z.array(z.object({ level: z.nullable(Level), headers: z.array(Header) })),
    z.array(z.object({ section: z.nullable(Section), headers: z.array(Header) })),
    z.array(z.object({ trade: Trade, headers: z.array(Header) })),
    z.array(Header),
  ]),
  // counts visible issues, which for contributors depends on a setting of the project
  hears: [...headerEvents, 'level.updated', 'section.updated', 'project.updated', 'user.updated'],
})

export const createHeader = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header',
  access: 'project:EDITOR',
  summary: 'Create a file; versions are then uploaded to it',
  body: z.extend(z.partial(z.object(headerFields)), { name: headerFields.name }),
  reply: Header,
  refuses: ['conflict'],
  status: 201,
  tells: ['header.updated'],
  example: { body: { name: 'Architecture', type_of: 'MODEL', trade: 'ARCHITECTURE' } },
})

export const updateHeader = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/bim-file-header/:headerId',
  access: 'project:EDITOR',
  summary:
    'Rename or move a file; names need not be unique. Its type can change only while it has had no version',
  body: atLeastOneOf(headerFields),
  reply: Header,
  refuses: ['wrong_state'],
  tells: ['header.updated'],
  example: { body: { name: 'Architecture, tower' } },
})

export const deleteHeader = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/bim-file-header/:headerId',
  access: 'project:EDITOR',
  summary:
    'Put a file with its versions into the trash for 30 days; what is being processed stops. A file of which nothing was ever stored goes at once. Issues keep their places',
  reply: null,
  tells: ['header.updated'],
})

/** A deleted file, or a deleted version of an existing file. */
export const DeletedFile = z.object({
  header_id: Id,
  /** null: the whole file */
  variant_id: z.nullable(Id),
  name: z.string(),
  type_of: z.enum(headerTypes),
  version: z.nullable(z.number()),
  deleted_at: Instant,
  deleted_by_name: z.nullable(z.string()),
  /** end of the retention period, after which it cannot be restored */
  purged_at: Instant,
})
export type DeletedFile = z.output<typeof DeletedFile>

export const listDeletedFiles = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/trash',
  access: 'project:EDITOR',
  summary: 'Files and versions in the trash, newest first',
  reply: z.array(DeletedFile),
  hears: ['header.updated', 'variant.updated'],
})

export const restoreHeader = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/restore',
  access: 'project:EDITOR',
  summary: 'Restore a file from the trash, with the versions deleted with it',
  reply: Header,
  refuses: ['wrong_state', 'conflict'],
  tells: ['header.updated'],
})

export const purgeDeletedFile = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/trash/purge',
  access: 'project:ADMIN',
  unpaid: 'allowed',
  summary: 'Delete a file or version in the trash permanently, with its bytes; issues keep their anchors',
  body: z.object({
    header_id: Id,
    /** null: the whole file */
    variant_id: z.nullable(Id),
  }),
  reply: null,
  refuses: ['wrong_state'],
  tells: ['header.updated'],
  example: { body: { header_id: '5b0d3c9e-6f0a-4f6e-9a57-4a1f5a1c2b3d', variant_id: null } },
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
  summary:
    'Announce a new version; its bytes are then sent by tus 1.0 to upload_url. Models: ifc, ifcxml, ifczip; drawings: pdf, png, jpg, svg, dxf; point clouds: las, laz, e57, ply; references: glb, obj',
  body: z.object({
    file_name: FileNameField(255),
    size_bytes: z.int().check(z.minimum(0), z.maximum(2 ** 40)),
    /** hex; if given, received bytes that do not match end FAILED */
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  reply: z.object({
    variant: Variant,
    upload_url: z.string(),
    /** value of the tus Upload-Metadata header for this version */
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

export const updateVariant = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId',
  access: 'project:EDITOR',
  summary:
    'Say what a version may be used for: its CDE state and suitability (ISO 19650); only an ADMIN publishes',
  body: atLeastOneOf({ cde_state: z.enum(cdeStates), suitability: z.nullable(z.enum(suitabilities)) }),
  reply: Variant,
  refuses: ['forbidden'],
  tells: ['variant.updated'],
  example: { body: { cde_state: 'SHARED', suitability: 'S1' } },
})

export const makeVariantCurrent = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/current',
  access: 'project:EDITOR',
  summary: 'Make an older version current, until a newer one is uploaded',
  reply: Variant,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const confirmVariant = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/confirm',
  access: 'project:EDITOR',
  summary: 'Say that a version of which little was found again is the right file: issues follow it',
  reply: null,
  refuses: ['not_found', 'wrong_state'],
  tells: ['variant.updated'],
})

export const deleteVariant = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId',
  access: 'project:EDITOR',
  summary:
    'Put a version into the trash for 30 days; the one that was current before it is then current again. The only version that is ready goes only with last=true. An upload that has not ended is given up',
  query: z.object({ last: z.optional(z.enum(['true'])) }),
  reply: null,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const restoreVariant = endpoint({
  method: 'POST',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/restore',
  access: 'project:EDITOR',
  summary: 'Restore a version from the trash',
  reply: Variant,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const downloadVariant = endpoint({
  method: 'GET',
  path: '/api/project/:id/bim-file-header/:headerId/bim-file-variant/:variantId/file',
  access: 'project:VIEWER',
  summary: 'Download the uploaded file, whole or the requested Range',
  reply: bytes('application/octet-stream'),
})

/** A storey of a model that matches no level of the project. */
export const ProposedLevel = z.object({
  ifc_guid: z.string(),
  name: z.string(),
  elevation_m: z.number(),
  /** files with this storey */
  header_ids: z.array(Id),
})
export type ProposedLevel = z.output<typeof ProposedLevel>

export const proposedLevels = endpoint({
  method: 'GET',
  path: '/api/project/:id/level/proposal',
  access: 'project:EDITOR',
  summary:
    'Storeys of the current models that are no levels yet, lowest first. A storey is a level when the GlobalId, the name, or the elevation (within 0.3 m) is the same; storeys of several models are merged alike',
  reply: z.array(ProposedLevel),
  hears: ['level.updated', 'header.updated', 'variant.updated'],
})

export const addProposedLevels = endpoint({
  method: 'POST',
  path: '/api/project/:id/level/proposal',
  access: 'project:EDITOR',
  summary: 'Create levels from proposed storeys: the given ones, or all',
  body: z.object({ ifc_guids: z.optional(z.array(z.string()).check(z.maxLength(1000))) }),
  reply: z.array(Level),
  tells: ['level.updated'],
  example: { body: {} },
})
