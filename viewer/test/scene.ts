import type { Box, Chunk, Manifest, Structure, Vec3 } from '@plumbline/bim/model'
import { encodeChunk } from '@plumbline/bim/pack-encode'
import type { ModelSource } from '../src/model.ts'

/** A box-shaped element of a synthetic building. */
export interface SceneBlock {
  guid: string
  name: string
  /** IFC entity name */
  class: string
  /** storey index */
  storey: number
  /** relative to the origin, metres */
  box: Box
  color: [number, number, number, number]
  /** metres by which the end at the largest x is higher than `box` */
  rise?: number
}

/** A unit cube with one normal per face: 24 vertices, 12 triangles. */
function cube(): { positions: number[]; normals: number[]; indices: number[] } {
  const positions: number[] = []
  const normals: number[] = []
  const indices: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      const base = positions.length / 3
      const u = (axis + 1) % 3
      const v = (axis + 2) % 3
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const corner = [0, 0, 0]
        corner[axis] = side * 65535
        corner[u] = a * 65535
        corner[v] = b * 65535
        positions.push(...corner)
        normals.push(...octahedral(axis, side))
      }
      const turn = side === 1 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]
      indices.push(...turn.map((index) => base + index))
    }
  }
  return { positions, normals, indices }
}

function octahedral(axis: number, side: number): [number, number] {
  if (axis === 2) return side === 1 ? [0, 0] : [127, 127]
  const value = side === 1 ? 127 : -127
  return axis === 0 ? [value, 0] : [0, value]
}

/** A chunk of boxes; `element` maps a block index to its element index. */
export function buildBoxChunk(blocks: readonly SceneBlock[], element: (index: number) => number): Chunk {
  const { positions, normals, indices } = cube()
  const size = (block: SceneBlock) =>
    [0, 1, 2].map((axis) => (block.box[axis + 3] as number) - (block.box[axis] as number))
  const radius = (block: SceneBlock) => Math.hypot(...size(block)) / 2
  const sorted = [...blocks.keys()].sort(
    (a, b) => radius(blocks[b] as SceneBlock) - radius(blocks[a] as SceneBlock),
  )
  const rows = sorted.map((index) => blocks[index] as SceneBlock)
  return {
    geometries: {
      count: 1,
      firstVertex: Uint32Array.of(0),
      vertexCount: Uint32Array.of(positions.length / 3),
      firstIndex: Uint32Array.of(0),
      indexCount: Uint32Array.of(indices.length),
      scale: Float32Array.of(1 / 65535),
      offset: Float32Array.of(0, 0, 0),
    },
    positions: Uint16Array.from(positions),
    normals: Int8Array.from(normals),
    indices: Uint32Array.from(indices),
    instances: {
      count: rows.length,
      element: Uint32Array.from(sorted, element),
      geometry: new Uint32Array(rows.length),
      color: Uint8Array.from(rows.flatMap((block) => block.color)),
      matrix: Float32Array.from(
        rows.flatMap((block) => {
          const [x = 0, y = 0, z = 0] = size(block)
          return [x, 0, 0, block.box[0], 0, y, 0, block.box[1], block.rise ?? 0, 0, z, block.box[2]]
        }),
      ),
      radius: Float32Array.from(rows, radius),
    },
  }
}

/** A synthetic building of boxes with storeys: slabs, four walls with a glass front, columns. */
export function listBuildingBlocks(storeys: number, bays = 4): SceneBlock[] {
  const blocks: SceneBlock[] = []
  const put = (storey: number, name: string, type: string, box: Box, color: SceneBlock['color']) =>
    blocks.push({ guid: `guid-${blocks.length}`, name, class: type, storey, box, color })
  const width = bays * 5
  const depth = 12
  const height = 3.2
  for (let storey = 0; storey < storeys; storey++) {
    const z = storey * height
    put(storey, 'Slab', 'IfcSlab', [0, 0, z, width, depth, z + 0.3], [205, 203, 198, 255])
    put(
      storey,
      'Wall back',
      'IfcWall',
      [0, depth - 0.3, z + 0.3, width, depth, z + height],
      [226, 222, 214, 255],
    )
    put(storey, 'Wall left', 'IfcWall', [0, 0, z + 0.3, 0.3, depth - 0.3, z + height], [226, 222, 214, 255])
    put(
      storey,
      'Wall right',
      'IfcWall',
      [width - 0.3, 0, z + 0.3, width, depth - 0.3, z + height],
      [226, 222, 214, 255],
    )
    for (let bay = 0; bay < bays; bay++) {
      const x = bay * 5
      put(
        storey,
        `Glass ${bay}`,
        'IfcWindow',
        [x + 0.4, 0.1, z + 0.4, x + 4.9, 0.14, z + 3.1],
        [150, 190, 205, 90],
      )
      put(
        storey,
        `Column ${bay}`,
        'IfcColumn',
        [x + 4.2, 2, z + 0.3, x + 4.6, 2.4, z + height],
        [150, 140, 128, 255],
      )
    }
  }
  put(
    storeys - 1,
    'Roof',
    'IfcRoof',
    [-0.5, -0.5, storeys * height, width + 0.5, depth + 0.5, storeys * height + 0.4],
    [176, 96, 74, 255],
  )
  return blocks
}

