import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  IntType,
  type IUniform,
  Mesh,
  RawShaderMaterial,
  type Scene,
} from 'three'
import type { ModelChunk } from './chunk.ts'
import type { Plane } from './clipping.ts'
import { buildCutGeometry, type CutGeometry } from './cut-geometry.ts'
import { CUT_FILL_FRAGMENT, CUT_FILL_VERTEX, CUT_LINE_FRAGMENT, CUT_LINE_VERTEX } from './cut-shaders.ts'
import type { Materials } from './materials.ts'
import type { Model } from './model.ts'

/** Time for cutting per frame: while the camera or a plane moves, and at rest. */
const MOVING_MS = 8
const RESTING_MS = 120

/** The cut faces of one chunk on the GPU, and the planes and state they were computed for. */
interface ChunkCut {
  planes: readonly Plane[]
  matrix: string
  named: boolean
  parts: Mesh[]
  isClosed: boolean
}

/** The materials of a model's cut faces. They stay while planes move: three compiles a program again once no material has it. */
interface CutLooks {
  fill: RawShaderMaterial
  lines: RawShaderMaterial
}

/** The cut faces of all models: computed chunk by chunk, and kept until the planes change. */
export class CutLayer {
  readonly #scene: Scene
  readonly #materials: Materials
  readonly #cuts = new Map<ModelChunk, ChunkCut>()
  readonly #looks = new Map<Model, CutLooks>()
  readonly #covered = new Set<ModelChunk>()

  constructor(scene: Scene, materials: Materials) {
    this.#scene = scene
    this.#materials = materials
  }

  /** Updates the cut faces within the time of a frame and shows those of visible chunks. Returns whether all are done. */
  update(
    models: Iterable<Model>,
    planes: readonly Plane[],
    isVisible: (chunk: ModelChunk) => boolean,
    moving: boolean,
  ): boolean {
    const until = performance.now() + (moving ? MOVING_MS : RESTING_MS)
    const gone = new Set(this.#cuts.keys())
    const closed = new Set(this.#looks.keys())
    let done = true
    this.#covered.clear()
    for (const model of models) {
      closed.delete(model)
      const matrix = model.frame.matrix.join()
      const named = model.structure !== null
      for (const chunk of model.drawn) {
        gone.delete(chunk)
        const visible = isVisible(chunk)
        let cut = this.#cuts.get(chunk)
        const current = cut?.planes === planes && cut.matrix === matrix && cut.named === named
        if (!current && visible) {
          if (performance.now() < until) cut = this.#cut(model, chunk, planes, matrix)
          else done = false
        }
        const isDrawn = visible && cut?.planes === planes && cut.matrix === matrix
        for (const part of cut?.parts ?? []) part.visible = isDrawn
        if (isDrawn && cut?.isClosed) this.#covered.add(chunk)
      }
    }
    for (const chunk of gone) this.#remove(chunk)
    for (const model of closed) this.#removeLooks(model)
    return done
  }

  /** Whether computed cut faces cover all that the planes open in the chunk, in the frame of the last `update`. */
  covers(chunk: ModelChunk): boolean {
    return this.#covered.has(chunk)
  }

  #cut(model: Model, chunk: ModelChunk, planes: readonly Plane[], matrix: string): ChunkCut {
    this.#remove(chunk)
    const classOf = (element: number) =>
      model.structure?.classes[model.structure.elements.class[element] ?? -1]
    const geometry = buildCutGeometry(chunk, planes, model.frame, classOf)
    const parts = buildParts(geometry, this.#looksOf(model))
    for (const part of parts) {
      part.matrixWorld.fromArray(model.frame.matrix)
      this.#scene.add(part)
    }
    const { isClosed } = geometry
    const cut = { planes, matrix, named: model.structure !== null, parts, isClosed }
    this.#cuts.set(chunk, cut)
    return cut
  }

  #remove(chunk: ModelChunk): void {
    for (const part of this.#cuts.get(chunk)?.parts ?? []) {
      part.removeFromParent()
      part.geometry.dispose()
    }
    this.#cuts.delete(chunk)
  }

  #looksOf(model: Model): CutLooks {
    const looks = this.#looks.get(model) ?? buildLooks(this.#materials, model.stateUniform)
    this.#looks.set(model, looks)
    return looks
  }

  #removeLooks(model: Model): void {
    for (const material of Object.values(this.#looks.get(model) ?? {})) material.dispose()
    this.#looks.delete(model)
  }

  dispose(): void {
    for (const chunk of [...this.#cuts.keys()]) this.#remove(chunk)
    for (const model of [...this.#looks.keys()]) this.#removeLooks(model)
  }
}

function buildLooks(materials: Materials, uState: IUniform): CutLooks {
  const material = (vertexShader: string, fragmentShader: string) =>
    new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: { ...materials.shared, uState },
      side: DoubleSide,
    })
  return {
    fill: material(CUT_FILL_VERTEX, CUT_FILL_FRAGMENT),
    lines: material(CUT_LINE_VERTEX, CUT_LINE_FRAGMENT),
  }
}

function buildParts(cut: CutGeometry, looks: CutLooks): Mesh[] {
  const parts: Mesh[] = []
  const add = (geometry: BufferGeometry, look: RawShaderMaterial, renderOrder: number) => {
    const part = new Mesh(geometry, look)
    part.frustumCulled = false
    part.matrixAutoUpdate = false
    part.matrixWorldAutoUpdate = false
    part.renderOrder = renderOrder
    parts.push(part)
  }
  if (cut.places.length > 0) {
    const fill = new BufferGeometry()
    fill.setAttribute('place', new BufferAttribute(cut.places, 3))
    fill.setAttribute('tint', new BufferAttribute(cut.tints, 4, true))
    fill.setAttribute('about', integers(new BufferAttribute(cut.abouts, 2)))
    fill.setDrawRange(0, cut.places.length / 3)
    add(fill, looks.fill, 0)
  }
  if (cut.lines.length > 0) {
    const lines = new InstancedBufferGeometry()
    lines.setAttribute('corner', new BufferAttribute(Float32Array.of(0, -1, 0, 1, 1, 1, 1, -1), 2))
    lines.setIndex([0, 1, 2, 0, 2, 3])
    const ends = new Float32Array(cut.lines)
    const split = (offset: number) =>
      Float32Array.from(
        { length: ends.length / 2 },
        (_, at) => ends[Math.floor(at / 3) * 6 + offset + (at % 3)] as number,
      )
    lines.setAttribute('start', new InstancedBufferAttribute(split(0), 3))
    lines.setAttribute('end', new InstancedBufferAttribute(split(3), 3))
    lines.setAttribute('about', integers(new InstancedBufferAttribute(cut.lineAbouts, 2)))
    lines.instanceCount = cut.lines.length / 6
    add(lines, looks.lines, 1)
  }
  return parts
}

/** Makes three pass the attribute to the shader as integers. */
function integers<Attribute extends BufferAttribute>(attribute: Attribute): Attribute {
  attribute.gpuType = IntType
  return attribute
}
