import { chooseOrigin, type DrawingAnalysis } from './geometry/analyze-drawing.ts'
import { ARTEFACT_FORMAT, type Box, CONVERTER_VERSION, type Manifest, type Vec3 } from './model.ts'
import { getChunkKind } from './place-instances.ts'
import type { ModelContents } from './read-model.ts'
import { isSpatialEntity } from './structure/entities.ts'

/** A file without bodies gets the place of its lines. */
export function placeLines(analysis: DrawingAnalysis, { lines }: ModelContents): DrawingAnalysis {
  if (analysis.box || !lines.box) return analysis
  return { ...analysis, box: lines.box, origin: chooseOrigin(boxCenter(lines.box)) }
}

const boxCenter = (box: Box) =>
  [0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2) + 0) as Vec3

export function startManifest(
  contents: Omit<ModelContents, 'ids' | 'shapes' | 'warnings'>,
  analysis: DrawingAnalysis,
  /** elements in chunks of the model and of spaces */
  shown: ReadonlySet<number>,
): Manifest {
  const { elements, classes } = contents.structure
  const places = classes.map((name) => isSpatialEntity(name.toUpperCase()))
  const openings = classes.map((name) => getChunkKind(name, contents) === 'openings')
  const spaces = classes.map((name) => name === 'IfcSpace')
  const isSpace = (element: number) => spaces[elements.class[element] ?? -1] === true
  const count = (flags: boolean[], wanted: boolean) =>
    elements.class.reduce((sum, kind) => sum + (flags[kind] === wanted ? 1 : 0), 0)
  return {
    format: ARTEFACT_FORMAT,
    converter: CONVERTER_VERSION,
    schema: contents.schema,
    project_name: contents.project_name,
    length_unit: contents.length_unit,
    origin: analysis.origin,
    box: analysis.box,
    georeference: contents.georeference,
    site: contents.site ?? null,
    true_north_deg: contents.true_north_deg,
    storeys: contents.storeys.map((storey) => ({ ...storey, elevation_m: storey.elevation_m ?? 0 })),
    counts: {
      elements: count(places, false) - count(openings, true),
      with_geometry: [...shown].filter((element) => !isSpace(element)).length,
      spaces: count(spaces, true),
      openings: count(openings, true),
      triangles: 0,
      entities: contents.entities,
    },
    chunks: [],
    property_blocks: contents.property_blocks,
    lines: contents.lines.count,
    panels: contents.panels,
  }
}
