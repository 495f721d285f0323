import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isDeepEqual, isSameFieldValue, type MergeFields } from './merge-fields.ts'

/** The state of an issue in a file when it was first imported or exported like this. */
export interface Exchange {
  facts: MergeFields
  /** the latest modification date of such a topic in a file; unknown of older exchanges, like the next */
  modified?: string
  /** comments and viewpoints that the file had */
  part_count?: number
}

/** The state of an issue at the last import or export: the base of the three-way merge. */
export interface LastExchange extends Exchange {
  /** GUIDs of exchanged comments, viewpoints, references and related topics: a missing one was deleted here */
  parts: string[]
  /** the exchanges before it with other facts or parts, newest first */
  earlier?: DatedExchange[]
}

export interface DatedExchange extends Exchange {
  exchanged_at: string
}

/** A file may be returned after later exports to other people. */
const MAX_EARLIER = 5

export async function recordExchanges(
  tx: Tx,
  at: string,
  bases: { issue_id: string; fields: Exchange & Pick<LastExchange, 'parts'> }[],
): Promise<void> {
  if (bases.length === 0) return
  // sorted, to avoid deadlocks of concurrent exports
  const rows = [...bases].sort((a, b) => (a.issue_id < b.issue_id ? -1 : 1))
  const isSame = sql`bcf_bases.fields->'facts' = excluded.fields->'facts'
    and bcf_bases.fields->'part_count' is not distinct from excluded.fields->'part_count'`
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

/** Texts: people hardly ever restore exactly the text before the last exchange. */
const texts = ['title', 'description', 'reference_links'] as const
/** Fields with choices: one is easily set back, several at once rarely. */
const choices = [
  ...(['topic_type', 'topic_status', 'priority', 'labels'] as const),
  ...(['assigned_to', 'due_date', 'stage', 'index'] as const),
] as const

function countTellingDifferences(a: MergeFields, b: MergeFields): number {
  const differs = (name: (typeof texts)[number] | (typeof choices)[number]) =>
    !isSameFieldValue(name, a[name], b[name])
  return texts.filter(differs).length + Math.max(0, choices.filter(differs).length - 1)
}

interface FileTopic extends Exchange {
  modified: string
  /** comments and viewpoints of the file that were exchanged before */
  part_count: number
  /** whether the file has comments, viewpoints or documents that are not here */
  has_additions: boolean
}

const isUnmodified = (exchange: Exchange, file: FileTopic) =>
  exchange.modified !== undefined && Date.parse(file.modified) <= Date.parse(exchange.modified)

/** Counts the contradictions between a file and an exchange that it may come from, strongest first. */
function listDoubts(exchange: Exchange, file: FileTopic): number[] {
  const hasOtherParts = exchange.part_count !== undefined && exchange.part_count !== file.part_count
  const differences = countTellingDifferences(exchange.facts, file.facts)
  const isModifiedInNothing =
    !file.has_additions && !isUnmodified(exchange, file) && isDeepEqual(exchange.facts, file.facts)
  return [Number(hasOtherParts), Number(isModifiedInNothing), differences]
}

const compareDoubts = (a: number[], b: number[]): number =>
  a.map((doubt, index) => doubt - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0

/** Chooses the exchange that a file comes from: the newest with the fewest contradictions. `exchanges`: newest first. */
export const chooseBase = (exchanges: readonly DatedExchange[], file: FileTopic): DatedExchange | undefined =>
  exchanges
    .map((exchange) => ({ exchange, doubts: listDoubts(exchange, file) }))
    .sort((a, b) => compareDoubts(a.doubts, b.doubts))[0]?.exchange
