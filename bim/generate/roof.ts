import type { OpeningTypes } from './architecture.ts'
import type { BuildingLevel, ModelWriter } from './model-writer.ts'
import { BAY, type BuildingSize, CORE_WALL, FACADE, FLOORING, planCore, SLAB_EDGE } from './plan.ts'
import type { Point2 } from './shapes.ts'
import { writeWall } from './walls.ts'

const PARAPET = 900
const HEAD_HEIGHT = 2900

/** Writes the roof build-up, the parapet and the stair penthouse. */
export function writeRoof(
  writer: ModelWriter,
  size: BuildingSize,
  level: BuildingLevel,
  types: OpeningTypes,
): void {
  const width = size.bays_x * BAY
  const depth = size.bays_y * BAY
  const roof = writer.element({
    key: 'roof',
    entity: 'IFCROOF',
    name: 'Flat roof',
    level,
    at: [0, 0, 0],
    predefined: 'FLAT_ROOF',
    psets: { Pset_RoofCommon: { IsExternal: true, FireRating: 'BROOF(t1)' } },
    classification: 'Ss_30_40_00',
  })
  const low = -SLAB_EDGE
  const far = SLAB_EDGE
  const outline: Point2[] = [
    [low, low],
    [width + far, low],
    [width + far, depth + far],
    [low, depth + far],
  ]
  writer.element({
    key: 'roof/build-up',
    entity: 'IFCSLAB',
    name: 'Roof build-up',
    level,
    at: [0, 0, -FLOORING],
    solids: [writer.shapes.prism('membrane', outline, 0, 200)],
    predefined: 'ROOF',
    psets: {
      Pset_SlabCommon: {
        Reference: 'Roof build-up 200',
        IsExternal: true,
        LoadBearing: false,
        PitchAngle: { measure: 'PLANEANGLEMEASURE', value: 0.035 },
      },
    },
    material: 'Roof build-up 200',
    classification: 'Ss_30_40_00',
    parent: roof ?? undefined,
  })
  writeParapet(writer, level, width, depth)
  writeStairHead(writer, size, level, types)
}

function writeParapet(writer: ModelWriter, level: BuildingLevel, width: number, depth: number): void {
  const off = SLAB_EDGE + FACADE / 2
  const end = SLAB_EDGE + FACADE
  const sides: [name: string, from: Point2, to: Point2][] = [
    ['South', [-end, -off], [width + end, -off]],
    ['East', [width + off, -SLAB_EDGE], [width + off, depth + SLAB_EDGE]],
    ['North', [width + end, depth + off], [-end, depth + off]],
    ['West', [-off, depth + SLAB_EDGE], [-off, -SLAB_EDGE]],
  ]
  for (const [name, from, to] of sides) {
    const wall = {
      key: `parapet/${name}`,
      name: `Parapet ${name}`,
      from,
      to,
      thickness: FACADE,
      base: -FLOORING,
      height: PARAPET,
      style: 'render',
      material: 'External wall 240',
      external: true,
      fire: 'REI 60',
    }
    writeWall(writer, level, wall, [])
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    writer.element({
      key: `coping/${name}`,
      entity: 'IFCCOVERING',
      name: `Coping ${name}`,
      level,
      at: [from[0], from[1], PARAPET - FLOORING],
      turn: [(to[0] - from[0]) / length, (to[1] - from[1]) / length],
      solids: [writer.shapes.box('fin', [0, -170, 0], [length, 170, 30])],
      predefined: 'ROOFING',
      material: 'Anodised aluminium',
      classification: 'Ss_30_40_00',
    })
  }
}

function writeStairHead(
  writer: ModelWriter,
  size: BuildingSize,
  level: BuildingLevel,
  types: OpeningTypes,
): void {
  const { stair, y0, y1 } = planCore(size)
  const corners: Point2[] = [
    [stair.x0, y0],
    [stair.x1, y0],
    [stair.x1, y1],
    [stair.x0, y1],
  ]
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % 4] ?? from
    const wall = {
      key: `stair-head/${index}`,
      name: `Stair head wall ${index + 1}`,
      from,
      to,
      thickness: CORE_WALL,
      base: 120,
      height: HEAD_HEIGHT,
      style: 'render',
      material: 'External wall 240',
      external: true,
      fire: 'REI 90',
    }
    const door = {
      key: 'door/roof',
      type: types.door,
      entity: 'IFCDOOR',
      name: 'Door to the roof',
      along: 1200,
      sill: 0,
      width: 900,
      height: 2100,
      psets: { Pset_DoorCommon: { Reference: 'D03', IsExternal: true, FireRating: 'EI2 30-C' } },
    } as const
    writeWall(writer, level, wall, index === 0 ? [door] : [])
  }
  const reach = 400
  writer.element({
    key: 'stair-head/roof',
    entity: 'IFCSLAB',
    name: 'Stair head roof',
    level,
    at: [0, 0, 120 + HEAD_HEIGHT],
    solids: [
      writer.shapes.box('membrane', [stair.x0 - reach, y0 - reach, 0], [stair.x1 + reach, y1 + reach, 220]),
    ],
    predefined: 'ROOF',
    psets: { Pset_SlabCommon: { IsExternal: true, LoadBearing: true } },
    material: 'Cross-laminated timber',
    classification: 'Ss_30_40_00',
  })
}
