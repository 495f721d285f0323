import { writeFacade } from './facade.ts'
import { writeFurniture } from './furniture.ts'
import { writeLandscape } from './landscape.ts'
import type { BuildingLevel, ModelWriter, TypeRef } from './model-writer.ts'
import { BAY, type BuildingSize, FLOORING, planStorey, type Room, SLAB, type StoreyPlan } from './plan.ts'
import { writeRoof } from './roof.ts'
import type { Point2 } from './shapes.ts'
import { writeStair } from './stairs.ts'
import { type Filling, writeWall } from './walls.ts'

const CEILING = 2750

export interface OpeningTypes {
  window: TypeRef
  showcase: TypeRef
  door: TypeRef
  entrance: TypeRef
}

/** Writes façade, partitions, doors, windows, stairs, finishes, furniture and rooms, level by level. */
export function* writeArchitecture(
  writer: ModelWriter,
  size: BuildingSize,
  levels: BuildingLevel[],
): Generator<BuildingLevel> {
  const types = writeTypes(writer)
  const furnish = writeFurniture(writer)
  for (const level of levels) {
    if (level.index === 0) writeLandscape(writer, size, level)
    if (level.index === size.storeys) writeRoof(writer, size, level, types)
    else {
      writeFacade(writer, size, level, types)
      yield level
      const plan = planStorey(size, level.index, writer.seed)
      writePartitions(writer, level, plan, types)
      for (const room of plan.rooms) {
        writeRoom(writer, level, room)
        furnish(level, room)
        yield level
      }
      writeStair(writer, size, level)
    }
    yield level
  }
}

function writeTypes(writer: ModelWriter): OpeningTypes {
  const { shapes } = writer
  const window = (name: string, width: number, height: number) =>
    writer.type(
      'IFCWINDOWTYPE',
      name,
      'WINDOW',
      [
        shapes.frame('frame', width, height, 70, -45, 90),
        shapes.box('frame', [-35, -40, 70], [35, 40, height - 70]),
        shapes.box('glass', [-width / 2 + 70, -14, 70], [-35, 14, height - 70]),
        shapes.box('glass', [35, -14, 70], [width / 2 - 70, 14, height - 70]),
      ],
      ',.DOUBLE_PANEL_VERTICAL.,.F.,$',
    )
  const jambs: Point2[] = [
    [-450, 0],
    [-410, 0],
    [-410, 2060],
    [410, 2060],
    [410, 0],
    [450, 0],
    [450, 2100],
    [-450, 2100],
  ]
  const door = [
    shapes.profileAlongY('steel', jambs, -85, 170),
    shapes.box('door', [-410, -22, 8], [410, 22, 2050]),
    shapes.cylinder('steel', [330, -90, 1040], 'y', 180, 11),
  ]
  const entrance = [
    shapes.frame('frame', 2800, 2700, 80, -60, 120),
    shapes.box('glass', [-1310, -12, 90], [-20, 12, 2610]),
    shapes.box('glass', [20, -12, 90], [1310, 12, 2610]),
    shapes.cylinder('steel', [-90, -70, 700], 'z', 900, 16),
    shapes.cylinder('steel', [90, -70, 700], 'z', 900, 16),
  ]
  const double = ',.DOUBLE_DOOR_SINGLE_SWING.,.F.,$'
  return {
    window: window('Window 2400 x 1950', 2400, 1950),
    showcase: window('Window 2800 x 2600', 2800, 2600),
    door: writer.type('IFCDOORTYPE', 'Door 900 x 2100', 'DOOR', door, ',.SINGLE_SWING_LEFT.,.F.,$'),
    entrance: writer.type('IFCDOORTYPE', 'Entrance 2800 x 2700', 'DOOR', entrance, double),
  }
}

/**
 * Writes the walls between rooms, with a door for each room that has one. Version 2 changes some on the first
 * floor.
 */
