import type { BuildingLevel, ElementSpec, ModelWriter } from './model-writer.ts'
import { BAY, type BuildingSize, CORE_WALL, FLOORING, planCore, SLAB, SLAB_EDGE } from './plan.ts'
import type { Point2, Point3 } from './shapes.ts'
import type { Ref } from './step-writer.ts'

const COLUMN = 400
const BEAM = { width: 300, depth: 450 }

/** Writes foundations, columns, beams, slabs and the concrete core, level by level. */
export function* writeStructure(
  writer: ModelWriter,
  size: BuildingSize,
  levels: BuildingLevel[],
): Generator<BuildingLevel> {
  for (const level of levels) {
    if (level.index === 0) {
      writeFoundations(writer, size, level)
      writeCanopy(writer, size, level)
    } else writeSlab(writer, size, level)
    yield level
    if (level.index < size.storeys) {
      writeColumns(writer, size, level)
      yield level
      writeBeams(writer, size, level)
      writeCore(writer, size, level)
    }
    yield level
  }
}

function concrete(strength: string, fire: string): ElementSpec['psets'] {
  return {
    Pset_ConcreteElementGeneral: {
      StrengthClass: strength,
      ExposureClass: 'XC1',
      ConstructionMethod: 'In-situ',
    },
    Pset_ReinforcementBarPitchOfColumn: { Reference: fire },
  }
}

function volume(...sides: number[]): [kind: 'VOLUME', value: number] {
  return ['VOLUME', sides.reduce((product, side) => product * (side / 1000), 1)]
}

function writeFoundations(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const { shapes } = writer
  for (let row = 0; row <= size.bays_y; row++) {
    for (let bay = 0; bay <= size.bays_x; bay++) {
      writer.element({
        key: `footing/${row}/${bay}`,
        entity: 'IFCFOOTING',
        name: `Footing ${axis(bay)}${row + 1}`,
        level,
        at: [bay * BAY, row * BAY, -FLOORING - 850],
        solids: [shapes.box('concrete', [-900, -900, 0], [900, 900, 600])],
        predefined: 'PAD_FOOTING',
        psets: {
          Pset_FootingCommon: { Reference: 'PF01', LoadBearing: true },
          ...concrete('C30/37', 'R 90'),
        },
        quantities: { name: 'Qto_FootingBaseQuantities', values: { GrossVolume: volume(1800, 1800, 600) } },
        material: 'Concrete C30/37',
        classification: 'Ss_20_05_15',
      })
    }
  }
  const width = size.bays_x * BAY
  const depth = size.bays_y * BAY
  writer.element({
    key: 'slab/ground',
    entity: 'IFCSLAB',
    name: 'Ground slab',
    level,
    at: [0, 0, -FLOORING - 250],
    solids: [
      shapes.box('concrete', [-SLAB_EDGE, -SLAB_EDGE, 0], [width + SLAB_EDGE, depth + SLAB_EDGE, 250]),
    ],
    predefined: 'BASESLAB',
    psets: {
      Pset_SlabCommon: { Reference: 'SL00', LoadBearing: true, IsExternal: false, FireRating: 'REI 90' },
    },
    quantities: {
      name: 'Qto_SlabBaseQuantities',
      values: { GrossVolume: volume(width, depth, 250), Depth: ['LENGTH', 250] },
    },
    material: 'Concrete C30/37',
    classification: 'Ss_30_12_85',
  })
}

function axis(bay: number): string {
  return bay < 26 ? String.fromCharCode(65 + bay) : `${axis(Math.floor(bay / 26) - 1)}${axis(bay % 26)}`
}

function writeColumns(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const half = COLUMN / 2
  const height = level.height - SLAB
  for (let row = 0; row <= size.bays_y; row++) {
    for (let bay = 0; bay <= size.bays_x; bay++) {
      // Version 2 moves a column of the first floor and upgrades concrete on the second.
      const moves = level.index === 1 && bay === 1 && row === 1
      const better = level.index === 2 && row === 0
      const strength = better && writer.version === 2 ? 'C45/55' : 'C35/45'
      writer.element({
        key: `column/${level.index}/${row}/${bay}`,
        entity: 'IFCCOLUMN',
        name: `Column ${axis(bay)}${row + 1}`,
        level,
        at: [bay * BAY + (moves && writer.version === 2 ? 300 : 0), row * BAY, -FLOORING],
        solids: [writer.shapes.box('exposed concrete', [-half, -half, 0], [half, half, height])],
        predefined: 'COLUMN',
        psets: {
          Pset_ColumnCommon: { Reference: 'C01', LoadBearing: true, FireRating: 'R 90' },
          ...concrete(strength, 'R 90'),
        },
        quantities: {
          name: 'Qto_ColumnBaseQuantities',
          values: { Length: ['LENGTH', height], GrossVolume: volume(COLUMN, COLUMN, height) },
        },
        material: 'Concrete C35/45',
        classification: 'Ss_20_30_75',
        change: moves ? 'moved' : better ? 'changed' : undefined,
      })
    }
  }
}

