import type { Box, LineLayer, Vec3 } from '@plumbline/bim/model'
import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  IntType,
  type IUniform,
  LineSegments,
  RawShaderMaterial,
  Uint32BufferAttribute,
  type Vector3,
} from 'three'
import type { Model } from './model.ts'
import type { Segments } from './pick-lines.ts'
import { MOST_PLANES } from './shaders.ts'

const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;
in vec3 position;
in uint element;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform usampler2D uState;
uniform vec4 uLens;
out vec3 vView;
flat out uint vFlags;
void main() {
  int at = int(element);
  vFlags = texelFetch(uState, ivec2(at & 1023, at >> 10), 0).x;
  vec3 view = (modelViewMatrix * vec4(position, 1.0)).xyz;
  // Lines often lie in a face, such as a marking on a slab, and must not be covered by it.
  view += uLens.w > 0.5 ? vec3(0.0, 0.0, 0.02) : -normalize(view) * min(0.02, length(view) * 0.001);
  vView = view;
  gl_Position = (vFlags & 1u) != 0u ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(view, 1.0);
}
`

const FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
in vec3 vView;
flat in uint vFlags;
uniform vec3 uLine;
uniform vec3 uAccent;
uniform vec3 uHover;
uniform vec3 uSky;
uniform float uLevel;     // 1: horizontal planes do not cut
uniform vec4 uPlanes[${MOST_PLANES}];
uniform int uPlaneCount;
out vec4 outColor;
void main() {
  for (int i = 0; i < ${MOST_PLANES}; i++) {
    if (i >= uPlaneCount) break;
    bool level = uLevel > 0.5 && abs(dot(uPlanes[i].xyz, uSky)) > 0.999;
    if (!level && dot(uPlanes[i].xyz, vView) + uPlanes[i].w < 0.0) discard;
  }
  vec3 color = (vFlags & 4u) != 0u ? uAccent : (vFlags & 8u) != 0u ? uHover : uLine;
  outColor = vec4(color, (vFlags & 12u) != 0u ? 1.0 : (vFlags & 2u) != 0u ? 0.2 : 0.8);
}
`

/** Drawn after edges and before transparent surfaces. */
const ORDER = 2

/** A name or text in the model's local coordinates. */
export interface LineLabel {
  element: number
  text: string
  /** in local coordinates */
  at: Vec3
  isAxis: boolean
  /** the other end of a straight axis; its name moves along the axis to stay in the picture */
  end: Vec3 | null
}

/** The lines of one model on the GPU: axes of grids apart, since plans show them at every height. */
export class ModelLines {
  readonly model: Model
  readonly labels: LineLabel[] = []
  readonly segments: { grid: Segments; other: Segments }
  readonly objects: LineSegments[]
  readonly #materials: RawShaderMaterial[]
  readonly #level = { value: 0 }

  constructor(model: Model, layer: LineLayer, uniforms: Record<string, IUniform>, color: IUniform<Vector3>) {
    this.model = model
    const { origin } = model.manifest
    const local = (points: readonly number[]) => points.map((value, at) => value - (origin[at % 3] ?? 0))
    const isGrid = ({ kind }: LineLayer['lines'][number]) => kind === 'grid'
    this.segments = {
      grid: buildSegments(layer.lines.filter(isGrid), local),
      other: buildSegments(
        layer.lines.filter((line) => !isGrid(line)),
        local,
      ),
    }
    for (const { element, kind, name, points } of layer.lines) {
      if (kind !== 'grid' || name === '') continue
      const [from, to] = [local(points.slice(0, 3)) as Vec3, local(points.slice(-3)) as Vec3]
      const isStraight = points.length === 6
      this.labels.push({ element, text: name, at: from, isAxis: true, end: isStraight ? to : null })
      this.labels.push({ element, text: name, at: to, isAxis: true, end: isStraight ? from : null })
    }
    for (const { element, text, at } of layer.texts)
      if (text !== '') this.labels.push({ element, text, at: local(at) as Vec3, isAxis: false, end: null })
    this.#materials = [true, false].map((grid) => this.#material({ ...uniforms, uLine: color }, grid))
    this.objects = [this.segments.grid, this.segments.other].map((segments, at) =>
      this.#object(segments, this.#materials[at] as RawShaderMaterial),
    )
  }

  #material(uniforms: Record<string, IUniform>, grid: boolean): RawShaderMaterial {
    return new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        ...uniforms,
        uState: this.model.stateUniform,
        uLevel: grid ? this.#level : { value: 0 },
      },
      transparent: true,
      depthWrite: false,
    })
  }

  #object({ points, elements }: Segments, material: RawShaderMaterial): LineSegments {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(points, 3))
    const element = new Uint32BufferAttribute(
      Uint32Array.from({ length: elements.length * 2 }, (_, at) => elements[at >> 1] as number),
      1,
    )
    element.gpuType = IntType
    geometry.setAttribute('element', element)
    const object = new LineSegments(geometry, material)
    object.frustumCulled = false
    object.matrixAutoUpdate = false
    object.matrixWorldAutoUpdate = false
    object.renderOrder = ORDER
    // three computes the view matrix from this one right after.
    object.onBeforeRender = () => void object.matrixWorld.fromArray(this.model.frame.matrix)
    return object
  }

  /** In plans the axes of grids are drawn over everything and at every height. */
  setPlan(on: boolean): void {
    this.#level.value = on ? 1 : 0
    const [grid] = this.#materials
    if (grid) grid.depthTest = !on
  }

  set visible(on: boolean) {
    for (const object of this.objects) object.visible = on
  }

  dispose(): void {
    for (const object of this.objects) {
      object.removeFromParent()
      object.geometry.dispose()
    }
    for (const material of this.#materials) material.dispose()
  }
}

function buildSegments(lines: LineLayer['lines'], local: (points: readonly number[]) => number[]): Segments {
  const count = lines.reduce((sum, { points }) => sum + Math.max(0, points.length / 3 - 1), 0)
  const points = new Float32Array(count * 6)
  const elements = new Uint32Array(count)
  const line = new Uint32Array(count)
  let segment = 0
  for (const [number, { element, points: own }] of lines.entries()) {
    const moved = local(own)
    for (let at = 0; at + 5 < moved.length; at += 3) {
      points.set(moved.slice(at, at + 6), segment * 6)
      elements[segment] = element
      line[segment++] = number
    }
  }
  return { points, elements, lines: line }
}

/** Local box of each element that consists of lines or texts. */
export function computeLineBoxes(
  layer: LineLayer,
  origin: Vec3,
): { element: Uint32Array; box: Float32Array } {
  const boxes = new Map<number, Box>()
  const add = (element: number, points: readonly number[]) => {
    const box = boxes.get(element) ?? [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    boxes.set(element, box)
    for (const [at, value] of points.entries()) {
      const axis = at % 3
      box[axis] = Math.min(box[axis] as number, value - (origin[axis] as number))
      box[axis + 3] = Math.max(box[axis + 3] as number, value - (origin[axis] as number))
    }
  }
  for (const { element, points } of layer.lines) add(element, points)
  for (const { element, at } of layer.texts) add(element, at)
  return { element: Uint32Array.from(boxes.keys()), box: Float32Array.from([...boxes.values()].flat()) }
}
