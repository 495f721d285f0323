import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { WriteContext } from '../../context.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import { formatCanonicalJson, type NewEntry } from '../../issues/log.ts'
import type { Kept } from '../kept.ts'
import { writeBases } from './bases.ts'
import type { Project } from './columns-of.ts'
import { type Plan, partsOf } from './compare.ts'
import type { LeftOut } from './notes.ts'
import type { StagedTopic } from './staged.ts'
import type { Taken } from './take-over.ts'
import {
  type Placed,
  type Receiver,
  rewordComments,
  writeAnchors,
  writeComments,
  writeKepts,
  writeReferences,
  writeViews,
} from './write-parts.ts'

/** Everything beside the rows of issues that a page of topics brings. */

interface Received {
  plan: Plan<StagedTopic>
  to: Receiver
}

interface Found {
  guid: string
  class: string
  name: string
  header_id: string
  version: number
}

const selectionOf = ({ topic }: Plan<StagedTopic>) =>
  topic.viewpoints.flatMap(({ view }) =>
    (view.components?.selection ?? []).slice(0, 100).flatMap(({ ifc_guid }) => ifc_guid ?? []),
  )

/** metres in front of a camera, where nothing tells how far away it looks */
const AHEAD_M = 5

/** The point that a view looks at. */
function lookedAt({ perspective_camera, orthogonal_camera }: ViewpointWithBitmaps) {
  const camera = perspective_camera ?? orthogonal_camera
  if (!camera) return undefined
  const { camera_view_point: from, camera_direction: to } = camera
  const ahead = AHEAD_M / (Math.hypot(to.x, to.y, to.z) || 1)
  return { x: from.x + to.x * ahead, y: from.y + to.y * ahead, z: from.z + to.z * ahead }
}

/** New issues whose view selects an element of a current model are placed at it. */
async function placesOf({ tx, member }: WriteContext, received: Received[]): Promise<Placed[]> {
  const fresh = received.filter(({ to }) => to.is_new)
  const guids = [...new Set(fresh.flatMap(({ plan }) => selectionOf(plan)))]
  if (guids.length === 0) return []
  const { rows } = await sql<Found>`
    select distinct on (e.guid) e.guid, e.class, e.name, h.id as header_id, v.version
    from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    join elements e on e.model_id = m.id and e.guid = any (${guids}::text[])
    where h.project_id = ${member.project_id} and h.deleted_at is null
    order by e.guid, h.id`.execute(tx)
  const found = new Map(rows.map((row) => [row.guid, row]))
  return fresh.flatMap(({ plan, to }) => {
    const element = selectionOf(plan).flatMap((guid) => found.get(guid) ?? [])[0]
    const [point] = plan.topic.viewpoints.flatMap(({ view }) => lookedAt(view) ?? [])
    if (!element || !point) return []
    const anchor = {
      bim_file_header_id: element.header_id,
      variant_version_at_creation: element.version,
      ifc_guid: element.guid,
      ifc_class: element.class.slice(0, 80),
      element_name: element.name.slice(0, 500),
      point,
    }
    return [{ issue_id: to.issue_id, anchor }]
  })
}

/** What differs in what is kept, by name: it is a change of the issue, too. */
function keptEntries({ plan, to }: Received): NewEntry[] {
  if (to.is_new) return []
  const before = plan.here?.kept ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(to.kept)])] as (keyof Kept)[]
  const changed = names.filter(
    (name) => formatCanonicalJson(before[name] ?? null) !== formatCanonicalJson(to.kept[name] ?? null),
  )
  if (changed.length === 0) return []
  return [
    {
      ...{ issue_id: to.issue_id, kind: 'CHANGED' as const },
      data: { changes: [{ field: 'bcf', from: null, to: changed }] },
    },
  ]
}

/** New issues keep the file's date, changed ones are newer from now on. */
async function countParts(
  ctx: WriteContext,
  received: Received[],
  attached: Map<string, number>,
): Promise<void> {
  const rows = received.map(({ plan, to }) => ({
    ...{ id: to.issue_id, is_new: to.is_new },
    ...{ comments: plan.additions.comments.length, attachments: attached.get(to.issue_id) ?? 0 },
  }))
  await sql`
    update issues i set comments = i.comments + v.comments, attachments = i.attachments + v.attachments,
      updated_at = case when v.is_new then i.updated_at else ${ctx.now().toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (id uuid, is_new boolean, comments integer, attachments integer)
    where i.id = v.id`.execute(ctx.tx)
}

