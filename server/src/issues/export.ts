import { issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import type { UserCtx } from '../context.ts'
import { findProjectMember } from '../projects/project-roles.ts'
import { type ExportPart, readAllPages } from '../users/export-parts.ts'
import { isVisibleTo } from './visible.ts'

const columns = [
  'issues.id',
  'issues.project_id',
  'issues.number',
  'issues.status',
  ...issueFieldNames.map((field) => `issues.${field}` as const),
  'issues.custom_fields',
  'issues.created_by',
  'issues.created_at',
  'issues.updated_at',
] as const

async function listProjectsWithOwnIssues({ tx, actor }: UserCtx): Promise<string[]> {
  // past visible.ts: finds projects; the issues of each are checked in `exportOwnIssues`
  const rows = await tx
    .selectFrom('issues')
    .select('project_id')
    .distinct()
    .where((eb) => eb.or([eb('created_by', '=', actor.user_id), eb('assignee_id', '=', actor.user_id)]))
    .orderBy('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

/** Issues created by or assigned to the user; of projects they have left, only issues that nobody else edited since. */
async function* exportOwnIssues(ctx: UserCtx) {
  const me = ctx.actor.user_id
  for (const project_id of await listProjectsWithOwnIssues(ctx)) {
    const member = await findProjectMember(ctx.tx, me, project_id)
    yield* readAllPages((after, limit) =>
      ctx.tx
        .selectFrom('issues')
        .select(columns)
        .where('issues.project_id', '=', project_id)
        .where((eb) =>
          member
            ? eb.or([eb('issues.created_by', '=', me), eb('issues.assignee_id', '=', me)])
            : eb.and([
                eb('issues.created_by', '=', me),
                eb('issues.updated_by', '=', me),
                eb('issues.deleted_at', 'is', null),
              ]),
        )
        .$if(member !== null, (query) => query.where(isVisibleTo(member as NonNullable<typeof member>)))
        .where('issues.id', '>', after)
        .orderBy('issues.id')
        .limit(limit)
        .execute(),
    )
  }
}

/** comments read at once: one of a BCF file may have a million characters */
const COMMENTS_PER_READ = 20

/** The user's issues, comments, views and attachments for the export of personal data. */
export const issueExportParts: ExportPart[] = [
  { name: 'issues', rows: exportOwnIssues },
  {
    name: 'comments',
    rows: ({ tx, actor }) =>
      readAllPages(
        (after, limit) =>
          tx
            .selectFrom('issue_comments')
            .select(['id', 'issue_id', 'text', 'created_at', 'edited_at'])
            .where('created_by', '=', actor.user_id)
            .where('deleted_at', 'is', null)
            .where('id', '>', after)
            .orderBy('id')
            .limit(limit)
            .execute(),
        COMMENTS_PER_READ,
      ),
  },
  {
    // each alone: the elements that it lists may be megabytes
    name: 'viewpoints',
    rows: ({ tx, actor }) =>
      readAllPages(
        (after, limit) =>
          tx
            .selectFrom('issue_viewpoints')
            .select(['id', 'issue_id', 'view', 'markup', 'created_at'])
            .where('created_by', '=', actor.user_id)
            .where('id', '>', after)
            .orderBy('id')
            .limit(limit)
            .execute(),
        1,
      ),
  },
  {
    name: 'watched-issues',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('issue_watchers')
        .select('issue_id')
        .where('user_id', '=', actor.user_id)
        .orderBy('issue_id')
        .execute(),
  },
  {
    name: 'muted-issues',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('issue_mutes')
        .select(['issue_id', 'created_at'])
        .where('user_id', '=', actor.user_id)
        .orderBy('created_at')
        .execute(),
  },
  {
    name: 'attachments',
    rows: ({ tx, actor }) =>
      readAllPages((after, limit) =>
        tx
          .selectFrom('issue_attachments')
          .select(['id', 'issue_id', 'name', 'type', 'size', 'taken_at', 'taken_place', 'created_at'])
          .where('created_by', '=', actor.user_id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
  },
]