function writePartitions(
  writer: ModelWriter,
  level: BuildingLevel,
  plan: StoreyPlan,
  types: OpeningTypes,
): void {
  const doors = plan.rooms.filter((room) => room.door !== null)
  const height = level.height - FLOORING - SLAB
  for (const wall of plan.walls) {
    const own = doors.filter(({ door }) => door && door.y === wall.y && door.x > wall.x0 && door.x < wall.x1)
    // Version 2 moves the door in the first corridor wall of the first floor by 600 mm.
    const moves = level.index === 1 && wall === plan.walls[0]
    const fillings = own.map((room) => doorOf(room, wall, moves, writer.version, types))
    writeWall(
      writer,
      level,
      {
        key: wall.key,
        name: wall.corridor ? 'Corridor wall' : 'Partition',
        from: [wall.x0, wall.y],
        to: [wall.x1, wall.y],
        thickness: wall.corridor ? 150 : 100,
        base: 0,
        height,
        style: 'plaster',
        material: wall.corridor ? 'Corridor wall 150' : 'Partition 100',
        external: false,
        fire: level.index === 2 && writer.version === 2 && wall.corridor ? 'EI 90' : 'EI 30',
        change: moves || (level.index === 2 && wall.corridor) ? 'changed' : undefined,
      },
      fillings,
    )
  }
  for (const [index, partition] of plan.partitions.entries()) {
    const { key, x, y0, y1 } = partition
    writeWall(
      writer,
      level,
      {
        key,
        name: 'Partition',
        from: [x, y0],
        to: [x, y1],
        thickness: 100,
        base: 0,
        height,
        style: 'plaster',
        material: 'Partition 100',
        external: false,
        fire: 'EI 30',
        // Version 2 merges two offices of the first floor.
        change: level.index === 1 && index === 1 ? 'removed' : undefined,
      },
      [],
    )
  }
  if (level.index === 1) writeNewPartition(writer, level, plan, height)
}

function doorOf(
  room: Room,
  wall: StoreyPlan['walls'][number],
  moves: boolean,
  version: 1 | 2,
  types: OpeningTypes,
): Filling {
  const shift = moves && version === 2 ? 600 : 0
  return {
    key: `door/${room.key}`,
    type: types.door,
    entity: 'IFCDOOR',
    name: `Door ${room.number}`,
    along: (room.door?.x ?? 0) - wall.x0 + shift,
    sill: 0,
    width: 900,
    height: 2100,
    psets: {
      Pset_DoorCommon: {
        Reference: 'D01',
        FireRating: wall.corridor ? 'EI2 30-C' : '',
        IsExternal: false,
        HandicapAccessible: true,
        SelfClosing: wall.corridor,
      },
    },
    change: moves ? 'moved' : undefined,
  }
}

/** Version 2 divides the widest room of the first floor. */
function writeNewPartition(
  writer: ModelWriter,
  level: BuildingLevel,
  plan: StoreyPlan,
  height: number,
): void {
  const room = plan.rooms.find((each) => each.use === 'Open-plan office')
  if (!room) return
  const x = room.x0 + BAY * 1.25
  writeWall(
    writer,
    level,
    {
      key: 'partition/new',
      name: 'Partition',
      from: [x, room.y0],
      to: [x, room.y1],
      thickness: 100,
      base: 0,
      height,
      style: 'plaster',
      material: 'Partition 100',
      external: false,
      fire: 'EI 30',
      change: 'added',
    },
    [],
  )
}

/** Writes the volume of a room, its floor and its ceiling. */
function writeRoom(writer: ModelWriter, level: BuildingLevel, room: Room): void {
  const { shapes } = writer
  const x0 = room.x0 + 60
  const x1 = room.x1 - 60
  const y0 = room.y0 + 60
  const y1 = room.y1 - 60
  const outline: Point2[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
  writer.space(level, room.key, room.number, room.use, outline, CEILING)
  const floor =
    { Toilets: 'tile', Lobby: 'oak', Breakout: 'oak', Corridor: 'oak' }[room.use as string] ?? 'carpet'
  const area = ((x1 - x0) * (y1 - y0)) / 1e6
  const cover = (key: string, name: string, predefined: string, style: string, low: number, high: number) =>
    writer.element({
      key: `${key}/${room.key}`,
      entity: 'IFCCOVERING',
      name,
      level,
      at: [0, 0, low],
      solids: [shapes.prism(style, outline, 0, high - low)],
      predefined,
      psets: { Pset_CoveringCommon: { Reference: name, FireRating: 'A2-s1,d0', Finish: style } },
      quantities: {
        name: 'Qto_CoveringBaseQuantities',
        values: { NetArea: ['AREA', area], Width: ['LENGTH', high - low] },
      },
      material: predefined === 'FLOORING' ? 'Floor build-up 80' : 'Mineral fibre tile',
      classification: predefined === 'FLOORING' ? 'Ss_30_42_00' : 'Ss_30_25_00',
    })
  cover('floor', `Floor ${room.number}`, 'FLOORING', floor, -FLOORING, 0)
  cover('ceiling', `Ceiling ${room.number}`, 'CEILING', 'ceiling', CEILING, CEILING + 25)
}
