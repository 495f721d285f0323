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
import { buildHasProof } from '../../issues/proof.ts'
import type { TopicRow } from '../build-topic.ts'
import type { PreservedFields } from '../preserved-fields.ts'
import { formatPreservedCode } from '../preserved-fields.ts'

/** BCF authorizations, derived from the permission rules of issues. */

type Caller = Pick<ProjectMember, 'user_id' | 'permission_level' | 'archived'>

export const listProjectActions = ({ permission_level, archived }: Caller): ProjectAction[] => [
  ...(permission_level === 'ADMIN' ? (['update'] as const) : []),
  ...(isLevelAtLeast(permission_level, 'CONTRIBUTOR') && !archived
    ? (['createTopic', 'createDocument'] as const)
    : []),
]

const editActions: readonly TopicAction[] = [
  'update',
  'updateBimSnippet',
  'updateRelatedTopics',
  'updateDocumentReferences',
  'updateFiles',
]

function listTopicActions(caller: Caller, issue: IssueForRules): TopicAction[] {
  const may = (action: 'EDIT' | 'COMMENT' | 'ATTACH' | 'DELETE') =>
    evaluateIssueAction(caller, issue, action) === true
  if (caller.archived) return []
  return [
    ...(may('EDIT') ? editActions : []),
    ...(may('COMMENT') ? (['createComment'] as const) : []),
    ...(may('ATTACH') ? (['createViewpoint'] as const) : []),
    ...(may('DELETE') ? (['delete'] as const) : []),
  ]
}

/** Actions on topics of other people: the project's default, which a single topic may extend. */
export const listDefaultTopicActions = (caller: Caller): TopicAction[] =>
  listTopicActions(caller, { status: 'CLOSED', created_by: null, assignee_id: null, resolved_by: null })

export interface ResolutionEvidence {
  has_proof: boolean
  comments_by_others: number
}

/** Proofs and comment counts of these issues, as the status rules need them, in one query. */
export async function listEvidenceByIssue(
  tx: Tx,
  rows: TopicRow[],
  caller: Pick<ProjectMember, 'user_id'>,
): Promise<Map<string, ResolutionEvidence>> {
  const ids = rows.map(({ id }) => id)
  // past visible.ts: callers pass rows that they selected by `visibleIssues`
  const found = await sql<ResolutionEvidence & { id: string }>`
    select i.id, ${buildHasProof('i', caller.user_id)} as has_proof,
      (select count(*)::int from issue_comments c where c.issue_id = i.id and c.deleted_at is null
        and c.created_by is distinct from i.created_by) as comments_by_others
    from issues i
    where i.id = any (${ids}::uuid[])`.execute(tx)
  return new Map(found.rows.map(({ id, ...evidence }) => [id, evidence]))
}

/** `topic_status` lists the current status first, then the statuses that the caller may set. */
export function buildTopicAuthorization(caller: Caller, row: TopicRow, evidence: ResolutionEvidence) {
  const issue = { ...row, ...evidence }
  const moves = caller.archived
    ? []
    : listStatusMoves(caller, issue).filter((to) => to !== 'RESOLVED' || evidence.has_proof)
  const preserved = (row.preserved as PreservedFields | null) ?? {}
  return {
    topic_actions: listTopicActions(caller, issue),
    topic_status: [row.status, ...issueStatuses.filter((to) => moves.includes(to))].map((status) =>
      formatPreservedCode('topic_status', status, preserved, row.vocabulary),
    ),
  }
}
