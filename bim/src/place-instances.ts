import type { DrawingAnalysis } from './geometry/analyze-drawing.ts'
import type { PlacedInstance } from './geometry/chunks.ts'
import { getClassColor } from './geometry/colors.ts'
import { type ModelDrawing, NO_MATERIAL_COLOR } from './geometry/engine.ts'
import type { ChunkInfo } from './model.ts'
import type { ModelContents } from './read-model.ts'
import { isOpeningEntity } from './structure/entities.ts'

/** Assigns the kept instances to elements; instances without an element are dropped. */
export function placeInstances(
  drawing: ModelDrawing,
  contents: Pick<ModelContents, 'structure' | 'ids' | 'colors' | 'cutsAreHoles'>,
  analysis: DrawingAnalysis,
): PlacedInstance[] {
  const { elements, classes } = contents.structure
  const elementOf = new Map<number, number>()
  for (const [element, id] of contents.ids.entries()) elementOf.set(id, element)
  const colors = classes.map(getClassColor)
  const kinds = classes.map((name) => getChunkKind(name, contents))
  const { boxes } = analysis
  const placed: PlacedInstance[] = []
  for (const instance of analysis.kept) {
    const element = elementOf.get(drawing.instances.id.at(instance))
    if (element === undefined) continue
    const kind = elements.class[element] ?? -1
    const color = drawing.instances.color.at(instance)
    const at = instance * 6
    const middle = (axis: number) => ((boxes[at + axis] ?? 0) + (boxes[at + axis + 3] ?? 0)) / 2
    const extent = (axis: number) => (boxes[at + axis + 3] ?? 0) - (boxes[at + axis] ?? 0)
    placed.push({
      instance,
      element,
      color: color === NO_MATERIAL_COLOR ? (contents.colors.get(element) ?? colors[kind] ?? color) : color,
      kind: kinds[kind] ?? 'model',
      radius: Math.sqrt(extent(0) ** 2 + extent(1) ** 2 + extent(2) ** 2) / 2,
      vertices: (drawing.shapes.all[drawing.instances.shape.at(instance)]?.positions.length ?? 0) / 3,
      centre: [middle(0), middle(1), middle(2)],
    })
  }
  return placed
}

/** Rooms and other zones, and holes in elements, are layers of their own: they would cover the building. */
export function getChunkKind(
  name: string,
  { cutsAreHoles }: Pick<ModelContents, 'cutsAreHoles'>,
): ChunkInfo['kind'] {
  if (isOpeningEntity(name.toUpperCase()) || (cutsAreHoles && name === 'IfcEarthworksCut')) return 'openings'
  return /^Ifc(Space|SpatialZone|ExternalSpatialElement)$/.test(name) ? 'spaces' : 'model'
}
