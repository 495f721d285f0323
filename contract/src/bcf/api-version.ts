import * as z from 'zod/mini'
import { LINE_PATTERN } from '../characters.ts'
import { prepareInput } from '../http.ts'
import { maxFilterLength } from './odata.ts'

/**
 * Two versions of buildingSMART's BCF API over one implementation. The schemas of a version contain its fields only, so
 * unknown fields of a request are ignored and those of a reply dropped.
 */

export const bcfApiVersions = ['2.1', '3.0'] as const
export type BcfApiVersion = (typeof bcfApiVersions)[number]

/** Fields of one version only. Their types exist in both, so that one handler serves both. */
export const versionFields = (version: BcfApiVersion) => ({
  since30: <S extends object>(shape: S): S => (version === '3.0' ? shape : ({} as S)),
  until21: <S extends object>(shape: S): S => (version === '2.1' ? shape : ({} as S)),
})

/** Clients send GUIDs of any UUID version, and in capitals. */
export const ProjectId = z.uuid().check(z.toLowerCase())
export const BcfGuid = z.guid().check(z.toLowerCase())

/** nesting beyond any schema of the API */
const DEEPEST = 12

/** Removes null fields, which mean the same as missing ones, and repairs lone surrogates, which cannot be stored. */
function* dropNulls(value: unknown, depth = 0): Generator<void, unknown> {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  yield
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (item !== null) items.push(typeof item === 'number' ? item : yield* dropNulls(item, depth + 1))
      if (items.length % 100 === 0) yield
    }
    return items
  }
  const present: [string, unknown][] = []
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name]
    if (item !== null) present.push([name, yield* dropNulls(item, depth + 1)])
    if (present.length % 100 === 0) yield
  }
  return Object.fromEntries(present)
}

export const bcfBody = <S extends z.ZodMiniType>(schema: S) => prepareInput((sent) => dropNulls(sent), schema)

export const withAuthorization = { includeAuthorization: z.optional(z.string().check(z.maxLength(10))) }

/** maximum and default of `$top` */
export const maxRows = 10_000
const count = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))
const query = z.string().check(z.maxLength(maxFilterLength), z.regex(LINE_PATTERN))

export const odata = {
  $filter: z.optional(query),
  $orderby: z.optional(query),
  $top: z.optional(count),
  $skip: z.optional(count),
}

export const topicActions = [
  'update',
  'updateBimSnippet',
  'updateRelatedTopics',
  'updateDocumentReferences',
  'updateFiles',
  'createComment',
  'createViewpoint',
  'delete',
] as const
export type TopicAction = (typeof topicActions)[number]
export const projectActions = ['update', 'createTopic', 'createDocument'] as const
export type ProjectAction = (typeof projectActions)[number]
export const commentActions = ['update', 'delete'] as const

export const bcfProjectsPath = (version: BcfApiVersion) => `/bcf/${version}/projects` as const

/** Events that invalidate replies with topics, their parts, people and places. */
export const topicEvents = [
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.updated',
  'project.updated',
  'member.updated',
  'member.removed',
  'user.updated',
] as const
