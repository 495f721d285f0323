import type { BuildingLevel, ElementSpec, ModelWriter, TypeRef } from './model-writer.ts'
import { BAY, type BuildingSize, CORRIDOR, planCore, planStorey, type Room, SLAB_EDGE } from './plan.ts'
import { writePlant } from './plant.ts'
import type { Point3 } from './shapes.ts'

export const SUPPLY_AIR = 'Supply air|VENTILATION'
export const EXTRACT_AIR = 'Extract air|EXHAUST'
const SPRINKLER = 'Sprinkler|FIREPROTECTION'
const HEATING = 'Heating|HEATING'
const LIGHTING = 'Lighting|LIGHTING'
const POWER = 'Power|ELECTRICAL'

/** heights above the finished floor */
const CEILING = 2750
const DUCT = { z: 3000, width: 500, height: 260 }

interface Types {
  diffuser: TypeRef
  head: TypeRef
  radiator: TypeRef
  light: TypeRef
}

/** Writes ducts, pipes, cable trays and their terminals, level by level, and the plant on the roof. */
export function* writeServices(
  writer: ModelWriter,
  size: BuildingSize,
  levels: BuildingLevel[],
): Generator<BuildingLevel> {
  const types = writeTypes(writer)
  for (const level of levels) {
    if (level.index === size.storeys) writePlant(writer, size, level)
    else {
      writeRisers(writer, size, level)
      const core = planCore(size)
      for (const [side, y] of [core.y0 - CORRIDOR / 2, core.y1 + CORRIDOR / 2].entries())
        writeCorridor(writer, size, level, side, y)
      yield level
      for (const room of planStorey(size, level.index, writer.seed).rooms) {
        writeRoom(writer, size, level, room, types)
        yield level
      }
    }
    yield level
  }
}

function writeTypes(writer: ModelWriter): Types {
  const { shapes } = writer
  const ribs = Array.from({ length: 15 }, (_, rib) =>
    shapes.box('white', [-690 + rib * 94, -50, 20], [-630 + rib * 94, 50, 580]),
  )
  return {
    diffuser: writer.type('IFCAIRTERMINALTYPE', 'Swirl diffuser 600', 'DIFFUSER', [
      shapes.box('white', [-298, -298, 0], [298, 298, 14]),
      shapes.cylinder('steel', [0, 0, 14], 'z', 170, 125),
    ]),
    head: writer.type('IFCFIRESUPPRESSIONTERMINALTYPE', 'Pendent head K80', 'SPRINKLER', [
      shapes.cylinder('sprinkler', [0, 0, 25], 'z', 40, 12),
      shapes.cylinder('steel', [0, 0, 0], 'z', 6, 17),
    ]),
    radiator: writer.type('IFCSPACEHEATERTYPE', 'Radiator 1400 x 600', 'RADIATOR', [
      shapes.box('white', [-700, -42, 0], [700, 42, 30]),
      shapes.box('white', [-700, -42, 570], [700, 42, 600]),
      ...ribs,
    ]),
    light: writer.type('IFCLIGHTFIXTURETYPE', 'Linear pendant 1500', 'DIRECTIONSOURCE', [
      shapes.box('light', [-750, -40, 0], [750, 40, 12]),
      shapes.box('white', [-750, -45, 12], [750, 45, 60]),
    ]),
  }
}

/** Attributes shared by all parts of a system. */
function part(system: string): Pick<ElementSpec, 'system' | 'classification' | 'material'> {
  const kind = system.split('|')[0] ?? ''
  const code =
    {
      'Supply air': 'Ss_65_40_33',
      'Extract air': 'Ss_65_40_33',
      Sprinkler: 'Ss_55_30_98',
      Heating: 'Ss_60_40_37',
      Lighting: 'Ss_70_80_33',
    }[kind] ?? 'Ss_70_30_10'
  const material = kind.endsWith('air') ? 'Galvanised steel sheet' : 'Steel pipe'
  return { system, classification: code, material }
}

/** Writes the mains of one corridor, one segment per bay. */
function writeCorridor(
  writer: ModelWriter,
  size: BuildingSize,
  level: BuildingLevel,
  side: number,
  y: number,
): void {
  // Version 2 lowers the supply duct in the south corridor of the first floor.
  const lowered = level.index === 1 && side === 0
  const drop = lowered && writer.version === 2 ? 120 : 0
  for (let bay = 0; bay < size.bays_x; bay++) {
    const key = `${level.index}/${side}/${bay}`
    const x = bay * BAY
    writeDuct(writer, level, key, [x, y - 250, DUCT.z - drop], SUPPLY_AIR, lowered ? 'moved' : undefined)
    writeDuct(writer, level, `extract/${key}`, [x, y + 420, DUCT.z], EXTRACT_AIR)
    writePipe(
      writer,
      level,
      `sprinkler/main/${key}`,
      [
        [x, y + 750, 3150],
        [x + BAY, y + 750, 3150],
      ],
      40,
      SPRINKLER,
    )
    writeTray(writer, level, key, [x, y + 80, 2860])
  }
}

