import * as z from 'zod/mini'
import { LINE } from '../characters.ts'
import { prepared } from '../http.ts'
import { maxFilterLength } from './odata.ts'

/**
 * The BCF API as buildingSMART publishes it, in two versions over one implementation. What a version does not have is
 * left out of its schemas: of what is sent it is not read, of an answer it is dropped.
 */

export const bcfApiVersions = ['2.1', '3.0'] as const
export type BcfApiVersion = (typeof bcfApiVersions)[number]

/** Fields that only one of the two versions has. Their types are in both, so that one function answers both. */
export const versionFields = (version: BcfApiVersion) => ({
  since30: <S extends object>(shape: S): S => (version === '3.0' ? shape : ({} as S)),
  until21: <S extends object>(shape: S): S => (version === '2.1' ? shape : ({} as S)),
})

/** Programs write GUIDs of every kind, and in capitals. */
export const ProjectId = z.uuid().check(z.toLowerCase())
export const BcfGuid = z.guid().check(z.toLowerCase())

/** deeper than anything that the API knows */
const DEEPEST = 12

/** What is null is not there: the API means the same by both. Halves of characters cannot be stored. */
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

export const bcfBody = <S extends z.ZodMiniType>(schema: S) => prepared((sent) => dropNulls(sent), schema)

export const withAuthorization = { includeAuthorization: z.optional(z.string().check(z.maxLength(10))) }

/** rows of one answer; without `$top` as many */
export const maxRows = 10_000
const count = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))
const query = z.string().check(z.maxLength(maxFilterLength), z.regex(LINE))

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

/** What issues and their parts are told by, and who and where they name. */
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
