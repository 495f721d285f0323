import type { ProjectAction, TopicAction } from '@plumbline/contract/bcf/api-version'
import { issueStatuses } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueForRules,
  listStatusMoves,
} from '@plumbline/contract/issues/issues.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { ProjectMember } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Kept } from '../kept.ts'
import { spelt } from '../kept.ts'
import type { TopicRow } from '../topic-of.ts'

/** What the caller may do now, by the rules of issues. */

type Who = Pick<ProjectMember, 'user_id' | 'permission_level' | 'archived'>

export const projectActionsOf = ({ permission_level, archived }: Who): ProjectAction[] => [
  ...(permission_level === 'ADMIN' ? (['update'] as const) : []),
  ...(isLevelAtLeast(permission_level, 'CONTRIBUTOR') && !archived
    ? (['createTopic', 'createDocument'] as const)
    : []),
]

const edits: readonly TopicAction[] = [
  'update',
  'updateBimSnippet',
  'updateRelatedTopics',
  'updateDocumentReferences',
  'updateFiles',
]

function topicActionsOf(who: Who, issue: IssueForRules): TopicAction[] {
  const may = (action: 'EDIT' | 'COMMENT' | 'ATTACH' | 'DELETE') =>
    evaluateIssueAction(who, issue, action) === true
  if (who.archived) return []
  return [
    ...(may('EDIT') ? edits : []),
    ...(may('COMMENT') ? (['createComment'] as const) : []),
    ...(may('ATTACH') ? (['createViewpoint'] as const) : []),
    ...(may('DELETE') ? (['delete'] as const) : []),
  ]
}

/** What a member may do with topics that are not their own: the default that topics may differ from. */
export const topicDefaults = (who: Who): TopicAction[] =>
  topicActionsOf(who, { status: 'CLOSED', created_by: null, assignee_id: null, resolved_by: null })

export interface Evidence {
  has_proof: boolean
  comments_by_others: number
}

/** What was said of these issues, as the rules ask for it, in one statement. */
export async function evidenceOfAll(tx: Tx, rows: TopicRow[]): Promise<Map<string, Evidence>> {
  const ids = rows.map(({ id }) => id)
  const found = await sql<Evidence & { id: string }>`
    select i.id, (coalesce(said.has_proof, false) or exists (select from issue_attachments a
        where a.issue_id = i.id and a.round = i.round and a.kind = 'PHOTO')) as has_proof,
      coalesce(said.by_others, 0) as comments_by_others
    from issues i
    left join lateral (
      select bool_or(c.round = i.round) as has_proof,
        (count(*) filter (where c.created_by is distinct from i.created_by))::int as by_others
      from issue_comments c where c.issue_id = i.id and c.deleted_at is null
    ) said on true
    where i.id = any (${ids}::uuid[])`.execute(tx)
  return new Map(found.rows.map(({ id, ...evidence }) => [id, evidence]))
}

/** The word of the present status stands first, then those that the caller may choose now. */
export function topicAuthorization(who: Who, row: TopicRow, evidence: Evidence) {
  const issue = { ...row, ...evidence }
  const moves = who.archived
    ? []
    : listStatusMoves(who, issue).filter((to) => to !== 'RESOLVED' || evidence.has_proof)
  const kept = (row.kept as Kept | null) ?? {}
  return {
    topic_actions: topicActionsOf(who, issue),
    topic_status: [row.status, ...issueStatuses.filter((to) => moves.includes(to))].map((status) =>
      spelt('topic_status', status, kept),
    ),
  }
}