function writeDuct(
  writer: ModelWriter,
  level: BuildingLevel,
  key: string,
  at: Point3,
  system: string,
  change?: ElementSpec['change'],
): void {
  const { shapes } = writer
  const supply = system === SUPPLY_AIR
  const style = supply ? 'supply air' : 'extract air'
  const half = (supply ? DUCT.width : 300) / 2
  const height = supply ? DUCT.height : 200
  const data = {
    level,
    ...part(system),
    psets: {
      Pset_DuctSegmentTypeCommon: {
        Reference: supply ? '500 x 260' : '300 x 200',
        WorkingPressure: { measure: 'PRESSUREMEASURE', value: 250 },
        Shape: 'RECTANGULAR',
      },
      Pset_FlowTerminalAirFlow: {
        AirFlowrate: { measure: 'VOLUMETRICFLOWRATEMEASURE', value: supply ? 0.42 : 0.3 },
      },
    },
    change,
  }
  writer.element({
    ...data,
    key: `duct/${key}`,
    entity: 'IFCDUCTSEGMENT',
    name: supply ? 'Supply duct' : 'Extract duct',
    at,
    solids: [shapes.box(style, [200, -half, -height / 2], [BAY - 200, half, height / 2])],
    predefined: 'RIGIDSEGMENT',
    quantities: { name: 'Qto_DuctSegmentBaseQuantities', values: { Length: ['LENGTH', BAY - 400] } },
  })
  writer.element({
    ...data,
    key: `fitting/${key}`,
    entity: 'IFCDUCTFITTING',
    name: 'Branch',
    at,
    solids: [shapes.box(style, [-200, -half - 15, -height / 2 - 15], [200, half + 15, height / 2 + 15])],
    predefined: 'JUNCTION',
  })
}

function writePipe(
  writer: ModelWriter,
  level: BuildingLevel,
  key: string,
  points: readonly Point3[],
  radius: number,
  system: string,
  change?: ElementSpec['change'],
): void {
  const style = { Sprinkler: 'sprinkler', Heating: 'heating' }[system.split('|')[0] ?? ''] ?? 'return'
  const air = system === SUPPLY_AIR
  const [first = [0, 0, 0]] = points
  const local = points.map((point): Point3 => [point[0] - first[0], point[1] - first[1], point[2] - first[2]])
  writer.element({
    key: `pipe/${key}`,
    entity: air ? 'IFCDUCTSEGMENT' : 'IFCPIPESEGMENT',
    name: air ? 'Branch duct' : `Pipe DN ${radius * 2}`,
    level,
    at: first,
    solids: [writer.shapes.pipe(air ? 'supply air' : style, local, radius)],
    predefined: air ? 'FLEXIBLESEGMENT' : 'RIGIDSEGMENT',
    psets: {
      [air ? 'Pset_DuctSegmentTypeCommon' : 'Pset_PipeSegmentTypeCommon']: {
        Reference: `DN ${radius * 2}`,
        NominalDiameter: { measure: 'POSITIVELENGTHMEASURE', value: radius * 2 },
      },
    },
    ...part(system),
    change,
  })
}

function writeTray(writer: ModelWriter, level: BuildingLevel, key: string, at: Point3): void {
  const { shapes } = writer
  writer.element({
    key: `tray/${key}`,
    entity: 'IFCCABLECARRIERSEGMENT',
    name: 'Cable tray 200 x 60',
    level,
    at,
    solids: [
      shapes.box('cable', [0, -100, 0], [BAY, 100, 2]),
      shapes.box('cable', [0, -100, 2], [BAY, -98, 60]),
      shapes.box('cable', [0, 98, 2], [BAY, 100, 60]),
    ],
    predefined: 'CABLETRAYSEGMENT',
    psets: {
      Pset_CableCarrierSegmentTypeCableTraySegment: {
        Reference: 'T200',
        NominalWidth: { measure: 'POSITIVELENGTHMEASURE', value: 200 },
        HasCover: false,
      },
    },
    ...part(POWER),
    material: 'Galvanised steel',
  })
}

/** Writes the terminals and fixtures of one room. */
function writeRoom(
  writer: ModelWriter,
  size: BuildingSize,
  level: BuildingLevel,
  room: Room,
  types: Types,
): void {
  const core = planCore(size)
  const south = room.y1 <= core.y0
  const office = room.use === 'Office' || room.use === 'Open-plan office' || room.use === 'Lobby'
  if (office)
    writeAir(writer, level, room, south, south ? core.y0 - CORRIDOR / 2 : core.y1 + CORRIDOR / 2, types)
  for (let x = room.x0 + 1800, column = 0; x < room.x1 - 900; x += 3600, column++) {
    for (let y = room.y0 + 1500, row = 0; y < room.y1 - 700; y += 3200, row++) {
      const key = `${room.key}/${column}/${row}`
      const head = { ...FIXTURES.head, type: types.head, at: [x, y, CEILING - 40] as const }
      writeFixture(writer, level, key, head)
      // Version 2 adds luminaires to one room of the second floor.
      const added = level.index === 2 && room.number.endsWith('.02')
      const light = { ...FIXTURES.light, type: types.light, at: [x, y + 900, CEILING - 70] as const }
      writeFixture(writer, level, key, light, added ? 'added' : undefined)
    }
  }
  if (office && !(level.index === 0 && south)) writeHeating(writer, level, room, south, types)
}

