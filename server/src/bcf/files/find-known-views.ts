import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Markup } from '@plumbline/contract/issues/attachments'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import type { ProjectMember, Server } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import type { TopicPlan } from './plan-topics.ts'
import { findExportedSnapshot, type SnapshotRow } from './snapshots.ts'
import type { StagedTopic } from './staged.ts'
import type { ArchiveReader } from './store-pictures.ts'

/** Recognises viewpoints that a program gives back under other GUIDs. */

type Components = NonNullable<ViewpointView['components']>
type ComponentList = Components['selection']

/** Numbers as a program may have written them again. */
const roundNumbers = (value: unknown): unknown => {
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (Array.isArray(value)) return value.map(roundNumbers)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, roundNumbers(each)]))
}
const listIds = (list: ComponentList = []) =>
  list.map(({ ifc_guid, authoring_tool_id }) => ifc_guid ?? authoring_tool_id ?? '').sort()

/** What a view shows, without what versions of BCF leave out: angles, aspect ratios and hints. */
function describeView({
  perspective_camera,
  orthogonal_camera,
  clipping_planes = [],
  lines = [],
  components,
}: ViewpointView): string {
  const {
    aspect_ratio: _,
    field_of_view: __,
    ...perspective
  } = { aspect_ratio: 0, field_of_view: 0, ...perspective_camera }
  const { aspect_ratio: ___, ...orthogonal } = { aspect_ratio: 0, ...orthogonal_camera }
  return formatCanonicalJson({
    ...{ perspective: roundNumbers(perspective), orthogonal: roundNumbers(orthogonal) },
    ...{ clipping_planes: roundNumbers(clipping_planes), lines: roundNumbers(lines) },
    selection: listIds(components?.selection),
    shown: components?.visibility.default_visibility ?? true,
    exceptions: listIds(components?.visibility.exceptions),
    colors: (components?.coloring ?? [])
      .map((each) => [each.color.replace('#', '').toUpperCase(), ...listIds(each.components)].join())
      .sort(),
  })
}

async function hashBytes(source: Readable | Buffer): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of Buffer.isBuffer(source) ? [source] : source) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** The hash of a snapshot as it is exported; null for a view without one. */
async function hashExported(
  { blobs }: Pick<Server, 'blobs'>,
  member: ProjectMember,
  known: SnapshotRow,
): Promise<string | null> {
  const exported = await findExportedSnapshot({ blobs, member }, known)
  return exported ? hashBytes(await exported.read()) : null
}

/**
 * The ids of viewpoints of the issue by the GUIDs under which the file has them: the same view with the same bytes of its
 * snapshot, of a viewpoint that the file does not name.
 */
export async function findKnownViews(
  services: Pick<Server, 'db' | 'blobs'>,
  member: ProjectMember,
  archive: ArchiveReader,
  { topic, existing, additions }: TopicPlan<StagedTopic>,
): Promise<Record<string, string>> {
  if (!existing) return {}
  const shown = new Set(additions.comments.map(({ viewpoint_guid }) => viewpoint_guid))
  const wanted = topic.viewpoints.filter(
    (each) => !existing.views.has(each.guid) && (shown.has(each.guid) || additions.viewpoints.includes(each)),
  )
  if (wanted.length === 0) return {}
  const named = new Set(topic.viewpoints.map(({ guid }) => guid))
  const ids = [...existing.views].flatMap(([guid, id]) => (named.has(guid) ? [] : id))
  if (ids.length === 0) return {}
  const rows = await services.db
    .selectFrom('issue_viewpoints')
    .select(['id', 'view', 'snapshot_key', 'markup', 'version'])
    .where('id', 'in', ids)
    .orderBy('index')
    .orderBy('id')
    .execute()
  const byShown = Map.groupBy(
    rows.map((row) => ({ ...row, markup: row.markup as Markup | null })),
    ({ view }) => describeView(view as ViewpointView),
  )
  // each picture is read once: a file may have a thousand views of one camera
  const hashes = new Map<string, string | null>()
  const known: Record<string, string> = {}
  for (const { guid, view, snapshot } of wanted) {
    const same = byShown.get(describeView(view)) ?? []
    if (same.length === 0) continue
    const sought = snapshot === undefined ? null : await hashBytes(archive.read(snapshot))
    for (const row of same)
      if (!hashes.has(row.id)) hashes.set(row.id, await hashExported(services, member, row))
    const at = same.findIndex(({ id }) => hashes.get(id) === sought)
    const [found] = at < 0 ? [] : same.splice(at, 1)
    if (found) known[guid] = found.id
  }
  return known
}