/** Under which the bytes of a snippet lie that is taken; null where it has none, undefined where it stays. */
function snippetOf({ plan, to }: Received): string | null | undefined {
  if (!to.is_new && !plan.taken.includes('bim_snippet')) return undefined
  const { bim_snippet: snippet } = plan.topic
  return (snippet && !snippet.is_external && to.stored?.blobs[snippet.reference]) || null
}

async function forgetSnippets(
  { tx, member }: WriteContext,
  received: Received[],
  taken: Taken,
): Promise<void> {
  const ids = received
    .filter((each) => !each.to.is_new && snippetOf(each) !== undefined)
    .map(({ to }) => to.issue_id)
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('issue_bcf')
    .select('snippet_blob_id')
    .where('issue_id', 'in', ids)
    .where('snippet_blob_id', 'is not', null)
    .execute()
  for (const { snippet_blob_id } of rows)
    if (snippet_blob_id) taken.forgotten.push(buildAttachmentFolder(member.project_id, snippet_blob_id))
}

const leaveOut = ({ leftOut }: Taken, what: LeftOut, count: number) =>
  count > 0 && leftOut.set(what, (leftOut.get(what) ?? 0) + count)

/** Pictures of new views that nothing could be made of. */
const brokenPictures = ({ plan, to }: Received): number =>
  plan.additions.viewpoints.reduce((count, { guid, snapshot }) => {
    const pictures = to.stored?.views[guid]
    if (!pictures) return count
    const isBroken = snapshot !== undefined && pictures.snapshot_key === null
    return count + Number(isBroken) + pictures.bitmaps.filter((bitmap) => bitmap === null).length
  }, 0)

export async function writePage(
  ctx: WriteContext,
  received: Received[],
  project: Project,
  taken: Taken,
): Promise<void> {
  if (received.length === 0) return
  const of = <T, U>(list: (each: Received) => T[], make: (each: Received, item: T) => U) =>
    received.flatMap((each) => list(each).map((item) => make(each, item)))
  const { entries } = taken
  entries.push(
    ...(await writeViews(
      ctx,
      of(
        ({ plan }) => plan.additions.viewpoints,
        ({ to }, viewpoint) => ({ to, viewpoint }),
      ),
    )),
  )
  const commented = of(
    ({ plan }) => plan.additions.comments,
    ({ to }, comment) => ({ to, comment }),
  )
  entries.push(...(await writeComments(ctx, commented, project)))
  const reworded = of(
    ({ plan }) => plan.reworded,
    ({ to }, words) => ({ issue_id: to.issue_id, ...words }),
  )
  entries.push(...(await rewordComments(ctx, reworded)))
  const documents = await writeReferences(
    ctx,
    received.map(({ plan, to }) => ({
      ...{ to, references: plan.additions.references },
      descriptions: new Map(plan.topic.documents.map(({ guid, description }) => [guid, description])),
    })),
  )
  leaveOut(taken, 'TOO_MANY_DOCUMENTS', documents.tooMany)
  for (const each of received) leaveOut(taken, 'NO_PICTURE', brokenPictures(each))
  entries.push(...documents.entries, ...received.flatMap(keptEntries))
  await writeAnchors(ctx, await placesOf(ctx, received))
  await forgetSnippets(ctx, received, taken)
  await writeKepts(
    ctx,
    received.map((each) => ({ issue_id: each.to.issue_id, topic: each.to.kept, snippet: snippetOf(each) })),
  )
  await countParts(ctx, received, documents.attached)
  await writeBases(
    ctx.tx,
    ctx.now().toISOString(),
    received.map(({ plan, to }) => ({
      issue_id: to.issue_id,
      fields: { facts: plan.facts, parts: partsOf(plan.topic) },
    })),
  )
  for (const { plan, to } of received)
    if (plan.additions.related.length > 0)
      taken.relations.push({
        ...{ issue_id: to.issue_id, guid: plan.topic.guid, names: plan.topic.related_topics },
        adds: plan.additions.related,
      })
}
