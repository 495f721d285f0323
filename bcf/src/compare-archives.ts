import { createHash } from 'node:crypto'
import type { Component, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { clampFieldOfView, toHorizontalFieldOfView } from './camera.ts'
import type { BcfComment, BcfViewpoint, DocumentReference, HeaderFile, Topic } from './model.ts'
import type { BcfArchive } from './open.ts'
import { UNKNOWN_VALUE } from './read/comments.ts'

/** A semantic difference between two archives. */
export interface ArchiveDifference {
  /** absent for differences of the project */
  topic?: string
  path: string
  left: unknown
  right: unknown
}

/** Context of one archive in a comparison. */
interface ComparedArchive {
  archive: BcfArchive
  /** whether one of the archives is 2.x, so that only what 2.x can express is compared */
  isOld: boolean
}

async function hashOf({ archive }: ComparedArchive, entry: string | undefined): Promise<string | undefined> {
  if (entry === undefined) return undefined
  const hash = createHash('sha256')
  for await (const part of archive.read(entry)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const dropUnknown = (text: string | undefined) => (text === UNKNOWN_VALUE || text === '' ? undefined : text)
/** Rounds to the precision that survives converting an angle by its tangent and back. */
const roundNumber = (value: number) => Number(value.toPrecision(9)) + 0
const sorted = <T>(items: T[] | undefined): T[] =>
  [...(items ?? [])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const byGuid = <T extends { guid: string }>(items: T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.guid, item]))

type Point = NonNullable<ViewpointWithBitmaps['lines']>[number]['start_point']
const point = ({ x, y, z }: Point) => [x, y, z].map(roundNumber)

const component = ({ ifc_guid, originating_system, authoring_tool_id }: Component) => ({
  ifc_guid,
  originating_system: dropUnknown(originating_system),
  authoring_tool_id,
})
const normalizeComponentList = (list: Component[] | undefined) => sorted(list?.map(component))

function normalizeCamera(terms: ComparedArchive, view: ViewpointWithBitmaps): unknown {
  const camera = view.perspective_camera ?? view.orthogonal_camera
  if (!camera) return undefined
  const place = {
    point: point(camera.camera_view_point),
    direction: point(camera.camera_direction),
    up: point(camera.camera_up_vector),
    ratio: terms.isOld ? undefined : roundNumber(camera.aspect_ratio),
  }
  if ('view_to_world_scale' in camera) return { ...place, scale: roundNumber(camera.view_to_world_scale) }
  const { field_of_view, aspect_ratio } = camera
  const horizontal = clampFieldOfView(toHorizontalFieldOfView(field_of_view, aspect_ratio))
  return { ...place, angle: roundNumber(terms.isOld ? horizontal : field_of_view) }
}

/** Normalises a colour: an opaque alpha may be explicit or omitted. */
const normalizeColor = (text: string) =>
  text
    .replace('#', '')
    .toUpperCase()
    .replace(/^FF(?=.{6}$)/, '')

function normalizeComponents(said: ViewpointWithBitmaps['components']): unknown {
  const hints = said?.visibility.view_setup_hints
  return {
    selection: normalizeComponentList(said?.selection),
    default_visibility: said?.visibility.default_visibility ?? true,
    exceptions: normalizeComponentList(said?.visibility.exceptions),
    spaces_visible: hints?.spaces_visible ?? false,
    space_boundaries_visible: hints?.space_boundaries_visible ?? false,
    openings_visible: hints?.openings_visible ?? false,
    coloring: sorted(
      said?.coloring?.map((each) => ({
        color: normalizeColor(each.color),
        components: normalizeComponentList(each.components),
      })),
    ),
  }
}

async function normalizeViewpoint(
  terms: ComparedArchive,
  { guid, index, view, snapshot, bitmaps }: BcfViewpoint,
) {
  const pictures = await Promise.all(bitmaps.map((entry) => hashOf(terms, entry)))
  return {
    guid,
    index,
    snapshot: await hashOf(terms, snapshot),
    camera: normalizeCamera(terms, view),
    components: normalizeComponents(view.components),
    planes: sorted(view.clipping_planes?.map((plane) => [plane.location, plane.direction].map(point))),
    lines: sorted(view.lines?.map((line) => [line.start_point, line.end_point].map(point))),
    bitmaps: sorted(
      view.bitmaps?.map((bitmap, at) => ({
        picture: pictures[at],
        type: bitmap.bitmap_type,
        place: [bitmap.location, bitmap.normal, bitmap.up].map(point),
        height: roundNumber(bitmap.height),
      })),
    ),
  }
}

async function normalizeFile(terms: ComparedArchive, file: HeaderFile) {
  const reference = file.is_external ? file.reference : await hashOf(terms, file.reference)
  return { ...file, reference }
}

/** Normalises a document reference without its GUID, which 2.x does not require. */
async function normalizeReference(
  terms: ComparedArchive,
  { document_guid, url, description }: DocumentReference,
) {
  const document = terms.archive.project.documents.find(({ guid }) => guid === document_guid)
  if (!document) return { url, description }
  return { filename: document.filename, bytes: await hashOf(terms, document.entry), description }
}

const normalizeComment = (comment: BcfComment) => ({
  ...comment,
  author: dropUnknown(comment.author),
  modified_author: dropUnknown(comment.modified_author),
})

async function normalizeTopic(terms: ComparedArchive, topic: Topic) {
  const snippet = topic.bim_snippet
  return {
    ...topic,
    server_assigned_id: terms.isOld ? undefined : topic.server_assigned_id,
    topic_type: dropUnknown(topic.topic_type),
    topic_status: dropUnknown(topic.topic_status),
    creation_author: dropUnknown(topic.creation_author),
    modified_author: dropUnknown(topic.modified_author),
    labels: sorted(topic.labels),
    reference_links: sorted(topic.reference_links),
    related_topics: sorted(topic.related_topics),
    bim_snippet: snippet && {
      type: dropUnknown(snippet.snippet_type),
      schema: dropUnknown(snippet.reference_schema),
      reference: snippet.is_external ? snippet.reference : await hashOf(terms, snippet.reference),
    },
    files: sorted(await Promise.all(topic.files.map((file) => normalizeFile(terms, file)))),
    document_references: sorted(
      await Promise.all(topic.document_references.map((reference) => normalizeReference(terms, reference))),
    ),
    comments: byGuid(topic.comments.map(normalizeComment)),
    viewpoints: byGuid(
      await Promise.all(topic.viewpoints.map((viewpoint) => normalizeViewpoint(terms, viewpoint))),
    ),
  }
}

async function normalizeProject(terms: ComparedArchive) {
  const { project_id, name, extensions, documents } = terms.archive.project
  const words = Object.entries(extensions).map(([kind, list]) => [kind, sorted(list)])
  const listed = terms.isOld
    ? []
    : await Promise.all(
        documents.map(async (document) => ({ ...document, entry: await hashOf(terms, document.entry) })),
      )
  return { project_id, name, extensions: Object.fromEntries(words), documents: byGuid(listed) }
}

function compareValues(
  left: unknown,
  right: unknown,
  path: string,
  found: Omit<ArchiveDifference, 'topic'>[],
): void {
  const isBranch = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (isBranch(left) && isBranch(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      compareValues(left[key], right[key], path === '' ? key : `${path}.${key}`, found)
  } else if (left !== right) found.push({ path, left, right })
}

function listDifferences(left: unknown, right: unknown, topic?: string): ArchiveDifference[] {
  const found: Omit<ArchiveDifference, 'topic'>[] = []
  compareValues(left, right, '', found)
  return found.map((difference) => (topic === undefined ? difference : { topic, ...difference }))
}

async function normalizeTopics(terms: ComparedArchive): Promise<Map<string, unknown>> {
  const topics = new Map<string, unknown>()
  for await (const topic of terms.archive.topics()) topics.set(topic.guid, await normalizeTopic(terms, topic))
  return topics
}

/**
 * Compares two archives semantically and returns the differences. Ignored are orders without meaning, number
 * formats, time zones, explicit defaults, and, when one archive is 2.x, everything that 2.x cannot express.
 * Both archives are loaded into memory, without their files.
 */
export async function compareArchives(a: BcfArchive, b: BcfArchive): Promise<ArchiveDifference[]> {
  const isOld = a.version !== '3.0' || b.version !== '3.0'
  const left = { archive: a, isOld }
  const right = { archive: b, isOld }
  const differences = listDifferences(await normalizeProject(left), await normalizeProject(right))
  const lefts = await normalizeTopics(left)
  const rights = await normalizeTopics(right)
  for (const guid of new Set([...lefts.keys(), ...rights.keys()]))
    differences.push(...listDifferences(lefts.get(guid), rights.get(guid), guid))
  return differences
}
