/**
 * The converted model as it travels from the converter to the browser: what each artefact of a variant holds.
 *
 * World coordinates are metres, Z up, right-handed, as IFC and BCF use them. Local coordinates are world
 * coordinates minus `Manifest.origin`; the origin is kept in doubles so that national grids lose nothing.
 *
 * Artefacts of one variant (immutable, addressed by content; each but pictures with a brotli twin, `<name>.br`):
 *   manifest.json      Manifest
 *   structure.json     Structure
 *   props-<n>.json     PropertyBlock for the elements n*PROPERTY_BLOCK_SIZE … (n+1)*PROPERTY_BLOCK_SIZE-1
 *   lines.json         LineLayer, if Manifest.lines is above zero
 *   panels.json        OpeningPanels of doors and windows, if Manifest.panels is above zero
 *   chunk-<h>.pack     Chunk, encoded by pack.ts and named after a hash of its bytes. The first one in the manifest is the
 *                      shell: the largest elements, for the first frame. Chunks may come from an earlier version.
 *   carried-<h>.json   CarriedElements (carry/element-runs.ts), if chunks come from earlier versions
 *   report.json        Report
 */

import type { NotShownReason } from './not-shown.ts'

export type Vec3 = [x: number, y: number, z: number]
/** Axis-aligned box: minimum and maximum corner. */
export type Box = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number]

/** Version of the artefact layout; models with another version can be converted again from the stored IFC file. */
export const ARTEFACT_FORMAT = 6
/** Version of the converter's output; models with another version can be converted again. */
export const CONVERTER_VERSION = 'plumbline 7'
/** The first chunk (the largest elements) of a first storey, and of models before format 6, whose chunks have numbers. */
export const SHELL_FILE = 'chunk-0.pack'
/** Name of a chunk that is addressed by its content. */
export const CONTENT_NAME = /^chunk-[0-9a-f]{32}\.pack$/
/** Elements per property block. */
export const PROPERTY_BLOCK_SIZE = 256

export interface ChunkInfo {
  file: string
  /** bytes as stored, before HTTP compression */
  bytes: number
  /** `model` is drawn immediately; `spaces` (volumes of rooms and zones) and `openings` on demand */
  kind: 'model' | 'spaces' | 'openings'
  /** local coordinates */
  box: Box
  instances: number
  /** vertices and triangles with all instances expanded */
  vertices: number
  triangles: number
  /**
   * for a chunk of an earlier version: index into CarriedElements.origins, which has the current indices of its elements.
   * Instances of deleted elements are neither drawn nor counted here.
   */
  carried?: number
}

/** Where a georeference is stated; absent before format 3. */
export type GeoreferenceSource = 'MAP_CONVERSION' | 'RIGID_OPERATION' | 'PROPERTY_SETS'

export interface Georeference {
  source?: GeoreferenceSource
  crs: string
  eastings: number
  northings: number
  height: number
  /** direction of the model's X axis on the map: cosine and sine */
  x_axis_abscissa: number
  x_axis_ordinate: number
  scale: number
}

export interface Manifest {
  format: number
  converter: string
  schema: string
  project_name: string
  /** metres per length unit of the file, and the unit's name in the file */
  length_unit: { name: string; metres: number }
  /** world coordinates, doubles: added to every local coordinate */
  origin: Vec3
  /** world coordinates of everything drawn; null when the file has no geometry */
  box: Box | null
  georeference: Georeference | null
  /** latitude and longitude of the site in degrees, north and east positive; absent before format 3 */
  site?: { latitude: number; longitude: number; elevation_m: number | null } | null
  /** degrees clockwise from the model's Y axis to true north, null when the file does not state it */
  true_north_deg: number | null
  /** ascending elevation; `element` indexes Structure.elements */
  storeys: { element: number; guid: string; name: string; elevation_m: number }[]
  /**
   * `elements`: rows of the structure that are neither spatial (project, site, building, storey, space …) nor openings;
   * `with_geometry`: elements in a model chunk, and zones; `triangles`: expanded, in model chunks; `entities`: statements
   * of the file.
   */
  counts: {
    elements: number
    with_geometry: number
    spaces: number
    /** holes in elements; absent before format 4 */
    openings?: number
    triangles: number
    entities: number
  }
  chunks: ChunkInfo[]
  /** name of CarriedElements, if chunks come from earlier versions */
  carried_file?: string
  property_blocks: number
  /** number of lines and texts in lines.json; absent before format 3 */
  lines?: number
  /** number of doors and windows in panels.json; absent before format 5 */
  panels?: number
}

/** Names the converter of a model: its version and the version of the artefact layout. */
export const nameConverter = ({ converter, format }: Pick<Manifest, 'converter' | 'format'>): string =>
  `${converter}, format ${format}`

/** How one panel of a door or window moves. */
export interface PanelMotion {
  kind: 'SWING' | 'SLIDE' | 'FOLD' | 'REVOLVE'
  /**
   * the hinge or end position of the panel, and its other end, both as a share of the width of the opening from left to
   * right, seen in the direction of `towards`
   */
  from: number
  to: number
  /** 1: opens in the direction of `towards`, -1: against it */
  side: 1 | -1
}

/** An upright door or window with a stated operation. */
export interface OpeningPanels {
  /** index into Structure.elements */
  element: number
  /** horizontal unit vectors in world axes: along the wall (+X of the placement), and across it (+Y) */
  along: [x: number, y: number]
  towards: [x: number, y: number]
  panels: PanelMotion[]
}

/** The kind of a line: an axis of a grid or an alignment, an annotation, or the shape of an element without a body. */
export type LineKind = 'grid' | 'alignment' | 'annotation' | 'axis' | 'footprint'

