import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Sizes of the parts of issues: one view can list some hundred thousand elements, so that pages of issues are cut by them. */

/** characters that are in memory at once; as objects they take ten times as many bytes */
export const MAX_PAGE_CHARACTERS = 8_000_000

/** Cuts items into pages of at most `most` that fit in memory; a larger item is a page of its own. */
export function cutBySize<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[][] {
  const pages: T[][] = []
  let size = 0
  for (const item of items) {
    const page = pages.at(-1)
    size += sizeOf(item)
    if (page && page.length < most && size <= MAX_PAGE_CHARACTERS) page.push(item)
    else {
      pages.push([item])
      size = sizeOf(item)
    }
  }
  return pages
}

/** The characters of each issue's views, comments, drawings on pictures, long texts and preserved BCF fields. */
export async function readPartSizes(tx: Tx, issueIds: readonly string[]): Promise<Map<string, number>> {
  // past visible.ts: of issues that the caller has found through it, and sizes are not told
  const { rows } = await sql<{ issue_id: string; size: number }>`
    select issue_id, sum(size)::float8 as size from (
      select issue_id, view_size + coalesce(length(markup::text), 0) as size from issue_viewpoints where issue_id = any (${issueIds}::uuid[])
      union all
      select issue_id, length(text) from issue_comments where issue_id = any (${issueIds}::uuid[])
      union all
      select issue_id, length(markup::text) from issue_attachments
      where issue_id = any (${issueIds}::uuid[]) and markup is not null
      union all
      select id, length(description) + coalesce(length(custom_fields::text), 0) from issues where id = any (${issueIds}::uuid[])
      union all
      select issue_id, length(topic::text) from issue_bcf where issue_id = any (${issueIds}::uuid[])) parts
    group by issue_id`.execute(tx)
  return new Map(rows.map(({ issue_id, size }) => [issue_id, size]))
}
