import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { WriteContext } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { buildAttachmentFolder } from '../../issues/attachments/attachments.ts'
import type { NewEntry } from '../../issues/log.ts'
import { isCameraOnly } from '../locating/camera-views.ts'
import { listNamedModels, listProjectModels, type ProjectModel } from '../locating/named-models.ts'
import type { PreservedFields } from '../preserved-fields.ts'
import type { ImportResult } from './apply-import.ts'
import type { ImportProject } from './import-columns.ts'
import { recordExchanges } from './last-exchange.ts'
import type { OmissionCode } from './notes.ts'
import { buildExchange, type TopicPlan } from './plan-topics.ts'
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

/** Writes the parts of a page of planned topics: viewpoints, comments, documents, anchors and preserved fields. */

interface PlannedWrite {
  plan: TopicPlan<StagedTopic>
  target: WriteTarget
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

/** metres from the camera to the assumed target point; BCF gives no distance */
const DEFAULT_VIEW_DISTANCE_M = 5

/** The assumed target point of a view. */
function computeTargetPoint({ perspective_camera, orthogonal_camera }: ViewpointWithBitmaps) {
  const camera = perspective_camera ?? orthogonal_camera
  if (!camera) return undefined
  const { camera_view_point: from, camera_direction: direction } = camera
  const ahead = DEFAULT_VIEW_DISTANCE_M / (Math.hypot(direction.x, direction.y, direction.z) || 1)
  return { x: from.x + direction.x * ahead, y: from.y + direction.y * ahead, z: from.z + direction.z * ahead }
}

/** The element that a topic selects, preferring the files that the topic names where several have the same GlobalId. */
function chooseElement(
  plan: TopicPlan<StagedTopic>,
  found: Map<string, ModelElement[]>,
  models: ProjectModel[],
): ModelElement | undefined {
  const named = new Set(listNamedModels(models, plan.topic.files).map(({ header_id }) => header_id))
  const rows = listSelectedGuids(plan).flatMap((guid) => found.get(guid) ?? [])
  return rows.find(({ header_id }) => named.has(header_id)) ?? rows[0]
}

/** Anchors for new issues with a viewpoint that selects an element of a current model. */
async function findAnchors({ tx, member }: WriteContext, writes: PlannedWrite[]): Promise<AnchorWrite[]> {
  const newWrites = writes.filter(({ target }) => target.is_new)
  const guids = [...new Set(newWrites.flatMap(({ plan }) => listSelectedGuids(plan)))]
  if (guids.length === 0) return []
  const { rows } = await sql<ModelElement>`
    select distinct on (e.guid, h.id) e.guid, e.class, e.name, h.id as header_id, v.version
    from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    join elements e on e.model_id = m.id and e.guid = any (${guids}::text[])
    where h.project_id = ${member.project_id} and h.deleted_at is null
    order by e.guid, h.id`.execute(tx)
  const found = Map.groupBy(rows, ({ guid }) => guid)
  const models = rows.length > 0 ? await listProjectModels(tx, member.project_id) : []
  return newWrites.flatMap(({ plan, target }) => {
    const element = chooseElement(plan, found, models)
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
    return [{ issue_id: target.issue_id, located_by: 'FILE' as const, anchor }]
  })
}

/** Log entries that name the changed preserved fields. */
function buildPreservedEntries({ plan, target }: PlannedWrite): NewEntry[] {
  if (target.is_new) return []
  const before = plan.existing?.preserved ?? {}
  const names = [
    ...new Set([...Object.keys(before), ...Object.keys(target.preserved)]),
  ] as (keyof PreservedFields)[]
  const changed = names.filter(
    (name) =>
      formatCanonicalJson(before[name] ?? null) !== formatCanonicalJson(target.preserved[name] ?? null),
  )
  if (changed.length === 0) return []
  return [
    {
      issue_id: target.issue_id,
      kind: 'CHANGED' as const,
      data: { changes: [{ field: 'bcf', from: null, to: changed }] },
    },
  ]
}

/** Whether anything is written: parts that a program gave back under other GUIDs are not. */
const isWritten = ({ plan: { accepted, additions, editedComments }, target }: PlannedWrite): boolean =>
  target.is_new ||
  [accepted, additions.comments, additions.references, additions.related, editedComments].some(
    ({ length }) => length > 0,
  ) ||
  additions.viewpoints.some(({ guid }) => target.stored?.views[guid] !== undefined)

/** Updates the counters; new issues keep the file's modification date, changed ones get the current time. */
async function updateIssueCounts(
  ctx: WriteContext,
  writes: PlannedWrite[],
  attached: Map<string, number>,
): Promise<void> {
  const rows = writes.filter(isWritten).map(({ plan, target }) => ({
    id: target.issue_id,
    is_new: target.is_new,
    comments: plan.additions.comments.length,
    attachments: attached.get(target.issue_id) ?? 0,
  }))
  await sql`
    update issues i set comments = i.comments + v.comments, attachments = i.attachments + v.attachments,
      updated_at = case when v.is_new then i.updated_at else ${ctx.now().toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v (id uuid, is_new boolean, comments integer, attachments integer)
    where i.id = v.id`.execute(ctx.tx)
}

/** Blob id of an accepted snippet; null if it has no file, undefined if the snippet stays. */
function getSnippetChange({ plan, target }: PlannedWrite): string | null | undefined {
  if (!target.is_new && !plan.accepted.includes('bim_snippet')) return undefined
  const { bim_snippet: snippet } = plan.topic
  return (snippet && !snippet.is_external && target.stored?.blobs[snippet.reference]) || null
}

async function collectReplacedSnippets(
  { tx, member }: WriteContext,
  writes: PlannedWrite[],
  result: ImportResult,
): Promise<void> {
  const ids = writes
    .filter((each) => !each.target.is_new && getSnippetChange(each) !== undefined)
    .map(({ target }) => target.issue_id)
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('issue_bcf')
    .select('snippet_blob_id')
    .where('issue_id', 'in', ids)
    .where('snippet_blob_id', 'is not', null)
    .execute()
  for (const { snippet_blob_id } of rows)
    if (snippet_blob_id) result.orphanedBlobs.push(buildAttachmentFolder(member.project_id, snippet_blob_id))
}

const countOmission = ({ omissions: leftOut }: ImportResult, what: OmissionCode, count: number) =>
  count > 0 && leftOut.set(what, (leftOut.get(what) ?? 0) + count)

/** Counts pictures of new viewpoints that could not be decoded. */
const countBrokenPictures = ({ plan, target }: PlannedWrite): number =>
  plan.additions.viewpoints.reduce((count, { guid, snapshot }) => {
    const pictures = target.stored?.views[guid]
    if (!pictures) return count
    const isBroken = snapshot !== undefined && pictures.snapshot_key === null
    return count + Number(isBroken) + pictures.bitmaps.filter((bitmap) => bitmap === null).length
  }, 0)

export async function writeTopicParts(
  ctx: WriteContext,
  writes: PlannedWrite[],
  project: ImportProject,
  result: ImportResult,
): Promise<void> {
  if (writes.length === 0) return
  const collectItems = <T, U>(list: (each: PlannedWrite) => T[], make: (each: PlannedWrite, item: T) => U) =>
    writes.flatMap((each) => list(each).map((item) => make(each, item)))
  const { entries } = result
  entries.push(
    ...(await writeViewpoints(
      ctx,
      collectItems(
        ({ plan }) => plan.additions.viewpoints,
        ({ target }, viewpoint) => ({ target, viewpoint }),
      ),
    )),
  )
  const comments = collectItems(
    ({ plan }) => plan.additions.comments,
    ({ target }, comment) => ({ target, comment }),
  )
  entries.push(...(await writeComments(ctx, comments, project)))
  const edits = collectItems(
    ({ plan }) => plan.editedComments,
    ({ target }, words) => ({ issue_id: target.issue_id, ...words }),
  )
  entries.push(...(await updateComments(ctx, edits)))
  const documents = await writeReferences(
    ctx,
    writes.map(({ plan, target }) => ({
      target,
      references: plan.additions.references,
      descriptions: new Map(plan.topic.documents.map(({ guid, description }) => [guid, description])),
    })),
  )
  countOmission(result, 'TOO_MANY_DOCUMENTS', documents.tooMany)
  for (const each of writes) countOmission(result, 'NO_PICTURE', countBrokenPictures(each))
  entries.push(...documents.entries, ...writes.flatMap(buildPreservedEntries))
  await writeAnchors(ctx, await findAnchors(ctx, writes))
  for (const { plan, target } of writes)
    if (plan.additions.viewpoints.some(({ view }) => isCameraOnly(view)))
      result.cameraOnly.push(target.issue_id)
  await collectReplacedSnippets(ctx, writes, result)
  await writePreservedFields(
    ctx,
    writes.map((each) => ({
      issue_id: each.target.issue_id,
      topic: each.target.preserved,
      snippet: getSnippetChange(each),
    })),
  )
  await updateIssueCounts(ctx, writes, documents.attached)
  await recordExchanges(
    ctx.tx,
    ctx.now().toISOString(),
    writes.map(({ plan, target }) => ({
      issue_id: target.issue_id,
      fields: buildExchange(plan.topic),
    })),
  )
  for (const { plan, target } of writes)
    if (plan.additions.related.length > 0)
      result.relations.push({
        issue_id: target.issue_id,
        guid: plan.topic.guid,
        names: plan.topic.related_topics,
        adds: plan.additions.related,
      })
}