/** Writes beams between the edge columns, and in version 2 one across the first floor. */
function writeBeams(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const beam = (key: string, name: string, from: Point2, turn: Point2, change?: ElementSpec['change']) => {
    const length = BAY - COLUMN
    const start = COLUMN / 2
    const half = BEAM.width / 2
    const solid = writer.shapes.box('concrete', [start, -half, 0], [start + length, half, BEAM.depth])
    writer.element({
      key,
      entity: 'IFCBEAM',
      name,
      level,
      at: [from[0], from[1], level.height - FLOORING - SLAB - BEAM.depth],
      turn,
      solids: [solid],
      predefined: 'BEAM',
      psets: {
        Pset_BeamCommon: {
          Reference: 'B01',
          LoadBearing: true,
          IsExternal: false,
          FireRating: 'R 90',
          Span: { measure: 'POSITIVELENGTHMEASURE', value: BAY },
        },
        ...concrete('C35/45', 'R 90'),
      },
      quantities: {
        name: 'Qto_BeamBaseQuantities',
        values: { Length: ['LENGTH', length], GrossVolume: volume(length, BEAM.width, BEAM.depth) },
      },
      material: 'Concrete C35/45',
      classification: 'Ss_20_20_75',
      change,
    })
  }
  for (const row of [0, size.bays_y]) {
    for (let bay = 0; bay < size.bays_x; bay++) {
      const key = `beam/${level.index}/x/${row}/${bay}`
      const gone = level.index === 1 && row === size.bays_y && bay === 0
      beam(key, `Beam ${axis(bay)}${row + 1}`, [bay * BAY, row * BAY], [1, 0], gone ? 'removed' : undefined)
    }
  }
  for (const bay of [0, size.bays_x]) {
    for (let row = 0; row < size.bays_y; row++)
      beam(
        `beam/${level.index}/y/${row}/${bay}`,
        `Beam ${axis(bay)}${row + 1}`,
        [bay * BAY, row * BAY],
        [0, 1],
      )
  }
  if (level.index === 1) beam('beam/new', 'Transfer beam', [BAY, 0], [0, 1], 'added')
}

/** Writes the floor slab of a level with holes for stair, lifts and riser. */
function writeSlab(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const width = size.bays_x * BAY
  const depth = size.bays_y * BAY
  const slab = writer.element({
    key: `slab/${level.index}`,
    entity: 'IFCSLAB',
    name: `Slab ${level.name}`,
    level,
    at: [0, 0, -FLOORING - SLAB],
    solids: [
      writer.shapes.box(
        'concrete',
        [-SLAB_EDGE, -SLAB_EDGE, 0],
        [width + SLAB_EDGE, depth + SLAB_EDGE, SLAB],
      ),
    ],
    predefined: 'FLOOR',
    psets: {
      Pset_SlabCommon: {
        Reference: 'SL01',
        LoadBearing: true,
        IsExternal: level.index === size.storeys,
        FireRating: 'REI 90',
      },
      ...concrete('C35/45', 'REI 90'),
    },
    quantities: {
      name: 'Qto_SlabBaseQuantities',
      values: {
        GrossArea: ['AREA', (width * depth) / 1e6],
        GrossVolume: volume(width, depth, SLAB),
        Depth: ['LENGTH', SLAB],
      },
    },
    material: 'Concrete C35/45',
    classification: 'Ss_30_12_85',
  })
  if (slab) for (const hole of shafts(size)) cutSlab(writer, level, slab, hole, size)
}

interface Shaft {
  name: string
  x0: number
  x1: number
  /** whether this is the roof: the lifts end below it */
  roof: boolean
  door: boolean
}

