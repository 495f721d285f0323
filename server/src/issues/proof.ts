import { sql } from 'kysely'

/**
 * Proof that an issue was fixed: a comment or photo of the current round that shows what was done. Photos of the damage and
 * comments from before the work are none. `wordsOf`: a caller who cannot send words together with a status, as in BCF, whose
 * own comments count.
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
 * Whether what is written on an issue now shows what was done: work on it has begun, or the statement before this one has
 * resolved it. `issueId` is an id, or the column that has it.
 */
export const buildShowsFix = (issueId: unknown) =>
  // past visible.ts: the caller has found this issue through it
  sql<boolean>`(select w.status in ('IN_PROGRESS', 'RESOLVED') from issues w where w.id = ${issueId})`
