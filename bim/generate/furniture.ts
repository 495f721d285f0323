import type { BuildingLevel, ModelWriter, TypeRef } from './model-writer.ts'
import { type Room, SLAB_EDGE } from './plan.ts'
import type { Point2, Point3, Solid } from './shapes.ts'

type Furnish = (level: BuildingLevel, room: Room) => void

/** Writes the furniture types and returns the function that furnishes rooms. */
export function writeFurniture(writer: ModelWriter): Furnish {
  const types = writeTypes(writer)
  let removed = false
  return (level, room) => {
    let count = 0
    const put = (type: keyof typeof types, x: number, y: number, turn: Point2 = [1, 0]) => {
      // Version 2 removes the first cabinet of the first floor.
      const goes = type === 'Cabinet' && level.index === 1 && !removed
      if (goes) removed = true
      const sanitary = type === 'Toilet' || type === 'Basin'
      writer.element({
        key: `furniture/${room.key}/${count++}`,
        entity: sanitary ? 'IFCSANITARYTERMINAL' : 'IFCFURNITURE',
        name: type,
        level,
        at: [x, y, 0],
        turn,
        type: types[type],
        predefined: sanitary ? (type === 'Toilet' ? 'TOILETPAN' : 'WASHHANDBASIN') : 'NOTDEFINED',
        psets: sanitary
          ? { Pset_SanitaryTerminalTypeCommon: { Reference: type } }
          : { Pset_FurnitureTypeCommon: { Reference: type, Style: 'Workplace', IsBuiltIn: false } },
        classification: 'Ss_40_15_00',
        change: goes ? 'removed' : undefined,
      })
    }
    arrange(room, put)
  }
}

type Put = (
  type: 'Desk' | 'Chair' | 'Cabinet' | 'Table' | 'Sofa' | 'Toilet' | 'Basin',
  x: number,
  y: number,
  turn?: Point2,
) => void

function arrange(room: Room, put: Put): void {
  const width = room.x1 - room.x0
  const depth = room.y1 - room.y0
  if (room.use === 'Office' || room.use === 'Open-plan office') {
    // Pairs of desks face each other, at right angles to the façade.
    const south = room.door?.outward === 1
    for (let x = room.x0 + 1900; x < room.x1 - 1500; x += 3600) {
      for (const step of room.use === 'Office' ? [0] : [0, 1]) {
        const y = south ? room.y0 + 1500 + step * 1700 : room.y1 - 1500 - step * 1700
        put('Desk', x - 410, y, [0, 1])
        put('Desk', x + 410, y, [0, -1])
        put('Chair', x - 1150, y, [0, 1])
        put('Chair', x + 1150, y, [0, -1])
      }
    }
    if (room.use === 'Office') {
      const x = room.x0 + width / 2 - 900
      const y = south ? room.y1 - 1900 : room.y0 + 1900
      put('Table', x, y)
      for (const side of [-1, 1]) put('Chair', x + side * 700, y + 800, [-1, 0])
    }
    put('Cabinet', room.x1 - 800, south ? room.y1 - 400 : room.y0 + 400)
  } else if (room.use === 'Meeting room') {
    const x = room.x0 + width / 2
    const y = room.y0 + depth / 2
    put('Table', x, y)
    for (const side of [-1, 1]) {
      for (const seat of [-900, 0, 900]) put('Chair', x + seat, y + side * 1000, side < 0 ? [1, 0] : [-1, 0])
    }
  } else if (room.use === 'Breakout') {
    put('Sofa', room.x0 + SLAB_EDGE + 2200, room.y0 + 700)
    put('Table', room.x0 + SLAB_EDGE + 4600, room.y0 + depth / 2, [0, 1])
  } else if (room.use === 'Lobby') {
    put('Sofa', room.x0 + 2200, room.y1 - 900, [-1, 0])
  } else if (room.use === 'Toilets') {
    for (let x = room.x0 + 700; x < room.x0 + width - 800; x += 1100) {
      put('Toilet', x, room.y1 - 350, [-1, 0])
      put('Basin', x, room.y0 + 350)
    }
  }
}

/** Each type is centred on its origin, with its user facing +Y. */
function writeTypes(writer: ModelWriter) {
  const { shapes } = writer
  const legs = (x: number, y: number, height: number, style: string) =>
    [-1, 1].flatMap((a) => [-1, 1].map((b) => shapes.cylinder(style, [a * x, b * y, 0], 'z', height, 22)))
  const box = (style: string, low: Point3, high: Point3) => shapes.box(style, low, high)
  const type = (name: string, solids: Solid[]): TypeRef =>
    writer.type('IFCFURNITURETYPE', name, 'NOTDEFINED', solids, ',.NOTDEFINED.')
  return {
    Desk: type('Desk', [box('desk', [-800, -400, 715], [800, 400, 740]), ...legs(740, 340, 715, 'steel')]),
    Chair: type('Chair', [
      box('fabric', [-240, -230, 430], [240, 230, 480]),
      box('fabric', [-220, -260, 520], [220, -225, 980]),
      shapes.cylinder('steel', [0, 0, 60], 'z', 370, 30),
      ...[0, 1].map((turn) =>
        box('steel', turn ? [-290, -25, 30] : [-25, -290, 30], turn ? [290, 25, 60] : [25, 290, 60]),
      ),
    ]),
    Cabinet: type('Cabinet', [
      box('white', [-600, -225, 0], [600, 225, 1900]),
      box('oak', [-590, -245, 60], [-8, -225, 1890]),
      box('oak', [8, -245, 60], [590, -225, 1890]),
    ]),
    Table: type('Table', [
      box('oak', [-1400, -500, 710], [1400, 500, 745]),
      ...legs(1250, 400, 710, 'steel'),
    ]),
    Sofa: type('Sofa', [
      box('accent', [-950, -400, 120], [950, 420, 420]),
      box('accent', [-950, -430, 120], [950, -250, 780]),
      box('accent', [-1080, -430, 120], [-950, 420, 600]),
      box('accent', [950, -430, 120], [1080, 420, 600]),
    ]),
    Toilet: writer.type('IFCSANITARYTERMINALTYPE', 'Toilet', 'TOILETPAN', [
      box('white', [-180, -270, 350], [180, 260, 420]),
      shapes.cylinder('white', [0, 0, 0], 'z', 350, 140),
    ]),
    Basin: writer.type('IFCSANITARYTERMINALTYPE', 'Basin', 'WASHHANDBASIN', [
      box('white', [-275, -220, 720], [275, 220, 850]),
      shapes.cylinder('steel', [0, -170, 850], 'z', 140, 14),
    ]),
  }
}
