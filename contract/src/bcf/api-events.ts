import * as z from 'zod/mini'
import { endpoint } from '../http.ts'
import { CommentRef } from './api-comments.ts'
import { TopicRef } from './api-topics.ts'
import { type BcfApiVersion, bcfProjectsPath, odata, topicEvents } from './api-version.ts'

export const topicEventTypes = [
  'topic_created',
  'title_updated',
  'description_updated',
  'description_removed',
  'status_updated',
  'type_updated',
  'priority_updated',
  'priority_removed',
  'due_date_updated',
  'due_date_removed',
  'assigned_to_updated',
  'assigned_to_removed',
  'label_added',
  'label_removed',
  'stage_added',
  'stage_updated',
  'stage_removed',
] as const
export const commentEventTypes = [
  'comment_created',
  'comment_text_updated',
  'viewpoint_updated',
  'viewpoint_removed',
] as const

/** The published schemas call the list `actions`, the examples `events`: clients expect either. */
const told = <T extends readonly string[]>(types: T) => {
  const list = z.array(z.object({ type: z.enum(types), value: z.nullable(z.string()) })).check(z.minLength(1))
  return { date: z.string(), author: z.string(), actions: list, events: list }
}
const TopicEvent = z.object({ topic_guid: z.string(), ...told(topicEventTypes) })
const CommentEvent = z.object({
  comment_guid: z.string(),
  topic_guid: z.string(),
  ...told(commentEventTypes),
})
export type TopicEvent = z.output<typeof TopicEvent>
export type CommentEvent = z.output<typeof CommentEvent>

export function eventServices(version: BcfApiVersion) {
  const at = `${bcfProjectsPath(version)}/:id/topics` as const
  const isList = {
    method: 'GET',
    access: 'project:VIEWER',
    query: z.object(odata),
    hears: [...topicEvents, 'level.updated', 'section.updated', 'project.updated'],
  } as const
  return {
    listTopicsEvents: endpoint({
      ...isList,
      path: `${at}/events`,
      summary: `BCF API ${version}: events of all topics of a project`,
      reply: z.array(TopicEvent),
    }),
    listTopicEvents: endpoint({
      ...isList,
      path: `${at}/:topicGuid/events`,
      params: TopicRef,
      summary: `BCF API ${version}: events of a topic`,
      reply: z.array(TopicEvent),
    }),
    listCommentsEvents: endpoint({
      ...isList,
      path: `${at}/comments/events`,
      summary: `BCF API ${version}: events of all comments of a project`,
      reply: z.array(CommentEvent),
    }),
    listCommentEvents: endpoint({
      ...isList,
      path: `${at}/:topicGuid/comments/:commentGuid/events`,
      params: CommentRef,
      summary: `BCF API ${version}: events of a comment`,
      reply: z.array(CommentEvent),
    }),
  }
}
