import type { PreviewModel } from './convert-options.ts'
import { analyzeDrawing } from './geometry/analyze-drawing.ts'
import { nameByNumber, packChunks } from './geometry/chunks.ts'
import type { ModelDrawing } from './geometry/engine.ts'
import { placeInstances } from './place-instances.ts'
import type { Preparation } from './read-model.ts'
import { startManifest } from './start-manifest.ts'

const NUMBERED = { nameOf: nameByNumber, hasShell: true }

/** Packs the drawing of the first storey as a separate model. */
export function sendPreview(
  drawing: ModelDrawing,
  preparation: Preparation,
  show: (first: PreviewModel) => void,
): void {
  const { first, where, schema } = preparation
  if (!first) return
  const analysis = analyzeDrawing(drawing)
  const contents = {
    structure: first.structure,
    ids: Uint32Array.from(first.ids),
    colors: new Map<number, number>(),
    storeys: [first.storey],
    cutsAreHoles: false,
  }
  const placed = placeInstances(drawing, contents, analysis)
  const shown = new Set(placed.filter(({ kind }) => kind === 'model').map(({ element }) => element))
  const manifest = startManifest(
    {
      ...contents,
      ...where,
      schema,
      entities: 0,
      property_blocks: 0,
      lines: { count: 0, box: null },
      panels: 0,
    },
    analysis,
    shown,
  )
  const chunks: PreviewModel['chunks'] = []
  for (const { info, bytes } of packChunks(drawing, placed, analysis, NUMBERED)) {
    manifest.chunks.push(info)
    chunks.push({ file: info.file, bytes })
    if (info.kind === 'model') manifest.counts.triangles += info.triangles
  }
  if (chunks.length > 0) show({ manifest, structure: first.structure, chunks })
}
