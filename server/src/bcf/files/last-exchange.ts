import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isSameFieldValue, type MergeFields } from './merge-fields.ts'

/** What an issue was when it was first imported or exported like this, as the file had it. */
export interface Exchange {
  facts: MergeFields
  /** the latest modification date of such a topic in a file; unknown of older exchanges */
  modified?: string
}

/** The state of an issue at the last import or export: the base of the three-way merge. */
export interface LastExchange extends Exchange {
  /** GUIDs of exchanged comments, viewpoints, references and related topics: a missing one was deleted here */
  parts: string[]
  /** the exchanges before it with other facts, newest first */
  earlier?: DatedExchange[]
}

export interface DatedExchange extends Exchange {
  exchanged_at: string
}

/** A file can come back after others were exported, to other people. */
const MAX_EARLIER = 5

export async function recordExchanges(
  tx: Tx,
  at: string,
  bases: { issue_id: string; fields: Exchange & Pick<LastExchange, 'parts'> }[],
): Promise<void> {
  if (bases.length === 0) return
  // sorted, to avoid deadlocks of concurrent exports
  const rows = [...bases].sort((a, b) => (a.issue_id < b.issue_id ? -1 : 1))
  const isSame = sql`bcf_bases.fields->'facts' = excluded.fields->'facts'`
  const last = sql`jsonb_build_array((bcf_bases.fields - '{parts,earlier}'::text[])
    || jsonb_build_object('exchanged_at', bcf_bases.exchanged_at))`
  // past visible.ts: skips issues purged since the caller exported them
  await sql`
    insert into bcf_bases (issue_id, fields, exchanged_at)
    select issue_id, fields, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (issue_id uuid, fields jsonb)
    where exists (select from issues where id = issue_id)
    on conflict (issue_id) do update
      set exchanged_at = case when ${isSame} then bcf_bases.exchanged_at else excluded.exchanged_at end,
      fields = excluded.fields || jsonb_build_object(
        'parts', (select coalesce(jsonb_agg(distinct part), '[]')
          from jsonb_array_elements((bcf_bases.fields->'parts') || (excluded.fields->'parts')) part),
        'earlier', (select coalesce(jsonb_agg(each order by place), '[]') from jsonb_array_elements(
          case when ${isSame} then '[]' else ${last} end
            || coalesce(bcf_bases.fields->'earlier', '[]')) with ordinality e (each, place)
          where place <= ${MAX_EARLIER}))`.execute(tx)
}

/** Fields that hardly anybody sets back to exactly what they were before the last exchange. */
const tellingFields = ['title', 'description', 'due_date', 'labels', 'reference_links', 'index'] as const

const countDifferences = (a: MergeFields, b: MergeFields): number =>
  tellingFields.filter((name) => !isSameFieldValue(name, a[name], b[name])).length

interface FileTopic extends Exchange {
  modified: string
  /** whether the file has comments, viewpoints or documents that are not here */
  has_additions: boolean
}

const isUnmodified = (exchange: Exchange, file: FileTopic) =>
  exchange.modified !== undefined && Date.parse(file.modified) <= Date.parse(exchange.modified)

/**
 * The exchange that a file comes from, among these, newest first: the one that it differs least from. One that it does not differ
 * from at all is not it if the file says that it was modified, and nothing of it is new.
 */
export function chooseBase(exchanges: readonly DatedExchange[], file: FileTopic): DatedExchange | undefined {
  const rated = exchanges.map((exchange) => {
    const differences = countDifferences(exchange.facts, file.facts)
    const isExplained = differences > 0 || file.has_additions || isUnmodified(exchange, file)
    return { exchange, rank: isExplained ? differences : Number.POSITIVE_INFINITY }
  })
  const least = Math.min(...rated.map(({ rank }) => rank))
  return rated.find(({ rank }) => rank === least)?.exchange
}
