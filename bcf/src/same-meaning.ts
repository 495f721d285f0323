import { createHash } from 'node:crypto'
import type { BcfView, Component } from '@plumbline/contract/issues/viewpoints'
import { horizontalOf, sayableFieldOfView } from './camera.ts'
import type { BcfComment, BcfViewpoint, DocumentReference, HeaderFile, Topic } from './model.ts'
import type { BcfArchive } from './open.ts'
import { UNKNOWN } from './read/comments.ts'

/** A semantic difference between two archives. */
export interface Difference {
  /** absent for differences of the project */
  topic?: string
  path: string
  left: unknown
  right: unknown
}

/** Context of one archive in a comparison. */
interface Terms {
  archive: BcfArchive
  /** whether one of the archives is 2.x, so that only what 2.x can express is compared */
  isOld: boolean
}

async function hashOf({ archive }: Terms, entry: string | undefined): Promise<string | undefined> {
  if (entry === undefined) return undefined
  const hash = createHash('sha256')
  for await (const part of archive.read(entry)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const known = (text: string | undefined) => (text === UNKNOWN || text === '' ? undefined : text)
/** Rounds to the precision that survives converting an angle by its tangent and back. */
const number = (value: number) => Number(value.toPrecision(9)) + 0
const sorted = <T>(items: T[] | undefined): T[] =>
  [...(items ?? [])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
const byGuid = <T extends { guid: string }>(items: T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.guid, item]))

type Point = NonNullable<BcfView['lines']>[number]['start_point']
const point = ({ x, y, z }: Point) => [x, y, z].map(number)

const component = ({ ifc_guid, originating_system, authoring_tool_id }: Component) => ({
  ifc_guid,
  originating_system: known(originating_system),
  authoring_tool_id,
})
const componentsOf = (list: Component[] | undefined) => sorted(list?.map(component))

function cameraOf(terms: Terms, view: BcfView): unknown {
  const camera = view.perspective_camera ?? view.orthogonal_camera
  if (!camera) return undefined
  const place = {
    point: point(camera.camera_view_point),
    direction: point(camera.camera_direction),
    up: point(camera.camera_up_vector),
    ratio: terms.isOld ? undefined : number(camera.aspect_ratio),
  }
  if ('view_to_world_scale' in camera) return { ...place, scale: number(camera.view_to_world_scale) }
  const { field_of_view, aspect_ratio } = camera
  const horizontal = sayableFieldOfView(horizontalOf(field_of_view, aspect_ratio))
  return { ...place, angle: number(terms.isOld ? horizontal : field_of_view) }
}

/** Normalises a colour: an opaque alpha may be explicit or omitted. */
const color = (text: string) =>
  text
    .replace('#', '')
    .toUpperCase()
    .replace(/^FF(?=.{6}$)/, '')

function componentsMeaning(said: BcfView['components']): unknown {
  const hints = said?.visibility.view_setup_hints
  return {
    selection: componentsOf(said?.selection),
    default_visibility: said?.visibility.default_visibility ?? true,
    exceptions: componentsOf(said?.visibility.exceptions),
    spaces_visible: hints?.spaces_visible ?? false,
    space_boundaries_visible: hints?.space_boundaries_visible ?? false,
    openings_visible: hints?.openings_visible ?? false,
    coloring: sorted(
      said?.coloring?.map((each) => ({
        color: color(each.color),
        components: componentsOf(each.components),
      })),
    ),
  }
}

async function viewpointOf(terms: Terms, { guid, index, view, snapshot, bitmaps }: BcfViewpoint) {
  const pictures = await Promise.all(bitmaps.map((entry) => hashOf(terms, entry)))
  return {
    guid,
    index,
    snapshot: await hashOf(terms, snapshot),
    camera: cameraOf(terms, view),
    components: componentsMeaning(view.components),
    planes: sorted(view.clipping_planes?.map((plane) => [plane.location, plane.direction].map(point))),
    lines: sorted(view.lines?.map((line) => [line.start_point, line.end_point].map(point))),
    bitmaps: sorted(
      view.bitmaps?.map((bitmap, at) => ({
        picture: pictures[at],
        type: bitmap.bitmap_type,
        place: [bitmap.location, bitmap.normal, bitmap.up].map(point),
        height: number(bitmap.height),
      })),
    ),
  }
}

async function fileOf(terms: Terms, file: HeaderFile) {
  const reference = file.is_external ? file.reference : await hashOf(terms, file.reference)
  return { ...file, reference }
}

/** Normalises a document reference without its GUID, which 2.x does not require. */
async function referenceOf(terms: Terms, { document_guid, url, description }: DocumentReference) {
  const document = terms.archive.project.documents.find(({ guid }) => guid === document_guid)
  if (!document) return { url, description }
  return { filename: document.filename, bytes: await hashOf(terms, document.entry), description }
}

const commentOf = (comment: BcfComment) => ({
  ...comment,
  author: known(comment.author),
  modified_author: known(comment.modified_author),
})

async function topicOf(terms: Terms, topic: Topic) {
  const snippet = topic.bim_snippet
  return {
    ...topic,
    server_assigned_id: terms.isOld ? undefined : topic.server_assigned_id,
    topic_type: known(topic.topic_type),
    topic_status: known(topic.topic_status),
    creation_author: known(topic.creation_author),
    modified_author: known(topic.modified_author),
    labels: sorted(topic.labels),
    reference_links: sorted(topic.reference_links),
    related_topics: sorted(topic.related_topics),
    bim_snippet: snippet && {
      type: known(snippet.snippet_type),
      schema: known(snippet.reference_schema),
      reference: snippet.is_external ? snippet.reference : await hashOf(terms, snippet.reference),
    },
    files: sorted(await Promise.all(topic.files.map((file) => fileOf(terms, file)))),
    document_references: sorted(
      await Promise.all(topic.document_references.map((reference) => referenceOf(terms, reference))),
    ),
    comments: byGuid(topic.comments.map(commentOf)),
    viewpoints: byGuid(await Promise.all(topic.viewpoints.map((viewpoint) => viewpointOf(terms, viewpoint)))),
  }
}

async function projectOf(terms: Terms) {
  const { project_id, name, extensions, documents } = terms.archive.project
  const words = Object.entries(extensions).map(([kind, list]) => [kind, sorted(list)])
  const listed = terms.isOld
    ? []
    : await Promise.all(
        documents.map(async (document) => ({ ...document, entry: await hashOf(terms, document.entry) })),
      )
  return { project_id, name, extensions: Object.fromEntries(words), documents: byGuid(listed) }
}

function compare(left: unknown, right: unknown, path: string, found: Omit<Difference, 'topic'>[]): void {
  const isBranch = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (isBranch(left) && isBranch(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      compare(left[key], right[key], path === '' ? key : `${path}.${key}`, found)
  } else if (left !== right) found.push({ path, left, right })
}

function differencesOf(left: unknown, right: unknown, topic?: string): Difference[] {
  const found: Omit<Difference, 'topic'>[] = []
  compare(left, right, '', found)
  return found.map((difference) => (topic === undefined ? difference : { topic, ...difference }))
}

async function topicsOf(terms: Terms): Promise<Map<string, unknown>> {
  const topics = new Map<string, unknown>()
  for await (const topic of terms.archive.topics()) topics.set(topic.guid, await topicOf(terms, topic))
  return topics
}

/**
 * Compares two archives semantically and returns the differences. Ignored are orders without meaning, number
 * formats, time zones, explicit defaults, and, when one archive is 2.x, everything that 2.x cannot express.
 * Both archives are loaded into memory, without their files.
 */
export async function sameMeaning(a: BcfArchive, b: BcfArchive): Promise<Difference[]> {
  const isOld = a.version !== '3.0' || b.version !== '3.0'
  const [left, right] = [
    { archive: a, isOld },
    { archive: b, isOld },
  ]
  const differences = differencesOf(await projectOf(left), await projectOf(right))
  const [lefts, rights] = [await topicsOf(left), await topicsOf(right)]
  for (const guid of new Set([...lefts.keys(), ...rights.keys()]))
    differences.push(...differencesOf(lefts.get(guid), rights.get(guid), guid))
  return differences
}