/** Line geometry in world coordinates. */
export interface LineLayer {
  lines: {
    /** index into Structure.elements */
    element: number
    kind: LineKind
    /** the tag of a grid's axis, otherwise '' */
    name: string
    /** 3 per point */
    points: number[]
  }[]
  /** texts of annotations and names of stations */
  texts: { element: number; text: string; at: Vec3 }[]
}

/**
 * All objects of the model in one index space: project, site, building, storeys, spaces, elements and
 * assemblies, parents before children. The index of an element is its id in chunks, properties and state. All
 * columns have the same length.
 */
export interface Structure {
  elements: {
    guid: string[]
    /** of a space with its long name: "1.04 Kitchen" */
    name: string[]
    /** the author's tag (IfcElement.Tag) or '' */
    tag: string[]
    /** index into `classes` */
    class: number[]
    /** index into `types`, -1 without a type */
    type: number[]
    /** index of the parent in the spatial or aggregation tree, -1 for the project */
    parent: number[]
    /** index into Manifest.storeys, -1 outside any storey */
    storey: number[]
  }
  /** IFC entity names in IFC spelling: IfcWallStandardCase */
  classes: string[]
  types: { guid: string; name: string; class: string }[]
  /**
   * IfcSystem, IfcDistributionSystem, IfcZone, IfcGroup, IfcSpatialZone: members by element index, including members of
   * nested groups
   */
  groups: { guid: string; name: string; class: string; members: number[] }[]
}

export interface Property {
  name: string
  /** decoded text; lists and ranges are joined */
  value: string
  /** value as a number in the file's unit; absent for other values */
  number?: number
  /** unit symbol: 'm', 'm²', 'mm', '°' … */
  unit?: string
  /** the element that the value names, by index */
  element?: number
}
export interface PropertySet {
  /** name in the file; '' for attributes, the name of the system for a classification, of the document for a document */
  name: string
  /** origin of the set */
  of:
    | 'attributes'
    | 'element'
    | 'type'
    | 'quantities'
    | 'material'
    | 'material-properties'
    | 'classification'
    | 'document'
    | 'ports'
    | 'connections'
  properties: Property[]
}
/**
 * Properties of consecutive elements. Sets are shared within the block: `elements[i]` lists indices into
 * `sets`.
 */
export interface PropertyBlock {
  sets: PropertySet[]
  elements: number[][]
}

/** Information for the uploader about a finished conversion. */
export interface ConversionReport {
  warnings: ConversionWarning[]
  /** elements with a representation in the file that could not be shown */
  not_shown: {
    element: number
    guid: string
    name: string
    class: string
    /** missing in reports of earlier versions */
    code?: NotShownReason
    /** the English sentence of the code */
    reason: string
  }[]
}
export interface ConversionWarning {
  /**
   * stable: DANGLING_REFERENCE, DUPLICATE_NUMBER, PLACEMENT_LOOP, SPATIAL_LOOP, TEXT_ENCODING, COORDINATE, UNIT,
   * GEOMETRY, MISSING_SHAPE, CUT_AWAY, SECOND_ENGINE, NO_SHAPES, PROPERTIES_LIMIT, RELATED_LIMIT, SHAPE_LOOP, TOO_MANY_PARTS,
   * WRONG_REFERENCE, WRONG_ARGUMENTS, WRONG_VALUE, SEVERAL_PROJECTS, LARGE_NUMBER, SCALE, BAD_GUID, SAME_GUID,
   * LINEAR_PLACEMENT, GRID_PLACEMENT, POINT_NUMBERS, LINES_ONLY, LINES_UNREAD, LINES_LIMIT, LEFT_OUT,
   * XML_UNREAD, LAYER_OFF, PARTS_UNKNOWN
   */
  code: string
  /** a sentence that a site manager understands */
  message: string
  count: number
  /** the first few that it is about: names of elements, or entities with their numbers */
  which?: string[]
}

/** Maximum number of names in a warning. */
export const MOST_NAMED = 5

/**
 * A decoded chunk, ready for upload to the GPU. Vertex v of a geometry is at offset + scale * (positions[3v],
 * positions[3v+1], positions[3v+2]), and an instance places the geometry by its matrix.
 */
export interface Chunk {
  geometries: {
    count: number
    firstVertex: Uint32Array
    vertexCount: Uint32Array
    firstIndex: Uint32Array
    indexCount: Uint32Array
    scale: Float32Array
    /** 3 per geometry */
    offset: Float32Array
  }
  /** 3 per vertex, quantised */
  positions: Uint16Array
  /** 2 per vertex, octahedral, -127…127 */
  normals: Int8Array
  /** relative to the geometry's first vertex, triangles */
  indices: Uint32Array
  /** sorted by radius, largest first, so that a prefix is a level of detail */
  instances: {
    count: number
    /** index into Structure.elements */
    element: Uint32Array
    geometry: Uint32Array
    /** 4 per instance: RGBA, straight alpha */
    color: Uint8Array
    /** 12 per instance: rows of a 3×4 matrix; local = M · (offset + scale·q, 1) */
    matrix: Float32Array
    /** radius of the bounding sphere in metres, after placement */
    radius: Float32Array
  }
}

/** A model that is refused or cannot be converted, with a message for the user who uploaded it. */
export class ModelError extends Error {
  readonly code: string
  readonly hint: string
  /** line of the file in which the error is, if known */
  readonly line: number | null
  constructor(code: string, message: string, hint: string, line: number | null = null) {
    super(message)
    this.name = 'ModelError'
    this.code = code
    this.hint = hint
    this.line = line
  }
}
