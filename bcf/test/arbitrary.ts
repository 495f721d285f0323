import { Readable } from 'node:stream'
import type { Component, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import fc from 'fast-check'
import {
  DEFAULT_ASPECT_RATIO,
  NARROWEST_FIELD_OF_VIEW,
  toHorizontalFieldOfView,
  toVerticalFieldOfView,
  WIDEST_FIELD_OF_VIEW,
} from '../src/camera.ts'
import type {
  BcfArchiveProject,
  BcfExtensions,
  BcfViewpoint,
  Topic,
  WritableBcfVersion,
} from '../src/model.ts'
import { replaceForbidden } from '../src/xml/write.ts'

/** fast-check arbitraries for archives of any content that a version can express. */

/** The content of a file is derived from its name, so that tests know the expected bytes. */
export const buildEntryBytes = (entry: string): Buffer => Buffer.from(`the bytes of ${entry}`)
export const openGeneratedEntry = (entry: string): Readable =>
  Readable.from([buildEntryBytes(entry)], { objectMode: false })

/** Normalises a text as a round trip does: trimmed, with forbidden characters replaced. */
const normalizeText = (text: string) => replaceForbidden(text).trim()
const anyText = fc.string({ unit: 'binary', maxLength: 40 })
/** Random strings with control characters, line ends and lone surrogates. */
const anyCodeUnits = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes))
const text = fc
  .oneof(anyText, anyCodeUnits, fc.constantFrom('<&>"\'', ']]>', 'a\r\nb\tc', '  x  ', '&amp;'))
  .map(normalizeText)
const filled = text.filter((value) => value !== '')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const distinct = <T>(value: fc.Arbitrary<T>, maxLength = 4) => fc.uniqueArray(value, { maxLength })
const guid = fc.uuid()
const instant = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
const point = fc.record({ x: number, y: number, z: number })
const vector = point.filter(({ x, y, z }) => x !== 0 || y !== 0 || z !== 0)
const ifcGuid = fc
  .array(fc.constantFrom(...'0123456789ABCXYZabcxyz_$'), { minLength: 22, maxLength: 22 })
  .map((signs) => signs.join(''))

const component: fc.Arbitrary<Component> = fc
  .record({ ifc_guid: maybe(ifcGuid), originating_system: maybe(filled), authoring_tool_id: maybe(filled) })
  .filter(({ ifc_guid, authoring_tool_id }) => ifc_guid !== undefined || authoring_tool_id !== undefined)
const components = maybe(fc.array(component, { minLength: 1, maxLength: 4 }))

const place = { camera_view_point: point, camera_direction: vector, camera_up_vector: vector }
function camera(version: WritableBcfVersion): fc.Arbitrary<ViewpointWithBitmaps> {
  // without a snapshot, 2.1 is read with the default aspect ratio
  const aspect_ratio = version === '3.0' ? positive : fc.constant(DEFAULT_ASPECT_RATIO)
  const narrowest =
    version === '3.0' ? 1 : toVerticalFieldOfView(NARROWEST_FIELD_OF_VIEW + 0.001, DEFAULT_ASPECT_RATIO)
  const widest =
    version === '3.0' ? 179 : toVerticalFieldOfView(WIDEST_FIELD_OF_VIEW - 0.001, DEFAULT_ASPECT_RATIO)
  const field_of_view = fc.double({ min: narrowest, max: widest, noNaN: true })
  return fc.oneof(
    fc.record({ perspective_camera: fc.record({ ...place, field_of_view, aspect_ratio }) }),
    fc.record({ orthogonal_camera: fc.record({ ...place, view_to_world_scale: positive, aspect_ratio }) }),
  )
}

