import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { cutBySize } from '../../issues/part-sizes.ts'
import type { TopicOutcome } from './plan-topics.ts'

/** Staged topics that are read at once, by their places. */
export interface TopicPage {
  first: number
  last: number
}

/** Pages of the topics of an import with these outcomes, as many topics as fit in memory and at most `most`. */
export async function listTopicPages(
  tx: Tx,
  importId: string,
  most: number,
  outcomes: readonly TopicOutcome[],
): Promise<TopicPage[]> {
  const { rows } = await sql<{ place: number; size: number }>`
    select place, length(topic::text) as size from bcf_import_topics
    where import_id = ${importId} and outcome = any (${outcomes}::text[]) order by place`.execute(tx)
  return cutBySize(rows, most, ({ size }) => size).map((page) => ({
    first: page[0]?.place ?? 0,
    last: page.at(-1)?.place ?? 0,
  }))
}