function shafts(size: BuildingSize): Shaft[] {
  const core = planCore(size)
  return [
    { name: 'stair', ...core.stair, roof: true, door: true },
    ...core.lifts.map((lift, index) => ({ name: `lift ${index + 1}`, ...lift, roof: false, door: true })),
    { name: 'riser', ...core.riser, roof: true, door: false },
  ]
}

function cutSlab(
  writer: ModelWriter,
  level: BuildingLevel,
  slab: Ref,
  shaft: Shaft,
  size: BuildingSize,
): void {
  if (level.index === size.storeys && !shaft.roof) return
  const { y0, y1 } = planCore(size)
  const x = (shaft.x0 + shaft.x1) / 2
  const y = (y0 + y1) / 2
  // A strip of slab remains as the stair's landing.
  const strip = shaft.name === 'stair' ? 1500 : 0
  const box: Point3 = [shaft.x1 - shaft.x0 - CORE_WALL - strip, y1 - y0 - CORE_WALL, SLAB + 200]
  const at: Point3 = [x + strip / 2, y, -FLOORING - SLAB - 100]
  writer.opening(`slab/${level.index}/${shaft.name}`, slab, level, at, undefined, box)
}

/** Writes the walls around the shafts, with doors to the corridor where needed. */
function writeCore(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const core = planCore(size)
  const height = level.height - SLAB
  const wall = (key: string, from: Point2, to: Point2, doors: number[]) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const turn: Point2 = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
    const half = CORE_WALL / 2
    const host = writer.element({
      key: `core/${level.index}/${key}`,
      entity: 'IFCWALL',
      name: `Core wall ${key}`,
      level,
      at: [from[0], from[1], -FLOORING],
      turn,
      solids: [writer.shapes.box('exposed concrete', [-half, -half, 0], [length + half, half, height])],
      predefined: 'SHEAR',
      psets: {
        Pset_WallCommon: { Reference: 'CW01', LoadBearing: true, IsExternal: false, FireRating: 'REI 90' },
        ...concrete('C35/45', 'REI 90'),
      },
      quantities: {
        name: 'Qto_WallBaseQuantities',
        values: {
          Length: ['LENGTH', length],
          Height: ['LENGTH', height],
          GrossVolume: volume(length, CORE_WALL, height),
        },
      },
      material: 'Concrete C35/45',
      classification: 'Ss_20_30_75',
    })
    for (const along of host ? doors : []) {
      const at: Point3 = [from[0] + turn[0] * along, from[1] + turn[1] * along, 0]
      writer.opening(`core/${level.index}/${key}/${along}`, host ?? '', level, at, turn, [
        1100,
        CORE_WALL + 100,
        2150,
      ])
    }
  }
  const first = core.stair.x0
  const last = core.riser.x1
  const middles = shafts(size).filter((shaft) => shaft.door)
  const doors = middles.map((shaft) => (shaft.name === 'stair' ? 900 : (shaft.x0 + shaft.x1) / 2 - first))
  wall('south', [first, core.y0], [last, core.y0], doors)
  wall('north', [first, core.y1], [last, core.y1], [])
  const lines = [...shafts(size).map((shaft) => shaft.x0), last]
  for (const [index, x] of lines.entries()) wall(`cross ${index + 1}`, [x, core.y0], [x, core.y1], [])
}

/** Writes a steel canopy in front of the entrance. */
function writeCanopy(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const { shapes } = writer
  const middle = (Math.floor(size.bays_x / 2) + 0.5) * BAY
  const steel = { Pset_ColumnCommon: { Reference: 'CHS 139.7x8', LoadBearing: true, IsExternal: true } }
  for (const side of [-1, 1]) {
    writer.element({
      key: `canopy/column/${side}`,
      entity: 'IFCCOLUMN',
      name: 'Canopy column',
      level,
      at: [middle + side * 2800, -3400, -FLOORING - 220],
      solids: [shapes.cylinder('steel', [0, 0, 0], 'z', 3420, 70)],
      predefined: 'COLUMN',
      psets: steel,
      material: 'Steel S355',
      classification: 'Ss_20_30_75',
    })
  }
  writer.element({
    key: 'canopy/slab',
    entity: 'IFCSLAB',
    name: 'Canopy',
    level,
    at: [middle, -500, 3120],
    solids: [shapes.box('fin', [-3400, -3400, 0], [3400, 0, 180])],
    predefined: 'FLOOR',
    psets: { Pset_SlabCommon: { Reference: 'Canopy', IsExternal: true, LoadBearing: false } },
    material: 'Steel S355',
    classification: 'Ss_30_12_85',
  })
}
