import type { BuildingLevel, ModelWriter } from './model-writer.ts'
import { type BuildingSize, CORE_WALL, planCore } from './plan.ts'
import type { Point2 } from './shapes.ts'

const RISER = 180
const TREAD = 280
const WIDTH = 1250
const LANDING = 1400
const WAIST = 160

/** Writes a stair with two flights and a landing halfway up, with railings. */
export function writeStair(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const core = planCore(size)
  const risers = Math.round(level.height / RISER / 2) * 2
  const rise = level.height / risers
  const steps = risers / 2
  const run = (steps - 1) * TREAD
  const x0 = core.stair.x1 - CORE_WALL / 2 - LANDING - run
  const low = core.y0 + CORE_WALL / 2 + 20
  const high = core.y1 - CORE_WALL / 2 - 20
  const stair = writer.element({
    key: `stair/${level.index}`,
    entity: 'IFCSTAIR',
    name: `Stair ${level.index}`,
    level,
    at: [x0, low, 0],
    predefined: 'HALF_TURN_STAIR',
    psets: {
      Pset_StairCommon: {
        Reference: 'ST01',
        FireRating: 'R 60',
        NumberOfRiser: { measure: 'COUNTMEASURE', value: risers },
        RiserHeight: { measure: 'POSITIVELENGTHMEASURE', value: rise },
        TreadLength: { measure: 'POSITIVELENGTHMEASURE', value: TREAD },
      },
    },
    classification: 'Ss_35_10_85',
  })
  if (!stair) return
  const numbers = `${steps},${steps - 1},${rise.toFixed(3)},${TREAD}.`
  for (const [flight, y] of [low, high - WIDTH].entries()) {
    // The second flight starts on the landing and runs in the opposite direction.
    const outline = flightOutline(steps, rise).map(([x, z]): Point2 => [flight === 0 ? x : run - x, z])
    writer.element({
      key: `stair/${level.index}/flight/${flight}`,
      entity: 'IFCSTAIRFLIGHT',
      name: `Flight ${level.index}.${flight + 1}`,
      level,
      at: [x0, y, flight * steps * rise],
      solids: [
        writer.shapes.profileAlongY('exposed concrete', flight === 0 ? outline : outline.reverse(), 0, WIDTH),
      ],
      extra: numbers,
      predefined: 'STRAIGHT',
      material: 'Precast concrete C35/45',
      classification: 'Ss_35_10_85',
      parent: stair,
    })
    writeRailing(
      writer,
      level,
      flight,
      [x0, flight === 0 ? low + WIDTH - 40 : high - WIDTH + 40],
      steps,
      rise,
      stair,
    )
  }
  writer.element({
    key: `stair/${level.index}/landing`,
    entity: 'IFCSLAB',
    name: `Landing ${level.index}`,
    level,
    at: [x0 + run, low, steps * rise - WAIST],
    solids: [writer.shapes.box('exposed concrete', [0, 0, 0], [LANDING, high - low, WAIST])],
    predefined: 'LANDING',
    psets: { Pset_SlabCommon: { LoadBearing: true, IsExternal: false, FireRating: 'R 60' } },
    material: 'Precast concrete C35/45',
    classification: 'Ss_35_10_85',
    parent: stair,
  })
}

/** Section of a flight: steps on top, a sloped soffit below; X along the run, Z up. */
function flightOutline(steps: number, rise: number): Point2[] {
  const outline: Point2[] = [[0, 0]]
  for (let step = 0; step < steps; step++) {
    outline.push([step * TREAD, (step + 1) * rise])
    if (step < steps - 1) outline.push([(step + 1) * TREAD, (step + 1) * rise])
  }
  const run = (steps - 1) * TREAD
  outline.push([run, steps * rise - WAIST - rise * 0.2], [TREAD, 0])
  return outline
}

function writeRailing(
  writer: ModelWriter,
  level: BuildingLevel,
  flight: number,
  at: Point2,
  steps: number,
  rise: number,
  parent: string,
): void {
  const { shapes } = writer
  const run = (steps - 1) * TREAD
  const height = (x: number) => ((flight === 0 ? x : run - x) / run) * (steps - 1) * rise + rise
  const posts = Array.from({ length: 5 }, (_, index) => (index * run) / 4)
  const top = (x: number) => height(x) + 900
  writer.element({
    key: `stair/${level.index}/railing/${flight}`,
    entity: 'IFCRAILING',
    name: `Railing ${level.index}.${flight + 1}`,
    level,
    at: [at[0], at[1], flight * steps * rise],
    solids: [
      shapes.pipe(
        'steel',
        [
          [0, 0, top(0)],
          [run, 0, top(run)],
        ],
        21,
      ),
      shapes.pipe(
        'steel',
        [
          [0, 0, top(0) - 450],
          [run, 0, top(run) - 450],
        ],
        9,
      ),
      ...posts.map((x) => shapes.cylinder('steel', [x, 0, height(x) - rise], 'z', 900 + rise, 14)),
    ],
    predefined: 'HANDRAIL',
    psets: {
      Pset_RailingCommon: {
        Reference: 'R01',
        Height: { measure: 'POSITIVELENGTHMEASURE', value: 900 },
        IsExternal: false,
      },
    },
    material: 'Stainless steel',
    classification: 'Ss_35_10_85',
    parent,
  })
}
