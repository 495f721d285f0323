import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import type { NewEntry } from '../../issues/log.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { guidColumn } from '../build-topic.ts'

/**
 * Writes relations between topics of a file and visible issues; GUIDs of unknown topics, and GUIDs beyond our limit, are
 * preserved.
 */

export interface TopicRelations {
  issue_id: string
  guid: string
  /** all related GUIDs of the topic, and the new ones among them */
  names: string[]
  adds: string[]
}

const MAX_RELATIONS = 100

async function findIssueIds({ tx, member }: WriteContext, guids: string[]): Promise<Map<string, string>> {
  const rows = await visibleIssues(tx, member)
    .where(guidColumn('issues'), '=', sql<string>`any (${guids}::uuid[])`)
    .select(['issues.id', guidColumn('issues').as('guid')])
    .execute()
  return new Map(rows.map(({ guid, id }) => [guid, id]))
}

/** Appends GUIDs to a list of preserved fields, for many issues at once. */
async function appendPreservedGuids(
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

function appendTo(lists: Map<string, string[]>, key: string, guid: string): void {
  const list = lists.get(key)
  if (list) list.push(guid)
  else lists.set(key, [guid])
}

export async function writeRelations(ctx: WriteContext, relations: TopicRelations[]): Promise<NewEntry[]> {
  if (relations.length === 0) return []
  const ids = await findIssueIds(ctx, [...new Set(relations.flatMap(({ adds }) => adds))])
  const namesByIssue = new Map(relations.map(({ issue_id, names }) => [issue_id, new Set(names)]))
  const unknownGuids = new Map<string, string[]>()
  const oneSided = new Map<string, string[]>()
  const pairs = new Map<string, { a_id: string; b_id: string }>()
  for (const { issue_id, guid, adds } of relations) {
    for (const other of adds.slice(MAX_RELATIONS)) appendTo(unknownGuids, issue_id, other)
    for (const other of adds.slice(0, MAX_RELATIONS)) {
      const id = ids.get(other)
      if (id === undefined) appendTo(unknownGuids, issue_id, other)
      if (id === undefined || id === issue_id) continue
      const [a_id, b_id] = id < issue_id ? [id, issue_id] : [issue_id, id]
      pairs.set(`${a_id}${b_id}`, { a_id, b_id })
      if (!namesByIssue.get(id)?.has(guid)) appendTo(oneSided, id, guid)
    }
  }
  const { rows: created } = await sql<{ a_id: string; b_id: string }>`
    insert into issue_relations (a_id, b_id)
    select a_id, b_id from jsonb_to_recordset(${JSON.stringify([...pairs.values()])}::jsonb) as v (a_id uuid, b_id uuid)
    on conflict do nothing returning a_id, b_id`.execute(ctx.tx)
  await appendPreservedGuids(ctx, 'related_topics', unknownGuids)
  await appendPreservedGuids(ctx, 'unsaid_related', oneSided)
  return created.flatMap(({ a_id, b_id }): NewEntry[] => [
    { issue_id: a_id, kind: 'RELATED', data: { other_id: b_id } },
    { issue_id: b_id, kind: 'RELATED', data: { other_id: a_id } },
  ])
}
