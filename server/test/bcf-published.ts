import { commentEventTypes, topicEventTypes } from '@plumbline/contract/bcf/api-events'
import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import * as z from 'zod/mini'

/**
 * buildingSMART's published schemas of BCF API replies, independent of our contract: required fields, types and enums.
 * Additional fields are allowed.
 */

const text = z.string()
const nullishText = z.nullish(text)
const list = <S extends z.ZodMiniType>(item: S) => z.nullish(z.array(item))

const projectAction = z.enum(['update', 'createTopic', 'createDocument'])
const topicAction = z.enum([
  'update',
  'updateBimSnippet',
  'updateRelatedTopics',
  'updateDocumentReferences',
  'updateFiles',
  'createComment',
  'createViewpoint',
  'delete',
])
const commentAction = z.enum(['update', 'delete'])

const xyz = z.looseObject({ x: z.number(), y: z.number(), z: z.number() })
const component = z.looseObject({
  ifc_guid: nullishText,
  originating_system: nullishText,
  authoring_tool_id: nullishText,
})

/** The actions of an event, with one of the published types each. */
const actionsOf = <T extends readonly [string, ...string[]]>(types: T) =>
  z.array(z.looseObject({ type: z.enum(types), value: z.nullish(text) })).check(z.minLength(1))

const shared = {
  project: z.looseObject({
    project_id: text,
    name: text,
    authorization: z.optional(z.looseObject({ project_actions: z.optional(z.array(projectAction)) })),
  }),
  bim_snippet: z.looseObject({
    snippet_type: text,
    is_external: z.boolean(),
    reference: text,
    reference_schema: text,
  }),
  document: z.looseObject({ guid: text, filename: text }),
  reference: z.looseObject({
    guid: text,
    document_guid: nullishText,
    url: nullishText,
    description: nullishText,
  }),
  related: z.looseObject({ related_topic_guid: text }),
  selection: z.looseObject({ selection: list(component) }),
  coloring: z.looseObject({ coloring: list(z.looseObject({ color: text, components: list(component) })) }),
  visibility: z.looseObject({
    visibility: z.looseObject({
      default_visibility: z.boolean(),
      exceptions: list(component),
      view_setup_hints: z.nullish(
        z.looseObject({
          spaces_visible: z.optional(z.boolean()),
          space_boundaries_visible: z.optional(z.boolean()),
          openings_visible: z.optional(z.boolean()),
        }),
      ),
    }),
  }),
  topicEvent: z.looseObject({
    topic_guid: text,
    date: text,
    author: text,
    actions: actionsOf(topicEventTypes),
    events: actionsOf(topicEventTypes),
  }),
  commentEvent: z.looseObject({
    comment_guid: text,
    topic_guid: text,
    date: text,
    author: text,
    actions: actionsOf(commentEventTypes),
    events: actionsOf(commentEventTypes),
  }),
  error: z.looseObject({ message: text }),
  user: z.looseObject({ id: text, name: nullishText }),
  auth: z.looseObject({
    oauth2_auth_url: nullishText,
    oauth2_token_url: nullishText,
    oauth2_dynamic_client_reg_url: nullishText,
    http_basic_supported: z.nullish(z.boolean()),
    supported_oauth2_flows: list(text),
  }),
  client: z.looseObject({ client_id: text, client_secret: text }),
  versions: z.looseObject({
    versions: z.array(
      z.looseObject({
        api_id: z.enum(['bcf', 'foundation']),
        version_id: text,
        detailed_version: z.optional(text),
        api_base_url: z.optional(text),
      }),
    ),
  }),
}

function extensionsOf(version: BcfApiVersion) {
  const words = z.nullable(z.array(z.nullable(text)))
  return z.looseObject({
    topic_type: words,
    topic_status: words,
    topic_label: words,
    snippet_type: words,
    priority: words,
    stage: words,
    [version === '3.0' ? 'users' : 'user_id_type']: words,
    project_actions: z.optional(z.array(projectAction)),
    topic_actions: z.optional(z.array(topicAction)),
    comment_actions: z.optional(z.array(commentAction)),
  })
}

const topicOf = (version: BcfApiVersion) =>
  z.looseObject({
    guid: text,
    ...(version === '3.0' ? { server_assigned_id: text } : {}),
    topic_type: nullishText,
    topic_status: nullishText,
    reference_links: list(text),
    title: text,
    priority: nullishText,
    index: z.nullish(z.int()),
    labels: list(z.nullable(text)),
    creation_date: text,
    creation_author: text,
    modified_date: z.optional(text),
    modified_author: nullishText,
    assigned_to: nullishText,
    stage: nullishText,
    description: nullishText,
    bim_snippet: z.nullish(shared.bim_snippet),
    due_date: nullishText,
    authorization: z.optional(
      z.looseObject({ topic_actions: z.optional(z.array(topicAction)), topic_status: list(text) }),
    ),
  })

const commentOf = z.looseObject({
  guid: text,
  date: text,
  author: text,
  comment: text,
  topic_guid: text,
  viewpoint_guid: nullishText,
  modified_date: nullishText,
  modified_author: nullishText,
  authorization: z.optional(z.looseObject({ comment_actions: z.optional(z.array(commentAction)) })),
})

function viewpointOf(version: BcfApiVersion) {
  const camera = { camera_view_point: xyz, camera_direction: xyz, camera_up_vector: xyz }
  const ratio = version === '3.0' ? { aspect_ratio: z.number() } : {}
  return z.looseObject({
    index: z.nullish(z.int()),
    guid: text,
    orthogonal_camera: z.nullish(z.looseObject({ ...camera, view_to_world_scale: z.number(), ...ratio })),
    perspective_camera: z.nullish(z.looseObject({ ...camera, field_of_view: z.number(), ...ratio })),
    lines: list(z.looseObject({ start_point: xyz, end_point: xyz })),
    clipping_planes: list(z.looseObject({ location: xyz, direction: xyz })),
    bitmaps: list(
      z.looseObject({
        guid: z.optional(text),
        bitmap_type: z.enum(['jpg', 'png']),
        location: xyz,
        normal: xyz,
        up: xyz,
        height: z.number(),
      }),
    ),
    snapshot: z.nullish(z.looseObject({ snapshot_type: z.enum(['jpg', 'png']) })),
    authorization: z.optional(z.looseObject({ viewpoint_actions: z.optional(z.array(z.literal('delete'))) })),
  })
}

const fileOf = (version: BcfApiVersion) =>
  z.looseObject({
    ifc_project: nullishText,
    ifc_spatial_structure_element: nullishText,
    [version === '3.0' ? 'filename' : 'file_name']: nullishText,
    date: nullishText,
    reference: nullishText,
  })

/** Schemas by the entity that they describe. */
export const getPublishedSchemas = (version: BcfApiVersion) => ({
  ...shared,
  extensions: extensionsOf(version),
  topic: topicOf(version),
  comment: commentOf,
  viewpoint: viewpointOf(version),
  file: fileOf(version),
  fileInformation: z.looseObject({
    display_information: z.array(z.looseObject({ field_display_name: text, field_value: text })),
    file: fileOf(version),
  }),
})
