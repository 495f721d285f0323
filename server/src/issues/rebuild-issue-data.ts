import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

/** message on the bus with the id of a project: caches load it from its rows again */
export const ISSUES_REBUILT = 'issues-rebuilt'
const BATCH_SIZE = 200

/**
 * Rebuilds the searchable words and the counts of comments and attachments of a project's issues; returns the number of
 * corrected rows. `done_at` and `reopened` record events and cannot be rebuilt.
 */
export async function rebuildIssueData(db: Db, projectId: string, signal: AbortSignal): Promise<number> {
  let differing = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const batch = await inTransaction(db, async (tx) => {
      // past visible.ts: these rows are shown to nobody. Locked, so that nobody adds a comment before the words
      // are written
      const issues = await tx
        .selectFrom('issues')
        .select(['id', 'number'])
        .where('project_id', '=', projectId)
        .where('number', '>', after)
        .orderBy('number')
        .limit(BATCH_SIZE)
        .forNoKeyUpdate()
        .execute()
      const ids = issues.map(({ id }) => id)
      // equal to `gather_issue_words` of the migrations
      const words = await sql<{ count: number }>`
        with differing as (
          select i.id from issues i left join issue_words w on w.issue_id = i.id
          where i.id = any (${ids}::uuid[]) and w.words is distinct from words_of(concat_ws(' ', i.name, i.description, (
            select string_agg(c.text, ' ' order by c.created_at desc) from issue_comments c
            where c.issue_id = i.id and c.deleted_at is null)))
        ), gathered as materialized (select gather_issue_words(array(select id from differing)))
        select count(*)::int as count from differing, gathered`.execute(tx)
      const counts = await sql`
        update issues i set comments = n.comments, attachments = n.attachments
        from (
          select id, (select count(*)::int from issue_comments c where c.issue_id = o.id and c.deleted_at is null) as comments,
            (select count(*)::int from issue_attachments a where a.issue_id = o.id) as attachments
          from unnest(${ids}::uuid[]) as o (id)
        ) n
        where i.id = n.id and (i.comments, i.attachments) <> (n.comments, n.attachments)`.execute(tx)
      const changed = (words.rows[0]?.count ?? 0) + Number(counts.numAffectedRows ?? 0n)
      return { changed, last: issues.at(-1)?.number, isLast: issues.length < BATCH_SIZE }
    })
    differing += batch.changed
    if (batch.isLast || batch.last === undefined) return differing
    after = batch.last
  }
}