interface Fixture {
  entity: string
  name: string
  predefined: string
  system: string
}
const FIXTURES = {
  diffuser: { entity: 'IFCAIRTERMINAL', name: 'Diffuser', predefined: 'DIFFUSER', system: SUPPLY_AIR },
  head: {
    entity: 'IFCFIRESUPPRESSIONTERMINAL',
    name: 'Sprinkler',
    predefined: 'SPRINKLER',
    system: SPRINKLER,
  },
  light: { entity: 'IFCLIGHTFIXTURE', name: 'Light', predefined: 'DIRECTIONSOURCE', system: LIGHTING },
  radiator: { entity: 'IFCSPACEHEATER', name: 'Radiator', predefined: 'RADIATOR', system: HEATING },
} satisfies Record<string, Fixture>

function writeFixture(
  writer: ModelWriter,
  level: BuildingLevel,
  key: string,
  fixture: Fixture & { type: TypeRef; at: Point3 },
  change?: ElementSpec['change'],
): void {
  const { entity, name, predefined, type, at } = fixture
  const psets = { Pset_ManufacturerTypeInformation: { Manufacturer: 'Example works', ModelLabel: name } }
  writer.element({
    key: `${entity}/${key}`,
    entity,
    name,
    level,
    at,
    type,
    predefined,
    psets,
    ...part(fixture.system),
    change,
  })
}

/** Writes a duct from the corridor main to a diffuser in the middle of the room. */
function writeAir(
  writer: ModelWriter,
  level: BuildingLevel,
  room: Room,
  south: boolean,
  corridor: number,
  types: Types,
): void {
  const x = (room.x0 + room.x1) / 2
  const y = (room.y0 + room.y1) / 2
  const main = corridor - 250 + (south ? -DUCT.width / 2 : DUCT.width / 2)
  // Version 2 increases the air flow in one room of the second floor.
  const wider = level.index === 2 && room.number.endsWith('.01')
  const line: Point3[] = [
    [x, main, DUCT.z],
    [x, y, DUCT.z],
    [x, y, CEILING + 190],
  ]
  const radius = wider && writer.version === 2 ? 160 : 125
  writePipe(writer, level, `branch/${room.key}`, line, radius, SUPPLY_AIR, wider ? 'changed' : undefined)
  writeFixture(writer, level, room.key, { ...FIXTURES.diffuser, type: types.diffuser, at: [x, y, CEILING] })
}

/** Writes radiators along the façade and their flow and return pipes. */
function writeHeating(
  writer: ModelWriter,
  level: BuildingLevel,
  room: Room,
  south: boolean,
  types: Types,
): void {
  const facade = south ? room.y0 + 110 : room.y1 - 110
  for (let x = room.x0 + 1800, column = 0; x < room.x1 - 900; x += 3600, column++) {
    const gone = level.index === 1 && room.number.endsWith('.01') && column === 0
    const radiator = { ...FIXTURES.radiator, type: types.radiator, at: [x, facade, 120] as const }
    writeFixture(writer, level, `${room.key}/${column}`, radiator, gone ? 'removed' : undefined)
  }
  for (const z of [60, 95]) {
    const line: Point3[] = [
      [room.x0 + 60, facade, z],
      [room.x1 - 60, facade, z],
    ]
    writePipe(writer, level, `heating/${room.key}/${z}`, line, 12, HEATING)
  }
}

/** Writes the vertical mains in the riser shaft. */
function writeRisers(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const { riser, y0, y1 } = planCore(size)
  const { shapes } = writer
  const middle = (y0 + y1) / 2
  for (const [index, system] of [SUPPLY_AIR, EXTRACT_AIR].entries()) {
    writer.element({
      key: `riser/${level.index}/${index}`,
      entity: 'IFCDUCTSEGMENT',
      name: `${system.split('|')[0]} riser`,
      level,
      at: [riser.x0 + 700 + index * 900, middle, -80],
      solids: [
        shapes.box(index === 0 ? 'supply air' : 'extract air', [-300, -400, 0], [300, 400, level.height]),
      ],
      predefined: 'RIGIDSEGMENT',
      psets: { Pset_DuctSegmentTypeCommon: { Reference: '600 x 800', Shape: 'RECTANGULAR' } },
      ...part(system),
    })
  }
  for (const [index, system] of [SPRINKLER, HEATING].entries()) {
    const x = riser.x0 + 350 + index * 160
    const line: Point3[] = [
      [x, y0 + SLAB_EDGE, -80],
      [x, y0 + SLAB_EDGE, level.height - 80],
    ]
    writePipe(writer, level, `riser/${level.index}/${index}`, line, 54, system)
  }
}
