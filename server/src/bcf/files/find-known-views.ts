import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ContentHash } from '@plumbline/bim/elements/hash'
import type { Markup } from '@plumbline/contract/issues/attachments'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { sql } from 'kysely'
import type { ProjectMember, Server } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { cutBySize } from '../../issues/part-sizes.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
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
/** The sum of the hashes of the elements' ids, which programs write in any order. */
async function hashElements(list: ComponentList = [], slices: TimeSlices): Promise<number> {
  const hash = new ContentHash()
  for (const [index, { ifc_guid, authoring_tool_id }] of list.entries()) {
    hash.add(ifc_guid ?? authoring_tool_id ?? '')
    if (index % 1000 === 0 && slices.isOver) await slices.yieldToLoop()
  }
  return hash.value
}

/**
 * Hashes the visible content of a view, without angles, aspect ratios and hints, which some versions of BCF lack. Works in
 * slices: a view may have a hundred thousand elements and lines.
 */
async function hashView(
  { perspective_camera, orthogonal_camera, clipping_planes = [], lines = [], components }: ViewpointView,
  slices: TimeSlices,
): Promise<string> {
  const {
    aspect_ratio: _,
    field_of_view: __,
    ...perspective
  } = { aspect_ratio: 0, field_of_view: 0, ...perspective_camera }
  const { aspect_ratio: ___, ...orthogonal } = { aspect_ratio: 0, ...orthogonal_camera }
  const hash = createHash('sha256')
  for (const [index, line] of lines.entries()) {
    hash.update(formatCanonicalJson(roundNumbers(line)))
    if (index % 1000 === 0 && slices.isOver) await slices.yieldToLoop()
  }
  const colors: string[] = []
  for (const { color, components: list } of components?.coloring ?? [])
    colors.push(`${color.replace('#', '').toUpperCase()} ${await hashElements(list, slices)}`)
  const rest = {
    ...{ perspective: roundNumbers(perspective), orthogonal: roundNumbers(orthogonal) },
    clipping_planes: roundNumbers(clipping_planes),
    selection: await hashElements(components?.selection, slices),
    shown: components?.visibility.default_visibility ?? true,
    exceptions: await hashElements(components?.visibility.exceptions, slices),
    colors: colors.sort(),
  }
  return hash.update(formatCanonicalJson(rest)).digest('hex')
}

async function hashBytes(source: Readable | Buffer): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of Buffer.isBuffer(source) ? [source] : source) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** The hash of a snapshot as exported; null for a view without one. */
async function hashExported(
  { blobs }: Pick<Server, 'blobs'>,
  member: ProjectMember,
  known: SnapshotRow,
): Promise<string | null> {
  const exported = await findExportedSnapshot({ blobs, member }, known)
  return exported ? hashBytes(await exported.read()) : null
}

type KnownView = SnapshotRow & { id: string }

/** Groups viewpoints by the hash of their visible content, in order; reads the views a few at a time. */
async function groupViews(db: Db, ids: string[], slices: TimeSlices): Promise<Map<string, KnownView[]>> {
  const sizes = await db
    .selectFrom('issue_viewpoints')
    .select(['id', sql<number>`view_size`.as('size')])
    .where('id', 'in', ids)
    .orderBy('index')
    .orderBy('id')
    .execute()
  const byShown = new Map<string, KnownView[]>()
  for (const page of cutBySize(sizes, sizes.length, ({ size }) => size)) {
    const rows = await db
      .selectFrom('issue_viewpoints')
      .select(['id', 'view', 'snapshot_key', 'markup', 'version'])
      .where(
        'id',
        'in',
        page.map(({ id }) => id),
      )
      .orderBy('index')
      .orderBy('id')
      .execute()
    for (const { view, markup, ...row } of rows) {
      const key = await hashView(view as ViewpointView, slices)
      byShown.set(key, [...(byShown.get(key) ?? []), { ...row, markup: markup as Markup | null }])
    }
  }
  return byShown
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
  const slices = new TimeSlices()
  const byShown = await groupViews(services.db, ids, slices)
  // each picture is read once: a file may have a thousand views of one camera
  const hashes = new Map<string, string | null>()
  const known: Record<string, string> = {}
  for (const { guid, view, snapshot } of wanted) {
    const same = byShown.get(await hashView(view, slices)) ?? []
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
