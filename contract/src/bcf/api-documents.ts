import * as z from 'zod/mini'
import { Id, LineField, TextField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { maxAttachmentBytes } from '../issues/attachments.ts'
import { TopicRef } from './api-topics.ts'
import {
  type BcfApiVersion,
  BcfGuid,
  bcfBody,
  bcfProjectsPath,
  ProjectId,
  topicEvents,
  versionFields,
} from './api-version.ts'

export const ReferenceRef = z.extend(TopicRef, { referenceGuid: BcfGuid })

const shared = {
  document_guid: z.optional(BcfGuid),
  url: z.optional(LineField(1, 2000)),
  description: z.optional(TextField(2000)),
}
const isOneOfTwo = z.refine<{ document_guid?: string; url?: string }>(
  ({ document_guid, url }) => (document_guid === undefined) !== (url === undefined),
  { error: 'Either document_guid or url', path: ['url'] },
)
export const ReferenceFields = z.object(shared)
export type ReferenceFields = z.output<typeof ReferenceFields>
const text = z.optional(z.string())
const Reference = z.object({ guid: z.string(), document_guid: text, url: text, description: text })
const BcfDocument = z.object({ guid: z.string(), filename: z.string() })

export function documentServices(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  const at = bcfProjectsPath(version)
  const references = `${at}/:id/topics/:topicGuid/document_references` as const
  const url = 'https://example.com/requirements.pdf'
  return {
    listReferences: endpoint({
      method: 'GET',
      path: references,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: document references of a topic, its attachments included`,
      params: TopicRef,
      reply: z.array(Reference),
      hears: topicEvents,
    }),
    postReference: endpoint({
      method: 'POST',
      path: references,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: add a reference to a URL or to a document of the project`,
      params: TopicRef,
      body: bcfBody(z.extend(ReferenceFields, since30({ guid: z.optional(BcfGuid) })).check(isOneOfTwo)),
      reply: Reference,
      status: 201,
      refuses: ['not_found', 'forbidden', 'already_exists', 'conflict'],
      tells: ['issue.updated'],
      example: { body: { url, description: 'What the law asks for' } },
    }),
    putReference: endpoint({
      method: 'PUT',
      path: `${references}/:referenceGuid`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: update a reference`,
      params: ReferenceRef,
      body: bcfBody(ReferenceFields.check(isOneOfTwo)),
      reply: Reference,
      refuses: ['not_found', 'forbidden', 'conflict', 'stale'],
      tells: ['issue.updated'],
      example: { body: { url, description: 'As of this year' } },
    }),
    listDocuments: endpoint({
      method: 'GET',
      path: `${at}/:id/documents`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: documents of a project: attachments of visible issues, and uploads without an issue`,
      reply: z.array(BcfDocument),
      refuses: ['too_large'],
      hears: topicEvents,
    }),
    postDocument: endpoint({
      method: 'POST',
      path: `${at}/:id/documents`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: upload a document as the body, with its name in Content-Disposition`,
      query: z.object({ guid: z.optional(Id) }),
      upload: { accepts: ['*/*'], max_bytes: maxAttachmentBytes, in_body: true },
      reply: BcfDocument,
      status: 201,
      refuses: ['already_exists', 'unsupported_type'],
      tells: ['project.updated'],
    }),
    getDocument: endpoint({
      method: 'GET',
      path: `${at}/:id/documents/:documentGuid`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: download a document; of a photo the rendition with markup`,
      params: z.object({ id: ProjectId, documentGuid: BcfGuid }),
      reply: bytes('*/*'),
      refuses: ['not_found'],
    }),
  }
}
