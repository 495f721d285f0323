import * as z from 'zod/mini'
import { LineField, TextField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import {
  type BcfApiVersion,
  BcfGuid,
  bcfBody,
  bcfProjectsPath,
  odata,
  ProjectId,
  topicActions,
  topicEvents,
  versionFields,
  withAuthorization,
} from './api-version.ts'

export const TopicRef = z.object({ id: ProjectId, topicGuid: BcfGuid })

const Word = LineField(0, 120)
const Snippet = z.object({
  snippet_type: LineField(0, 200),
  is_external: z._default(z.boolean(), false),
  reference: LineField(0, 2000),
  reference_schema: LineField(0, 2000),
})

const shared = {
  title: LineField(1, 255),
  topic_type: z.optional(Word),
  topic_status: z.optional(Word),
  priority: z.optional(Word),
  stage: z.optional(LineField(0, 60)),
  description: z.optional(TextField(10_000)),
  /** deprecated in 3.0 */
  index: z.optional(z.int()),
  labels: z.optional(z.array(LineField(0, 600)).check(z.maxLength(120))),
  reference_links: z.optional(z.array(LineField(1, 2000)).check(z.maxLength(100))),
  assigned_to: z.optional(LineField(0, 254)),
  due_date: z.optional(LineField(0, 40)),
  bim_snippet: z.optional(Snippet),
}
export const TopicFields = z.object(shared)
export type TopicFields = z.output<typeof TopicFields>

function topicOf(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  const text = z.optional(z.string())
  return z.object({
    guid: z.string(),
    ...since30({ server_assigned_id: z.string() }),
    title: z.string(),
    topic_type: text,
    topic_status: text,
    priority: text,
    stage: text,
    description: text,
    index: z.optional(z.number()),
    labels: z.array(z.string()),
    reference_links: z.optional(z.array(z.string())),
    creation_date: z.string(),
    creation_author: z.string(),
    modified_date: text,
    modified_author: text,
    assigned_to: text,
    due_date: text,
    bim_snippet: z.optional(
      z.object({
        snippet_type: z.string(),
        is_external: z.boolean(),
        reference: z.string(),
        reference_schema: z.string(),
      }),
    ),
    authorization: z.optional(
      z.object({ topic_actions: z.array(z.enum(topicActions)), topic_status: z.array(z.string()) }),
    ),
  })
}
export type TopicReply = z.output<ReturnType<typeof topicOf>>

/** A header file; 2.1 calls its name `file_name`. Imported values may be longer than these limits. */
function fileOf(
  version: BcfApiVersion,
  text = (most: number): z.ZodMiniType<string, string> => LineField(0, most),
) {
  const { since30, until21 } = versionFields(version)
  const name = z.optional(text(500))
  return z.object({
    ifc_project: z.optional(text(100)),
    ifc_spatial_structure_element: z.optional(text(100)),
    ...since30({ filename: name }),
    ...until21({ file_name: name }),
    date: z.optional(text(40)),
    reference: z.optional(text(2000)),
  })
}
const fileReply = (version: BcfApiVersion) => fileOf(version, () => z.string())

export function topicServices(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  const at = `${bcfProjectsPath(version)}/:id/topics` as const
  const Topic = topicOf(version)
  return {
    listTopics: endpoint({
      method: 'GET',
      path: at,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: the issues of a project as topics, filtered and ordered by OData`,
      query: z.object({ ...odata, ...withAuthorization }),
      reply: z.array(Topic),
      refuses: ['too_large'],
      hears: [...topicEvents, 'level.updated', 'section.updated', 'project.updated'],
    }),
    postTopic: endpoint({
      method: 'POST',
      path: at,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: create an issue`,
      body: bcfBody(z.object({ ...shared, ...since30({ guid: z.optional(BcfGuid) }) })),
      reply: Topic,
      status: 201,
      refuses: ['already_exists', 'wrong_state'],
      tells: ['issue.created', 'issue.updated'],
      example: { body: { title: 'Duct meets beam', topic_type: 'Clash', priority: 'High' } },
    }),
    getTopic: endpoint({
      method: 'GET',
      path: `${at}/:topicGuid`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: one issue as a topic`,
      params: TopicRef,
      query: z.object(withAuthorization),
      reply: Topic,
      hears: [...topicEvents, 'level.updated', 'section.updated', 'project.updated'],
    }),
    putTopic: endpoint({
      method: 'PUT',
      path: `${at}/:topicGuid`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: replace a topic: omitted fields become empty, fields unknown to BCF stay`,
      params: TopicRef,
      body: bcfBody(TopicFields),
      reply: Topic,
      refuses: ['forbidden', 'stale', 'wrong_state'],
      tells: ['issue.updated'],
      example: { body: { title: 'Duct meets beam B12', topic_type: 'Clash', priority: 'High' } },
    }),
    deleteTopic: endpoint({
      method: 'DELETE',
      path: `${at}/:topicGuid`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: delete an issue; it can be restored for 30 days`,
      params: TopicRef,
      reply: null,
      status: 200,
      refuses: ['forbidden', 'stale'],
      tells: ['issue.deleted'],
    }),
  }
}

/** Endpoints for the parts of a topic: snippet, header files and related topics. */
export function topicPartServices(version: BcfApiVersion) {
  const at = `${bcfProjectsPath(version)}/:id/topics/:topicGuid` as const
  const [File, Related] = [fileReply(version), z.object({ related_topic_guid: BcfGuid })]
  const isPart = { params: TopicRef, hears: topicEvents } as const
  const isWrite = { access: 'project:CONTRIBUTOR', params: TopicRef, tells: ['issue.updated'] } as const
  return {
    getSnippet: endpoint({
      method: 'GET',
      path: `${at}/snippet`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: the file of a topic’s BIM snippet`,
      params: TopicRef,
      reply: bytes('application/octet-stream'),
      refuses: ['not_found'],
    }),
    putSnippet: endpoint({
      method: 'PUT',
      path: `${at}/snippet`,
      ...isWrite,
      summary: `BCF API ${version}: upload the file of a topic’s BIM snippet as the body, with its name in Content-Disposition`,
      upload: { accepts: ['*/*'], max_bytes: 25_000_000, in_body: true },
      reply: null,
      status: 200,
      refuses: ['forbidden'],
    }),
    getFiles: endpoint({
      method: 'GET',
      path: `${at}/files`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: the header files of a topic`,
      ...isPart,
      reply: z.array(File),
    }),
    putFiles: endpoint({
      method: 'PUT',
      path: `${at}/files`,
      ...isWrite,
      summary: `BCF API ${version}: replace the header files of a topic`,
      body: bcfBody(z.array(fileOf(version)).check(z.maxLength(200))),
      reply: z.array(File),
      refuses: ['forbidden'],
      example: { body: [{ reference: 'architecture', date: '2026-11-02T08:00:00Z' }] },
    }),
    getRelatedTopics: endpoint({
      method: 'GET',
      path: `${at}/related_topics`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: related topics of a topic`,
      ...isPart,
      reply: z.array(Related),
    }),
    putRelatedTopics: endpoint({
      method: 'PUT',
      path: `${at}/related_topics`,
      ...isWrite,
      summary: `BCF API ${version}: replace the related topics of a topic, among those that the caller sees`,
      body: bcfBody(z.array(Related).check(z.maxLength(100))),
      reply: z.array(Related),
      refuses: ['forbidden', 'conflict'],
      example: { body: [] },
    }),
  }
}

/** 3.0 only: models that header files can refer to. */
export const fileInformation = (version: '3.0') =>
  endpoint({
    method: 'GET',
    path: `${bcfProjectsPath(version)}/:id/files_information`,
    access: 'project:VIEWER',
    summary: `BCF API ${version}: the models of a project, for putFiles`,
    reply: z.array(
      z.object({
        display_information: z.array(z.object({ field_display_name: z.string(), field_value: z.string() })),
        file: fileReply(version),
      }),
    ),
    hears: ['header.updated', 'variant.updated'],
  })
