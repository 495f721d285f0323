import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import type { NewEntry } from '../../issues/log.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { guidOf } from '../topic-of.ts'

/** Topics of a file that are related: with issues that are here, in both directions; of others the GUIDs are kept. */

export interface Relation {
  issue_id: string
  guid: string
  /** GUIDs that the topic names, and those of them that are new */
  names: string[]
  adds: string[]
}

const MOST = 100

async function idsOf({ tx, member }: WriteContext, guids: string[]): Promise<Map<string, string>> {
  const rows = await visibleIssues(tx, member)
    .where(guidOf('issues'), '=', sql<string>`any (${guids}::uuid[])`)
    .select(['issues.id', guidOf('issues').as('guid')])
    .execute()
  return new Map(rows.map(({ guid, id }) => [guid, id]))
}

/** Adds to lists in what is kept of issues. */
async function keepMore(
  { tx }: WriteContext,
  name: 'related_topics' | 'unsaid_related',
  lists: Map<string, string[]>,
) {
  if (lists.size === 0) return
  const rows = [...lists].map(([issue_id, guids]) => ({ issue_id, guids }))
  await sql`
    insert into issue_bcf as k (issue_id, topic)
    select issue_id, jsonb_build_object(${name}::text, guids)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (issue_id uuid, guids jsonb)
    on conflict (issue_id) do update set topic = k.topic || jsonb_build_object(${name}::text,
      coalesce(k.topic->${name}::text, '[]') || (excluded.topic->${name}::text))`.execute(tx)
}

const add = (lists: Map<string, string[]>, key: string, guid: string) =>
  lists.set(key, [...(lists.get(key) ?? []), guid])

export async function writeRelations(ctx: WriteContext, relations: Relation[]): Promise<NewEntry[]> {
  if (relations.length === 0) return []
  const ids = await idsOf(ctx, [...new Set(relations.flatMap(({ adds }) => adds))])
  const said = new Map(relations.map(({ issue_id, names }) => [issue_id, new Set(names)]))
  const [elsewhere, unsaid] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const pairs = new Map<string, { a_id: string; b_id: string }>()
  for (const { issue_id, guid, adds } of relations)
    for (const other of adds.slice(0, MOST)) {
      const id = ids.get(other)
      if (id === undefined) add(elsewhere, issue_id, other)
      if (id === undefined || id === issue_id) continue
      const [a_id, b_id] = id < issue_id ? [id, issue_id] : [issue_id, id]
      pairs.set(`${a_id}${b_id}`, { a_id, b_id })
      if (!said.get(id)?.has(guid)) add(unsaid, id, guid)
    }
  const { rows: made } = await sql<{ a_id: string; b_id: string }>`
    insert into issue_relations (a_id, b_id)
    select a_id, b_id from jsonb_to_recordset(${JSON.stringify([...pairs.values()])}::jsonb) as v (a_id uuid, b_id uuid)
    on conflict do nothing returning a_id, b_id`.execute(ctx.tx)
  await keepMore(ctx, 'related_topics', elsewhere)
  await keepMore(ctx, 'unsaid_related', unsaid)
  return made.flatMap(({ a_id, b_id }): NewEntry[] => [
    { issue_id: a_id, kind: 'RELATED', data: { other_id: b_id } },
    { issue_id: b_id, kind: 'RELATED', data: { other_id: a_id } },
  ])
}
