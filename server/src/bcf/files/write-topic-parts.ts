import type { BcfView } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { Writing } from '../../context.ts'
import { folderOf } from '../../issues/attachments/attachments.ts'
import { canonical, type NewEntry } from '../../issues/log.ts'
import type { PreservedFields } from '../preserved-fields.ts'
import type { ImportResult } from './apply-import.ts'
import type { ImportProject } from './import-columns.ts'
import { recordExchanges } from './last-exchange.ts'
import type { OmissionCode } from './notes.ts'
import { listPartGuids, type TopicPlan } from './plan-topics.ts'
import type { StagedTopic } from './staged.ts'
import {
  type AnchorWrite,
  updateComments,
  type WriteTarget,
  writeAnchors,
  writeComments,
  writePreservedFields,
  writeReferences,
  writeViewpoints,
} from './write-parts.ts'

/** Everything beside the rows of issues that a page of topics brings. */

interface PlannedWrite {
  plan: TopicPlan<StagedTopic>
  to: WriteTarget
}

interface ModelElement {
  guid: string
  class: string
  name: string
  header_id: string
  version: number
}

const listSelectedGuids = ({ topic }: TopicPlan<StagedTopic>) =>
  topic.viewpoints.flatMap(({ view }) =>
    (view.components?.selection ?? []).slice(0, 100).flatMap(({ ifc_guid }) => ifc_guid ?? []),
  )

/** metres in front of a camera, where nothing tells how far away it looks */
const DEFAULT_VIEW_DISTANCE_M = 5

/** The point that a view looks at. */
function computeTargetPoint({ perspective_camera, orthogonal_camera }: BcfView) {
  const camera = perspective_camera ?? orthogonal_camera
  if (!camera) return undefined
  const { camera_view_point: from, camera_direction: to } = camera
  const ahead = DEFAULT_VIEW_DISTANCE_M / (Math.hypot(to.x, to.y, to.z) || 1)
  return { x: from.x + to.x * ahead, y: from.y + to.y * ahead, z: from.z + to.z * ahead }
}

/** New issues whose view selects an element of a current model are placed at it. */
async function findAnchors({ tx, member }: Writing, received: PlannedWrite[]): Promise<AnchorWrite[]> {
  const fresh = received.filter(({ to }) => to.is_new)
  const guids = [...new Set(fresh.flatMap(({ plan }) => listSelectedGuids(plan)))]
  if (guids.length === 0) return []
  const { rows } = await sql<ModelElement>`
    select distinct on (e.guid) e.guid, e.class, e.name, h.id as header_id, v.version
    from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    join elements e on e.model_id = m.id and e.guid = any (${guids}::text[])
    where h.project_id = ${member.project_id} and h.deleted_at is null
    order by e.guid, h.id`.execute(tx)
  const found = new Map(rows.map((row) => [row.guid, row]))
  return fresh.flatMap(({ plan, to }) => {
    const element = listSelectedGuids(plan).flatMap((guid) => found.get(guid) ?? [])[0]
    const [point] = plan.topic.viewpoints.flatMap(({ view }) => computeTargetPoint(view) ?? [])
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
function buildPreservedEntries({ plan, to }: PlannedWrite): NewEntry[] {
  if (to.is_new) return []
  const before = plan.here?.kept ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(to.kept)])] as (keyof PreservedFields)[]
  const changed = names.filter((name) => canonical(before[name] ?? null) !== canonical(to.kept[name] ?? null))
  if (changed.length === 0) return []
  return [
    {
      ...{ issue_id: to.issue_id, kind: 'CHANGED' as const },
      data: { changes: [{ field: 'bcf', from: null, to: changed }] },
    },
  ]
}

/** New issues keep the file's date, changed ones are newer from now on. */
async function updateIssueCounts(
  ctx: Writing,
  received: PlannedWrite[],
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
function getSnippetChange({ plan, to }: PlannedWrite): string | null | undefined {
  if (!to.is_new && !plan.taken.includes('bim_snippet')) return undefined
  const { bim_snippet: snippet } = plan.topic
  return (snippet && !snippet.is_external && to.stored?.blobs[snippet.reference]) || null
}

async function collectReplacedSnippets(
  { tx, member }: Writing,
  received: PlannedWrite[],
  taken: ImportResult,
): Promise<void> {
  const ids = received
    .filter((each) => !each.to.is_new && getSnippetChange(each) !== undefined)
    .map(({ to }) => to.issue_id)
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('issue_bcf')
    .select('snippet_blob_id')
    .where('issue_id', 'in', ids)
    .where('snippet_blob_id', 'is not', null)
    .execute()
  for (const { snippet_blob_id } of rows)
    if (snippet_blob_id) taken.orphanedBlobs.push(folderOf(member.project_id, snippet_blob_id))
}

const countOmission = ({ omissions: leftOut }: ImportResult, what: OmissionCode, count: number) =>
  count > 0 && leftOut.set(what, (leftOut.get(what) ?? 0) + count)

/** Pictures of new views that nothing could be made of. */
const countBrokenPictures = ({ plan, to }: PlannedWrite): number =>
  plan.additions.viewpoints.reduce((count, { guid, snapshot }) => {
    const pictures = to.stored?.views[guid]
    if (!pictures) return count
    const isBroken = snapshot !== undefined && pictures.snapshot_key === null
    return count + Number(isBroken) + pictures.bitmaps.filter((bitmap) => bitmap === null).length
  }, 0)

export async function writeTopicParts(
  ctx: Writing,
  received: PlannedWrite[],
  project: ImportProject,
  taken: ImportResult,
): Promise<void> {
  if (received.length === 0) return
  const of = <T, U>(list: (each: PlannedWrite) => T[], make: (each: PlannedWrite, item: T) => U) =>
    received.flatMap((each) => list(each).map((item) => make(each, item)))
  const { entries } = taken
  entries.push(
    ...(await writeViewpoints(
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
  entries.push(...(await updateComments(ctx, reworded)))
  const documents = await writeReferences(
    ctx,
    received.map(({ plan, to }) => ({
      ...{ to, references: plan.additions.references },
      descriptions: new Map(plan.topic.documents.map(({ guid, description }) => [guid, description])),
    })),
  )
  countOmission(taken, 'TOO_MANY_DOCUMENTS', documents.tooMany)
  for (const each of received) countOmission(taken, 'NO_PICTURE', countBrokenPictures(each))
  entries.push(...documents.entries, ...received.flatMap(buildPreservedEntries))
  await writeAnchors(ctx, await findAnchors(ctx, received))
  await collectReplacedSnippets(ctx, received, taken)
  await writePreservedFields(
    ctx,
    received.map((each) => ({
      issue_id: each.to.issue_id,
      topic: each.to.kept,
      snippet: getSnippetChange(each),
    })),
  )
  await updateIssueCounts(ctx, received, documents.attached)
  await recordExchanges(
    ctx.tx,
    ctx.now().toISOString(),
    received.map(({ plan, to }) => ({
      issue_id: to.issue_id,
      fields: { facts: plan.facts, parts: listPartGuids(plan.topic) },
    })),
  )
  for (const { plan, to } of received)
    if (plan.additions.related.length > 0)
      taken.relations.push({
        ...{ issue_id: to.issue_id, guid: plan.topic.guid, names: plan.topic.related_topics },
        adds: plan.additions.related,
      })
}
