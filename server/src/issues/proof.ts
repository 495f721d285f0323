import { sql } from 'kysely'

/**
 * Proof that an issue was fixed: a comment or photo of the current round that shows the work. Photos of the damage and
 * comments from before the work do not count. `wordsOf`: a caller who cannot send a comment together with a status, as in
 * BCF; their own earlier comments count.
 */
export const buildHasProof = (issue: 'issues' | 'i', wordsOf: string | null = null) => {
  const [id, round] = [sql.ref(`${issue}.id`), sql.ref(`${issue}.round`)]
  const shows = wordsOf === null ? sql`c.shows_fix` : sql`(c.shows_fix or c.created_by = ${wordsOf}::uuid)`
  // past visible.ts: part of statements that select issues by it, or by ids read through it
  return sql<boolean>`(exists (select from issue_comments c
      where c.issue_id = ${id} and c.round = ${round} and ${shows} and c.deleted_at is null)
    or exists (select from issue_attachments a
      where a.issue_id = ${id} and a.round = ${round} and a.shows_fix and a.kind = 'PHOTO'))`
}

/**
 * Whether a comment or photo added now proves the fix: work has begun, or the previous statement of the transaction has
 * resolved the issue. `issueId` is an id or a column.
 */
export const buildShowsFix = (issueId: unknown) =>
  // past visible.ts: the caller has found this issue through it
  sql<boolean>`(select w.status in ('IN_PROGRESS', 'RESOLVED') from issues w where w.id = ${issueId})`