const color = fc.constantFrom('FF0000', '80FF0000', '00AAFF', 'ABCDEF12')
const hints = fc.record({
  spaces_visible: maybe(fc.boolean()),
  space_boundaries_visible: maybe(fc.boolean()),
  openings_visible: maybe(fc.boolean()),
})
const viewComponents = fc.record({
  selection: components,
  visibility: fc.record({
    default_visibility: fc.boolean(),
    exceptions: components,
    view_setup_hints: maybe(hints),
  }),
  coloring: maybe(
    fc.uniqueArray(fc.record({ color, components: fc.array(component, { minLength: 1, maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
      selector: (each) => each.color,
    }),
  ),
})
const bitmap = fc.record({
  bitmap_type: fc.constantFrom('png' as const, 'jpg' as const),
  location: point,
  normal: vector,
  up: vector,
  height: positive,
})

function viewpoint(version: WritableBcfVersion): fc.Arbitrary<BcfViewpoint> {
  const rest = fc.record({
    clipping_planes: maybe(
      fc.array(fc.record({ location: point, direction: vector }), { minLength: 1, maxLength: 3 }),
    ),
    lines: maybe(
      fc.array(fc.record({ start_point: point, end_point: point }), { minLength: 1, maxLength: 3 }),
    ),
    components: maybe(viewComponents),
    bitmaps: maybe(fc.array(bitmap, { minLength: 1, maxLength: 2 })),
  })
  const index = maybe(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
  // a view without a camera contains something else
  const view = fc.oneof(
    fc.tuple(camera(version), rest).map(([first, more]) => ({ ...first, ...more })),
    fc.tuple(rest, viewComponents).map(([more, inside]) => ({ ...more, components: inside })),
  )
  return fc.record({ guid, index, view, pictured: fc.boolean() }).map(({ guid, index, view, pictured }) => ({
    guid,
    index,
    view,
    snapshot: pictured ? `${guid}.png` : undefined,
    bitmaps: (view.bitmaps ?? []).map((each, at) => `${guid}-${at}.${each.bitmap_type}`),
  }))
}

const fileName = fc
  .array(fc.constantFrom(...'abcäöü漢字🚧 -_'), { minLength: 1, maxLength: 12 })
  .map((signs) => `x${signs.join('')}x.pdf`)

function topic(version: WritableBcfVersion, documents: string[]): fc.Arbitrary<Topic> {
  const reference = fc.record({
    guid,
    document_guid: documents.length > 0 ? maybe(fc.constantFrom(...documents)) : fc.constant(undefined),
    url: fc.webUrl(),
    description: maybe(filled),
  })
  const external = fc.record({
    ifc_project: maybe(ifcGuid),
    ifc_spatial_structure_element: maybe(ifcGuid),
    filename: filled,
    date: maybe(instant),
    reference: maybe(fc.webUrl()),
    is_external: fc.constant(true),
  })
  const internal = fc.record({
    filename: maybe(filled),
    reference: fc.uuid().map((name) => `models/${name}.ifc`),
    is_external: fc.constant(false),
  })
  const comment = fc.record({
    guid,
    date: instant,
    author: filled,
    comment: filled,
    modified_date: maybe(instant),
    modified_author: maybe(filled),
  })
  return fc
    .record({
      guid,
      server_assigned_id: version === '3.0' ? maybe(filled) : fc.constant(undefined),
      topic_type: filled,
      topic_status: filled,
      title: filled,
      priority: maybe(filled),
      index: maybe(fc.integer({ min: 0, max: 1000 })),
      labels: distinct(filled),
      reference_links: distinct(filled),
      creation_date: instant,
      creation_author: filled,
      modified_date: maybe(instant),
      modified_author: maybe(filled),
      due_date: maybe(instant),
      assigned_to: maybe(filled),
      stage: maybe(filled),
      description: maybe(filled),
      bim_snippet: maybe(
        fc.record({
          snippet_type: filled,
          is_external: fc.boolean(),
          reference: fc.uuid().map((name) => `https://example.com/${name}`),
          reference_schema: filled,
        }),
      ),
      files: fc.array(fc.oneof(external, internal), { maxLength: 3 }),
      document_references: fc
        .uniqueArray(reference, { maxLength: 3, selector: (each) => each.guid })
        .map((all) =>
          all.map(({ url, ...rest }) => (rest.document_guid === undefined ? { ...rest, url } : rest)),
        ),
      related_topics: distinct(guid),
      comments: fc.uniqueArray(comment, { maxLength: 3, selector: (each) => each.guid }),
      viewpoints: fc.uniqueArray(viewpoint(version), { maxLength: 3, selector: (each) => each.guid }),
    })
    .map((made) => withLinks(made))
}

/** Links the first comment to the first viewpoint; referenced entries get names in the archive. */
function withLinks(made: Topic): Topic {
  const [first, ...others] = made.comments
  const [view] = made.viewpoints
  const snippet = made.bim_snippet
  return {
    ...made,
    bim_snippet:
      snippet && !snippet.is_external
        ? { ...snippet, reference: `snippet-${snippet.reference.slice(-36)}.json` }
        : snippet,
    comments: first && view ? [{ ...first, viewpoint_guid: view.guid }, ...others] : made.comments,
  }
}

const words = distinct(filled)
const extensions: fc.Arbitrary<BcfExtensions> = fc.record({
  topic_type: words,
  topic_status: words,
  priority: words,
  topic_label: words,
  stage: words,
  snippet_type: words,
  users: words,
})

export function archiveArbitrary(
  version: WritableBcfVersion,
): fc.Arbitrary<{ project: BcfArchiveProject; topics: Topic[] }> {
  const document = fc.record({ guid, filename: fileName, description: maybe(filled) })
  return fc
    .tuple(
      fc.uniqueArray(document, { maxLength: 3, selector: (each) => each.guid }),
      fc.record({ project_id: filled, name: maybe(filled), extensions }),
    )
    .chain(([documents, named]) => {
      const listed = documents.map((each) => ({ ...each, entry: `documents/${each.guid}` }))
      const topics = fc.uniqueArray(
        topic(
          version,
          documents.map((each) => each.guid),
        ),
        {
          maxLength: 3,
          selector: (each) => each.guid,
        },
      )
      return topics.map((made) => ({ project: { ...named, documents: listed }, topics: made }))
    })
}

/** The part of a view that does not depend on the notation of its angle. */
export const getHorizontalFieldOfView = (view: ViewpointWithBitmaps): number | undefined =>
  view.perspective_camera &&
  toHorizontalFieldOfView(view.perspective_camera.field_of_view, view.perspective_camera.aspect_ratio)