/** A road of 600 m: grey slabs, with narrower red ones close below that lean to either end. */
export function listRoadBlocks(): SceneBlock[] {
  const length = 20
  return Array.from({ length: 60 }, (_, index): SceneBlock => {
    const at = Math.floor(index / 2)
    const isTop = index % 2 === 0
    const x = at * length
    const rise = isTop ? 0 : at % 2 === 0 ? 0.8 : -0.8
    const top = isTop ? 1 : 0.92 - Math.max(0, rise)
    return {
      guid: `guid-${index}`,
      name: isTop ? `Surface ${at}` : `Base ${at}`,
      class: 'IfcBuildingElementProxy',
      storey: 0,
      box: isTop ? [x, 0, top - 0.06, x + length, 8, top] : [x, 3, top - 0.06, x + length, 5, top],
      color: isTop ? [192, 192, 192, 255] : [240, 0, 0, 255],
      rise,
    }
  })
}

/** Flat terrain, which is the lowest part of a model, with a house on it. */
export function listGroundBlocks(): SceneBlock[] {
  const shared = { class: 'IfcGeographicElement', storey: 0 }
  return [
    {
      ...shared,
      guid: 'ground',
      name: 'Ground',
      box: [0, 0, 0, 300, 200, 0.01],
      color: [152, 162, 132, 255],
    },
    { ...shared, guid: 'house', name: 'House', box: [140, 90, 0, 160, 110, 20], color: [192, 192, 192, 255] },
  ]
}

/** The structure of the blocks, preceded by project, building and storeys. */
function structureOf(blocks: readonly SceneBlock[], storeys: number): Structure {
  const spatial = 2 + storeys
  const levels = Array.from({ length: storeys }, (_, index) => index)
  const classes = [
    ...new Set(['IfcProject', 'IfcBuilding', 'IfcBuildingStorey', ...blocks.map((block) => block.class)]),
  ]
  return {
    elements: {
      guid: [
        'project',
        'building',
        ...levels.map((level) => `storey-${level}`),
        ...blocks.map((block) => block.guid),
      ],
      name: [
        'Project',
        'Building',
        ...levels.map((level) => `Level ${level}`),
        ...blocks.map((block) => block.name),
      ],
      tag: Array.from({ length: spatial + blocks.length }, () => ''),
      class: [0, 1, ...levels.map(() => 2), ...blocks.map((block) => classes.indexOf(block.class))],
      type: Array.from({ length: spatial + blocks.length }, () => -1),
      parent: [-1, 0, ...levels.map(() => 1), ...blocks.map((block) => 2 + block.storey)],
      storey: [-1, -1, ...levels, ...blocks.map((block) => block.storey)],
    },
    classes,
    types: [],
    groups: [],
  }
}

function boxAround(blocks: readonly SceneBlock[]): Box {
  const side = (at: number) => blocks.map((block) => block.box[at] as number)
  return [0, 1, 2, 3, 4, 5].map((at) => (at < 3 ? Math.min(...side(at)) : Math.max(...side(at)))) as Box
}

export interface TestScene {
  source: ModelSource
  /** element index by GlobalId */
  element: (guid: string) => number
}

/** A complete synthetic model of boxes in the converter's output format. */
export function makeScene(id: string, blocks: readonly SceneBlock[], origin: Vec3 = [0, 0, 0]): TestScene {
  const storeys = Math.max(...blocks.map((block) => block.storey)) + 1
  const structure = structureOf(blocks, storeys)
  const first = 2 + storeys
  const bytes = encodeChunk(buildBoxChunk(blocks, (index) => first + index))
  const box = boxAround(blocks)
  const manifest: Manifest = {
    format: 1,
    converter: 'made up',
    schema: 'IFC4',
    project_name: id,
    length_unit: { name: 'METRE', metres: 1 },
    origin,
    box: box.map((value, at) => value + (origin[at % 3] as number)) as Box,
    georeference: null,
    true_north_deg: null,
    storeys: Array.from({ length: storeys }, (_, level) => ({
      element: 2 + level,
      guid: `storey-${level}`,
      name: `Level ${level}`,
      elevation_m: level * 3.2,
    })),
    counts: {
      elements: structure.elements.guid.length,
      with_geometry: blocks.length,
      spaces: 0,
      triangles: blocks.length * 12,
      entities: blocks.length,
    },
    chunks: [
      {
        file: 'chunk-0.pack',
        bytes: bytes.length,
        kind: 'model',
        box,
        instances: blocks.length,
        vertices: blocks.length * 24,
        triangles: blocks.length * 12,
      },
    ],
    property_blocks: 0,
  }
  const chunk = async () => bytes.slice()
  return {
    source: { id, manifest, structure, chunk },
    element: (guid) => structure.elements.guid.indexOf(guid),
  }
}
