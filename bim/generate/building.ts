import { writeArchitecture } from './architecture.ts'
import {
  type BuildingLevel,
  type BuildingSummary,
  type Discipline,
  ModelWriter,
  type ShapeContext,
} from './model-writer.ts'
import type { BuildingSize } from './plan.ts'
import { writeServices } from './services.ts'
import { formatList, formatReal, formatText, type Ref, type StepWriter } from './step-writer.ts'
import { writeStructure } from './structure.ts'

export interface BuildingOptions extends BuildingSize {
  discipline: Discipline
  /** 2 is a later design state of the same building, see Summary.changes */
  version: 1 | 2
  /** another seed generates other rooms and other GlobalIds */
  seed: number
}

const GROUND_HEIGHT = 4200
const STOREY_HEIGHT = 3600
const ORDINALS = ['Ground floor', 'First floor', 'Second floor', 'Third floor', 'Fourth floor', 'Fifth floor']
const TITLES = { architecture: 'Architecture', structure: 'Structure', services: 'Services' }

/**
 * Generates a small office tower as an IFC4 file, piece by piece, so that memory use does not depend on its
 * size. The same options yield the same bytes. Minimum size: one storey, five bays long and three deep.
 * @returns the contents of the file and the changes of version 2
 */
export function* generateBuilding(options: BuildingOptions): Generator<string, BuildingSummary> {
  const size: BuildingSize = {
    storeys: Math.max(1, Math.floor(options.storeys)),
    bays_x: Math.max(5, Math.floor(options.bays_x)),
    bays_y: Math.max(3, Math.floor(options.bays_y)),
  }
  yield header(options)
  const writer = new ModelWriter(options.discipline, options.version, options.seed, writeContext)
  const levels = writeProject(writer, size)
  const write = { architecture: writeArchitecture, structure: writeStructure, services: writeServices }
  for (const _level of write[options.discipline](writer, size, levels)) {
    writer.flush()
    yield writer.step.take()
  }
  writer.flush()
  writer.finish()
  writer.step.raw('ENDSEC;')
  writer.step.raw('END-ISO-10303-21;')
  yield writer.step.take(true)
  return writer.summary
}

function header({ discipline, version }: BuildingOptions): string {
  const name = `Demo Tower ${TITLES[discipline]} v${version}.ifc`
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
    `FILE_NAME(${formatText(name)},'2026-01-15T09:00:00',('Plumbline'),('Plumbline'),'Plumbline generator','Plumbline','');`,
    "FILE_SCHEMA(('IFC4'));",
    'ENDSEC;',
    'DATA;\n',
  ].join('\n')
}

/** Writes the geometric contexts and the map location. */
function writeContext(step: StepWriter): ShapeContext {
  const axes = step.share(`IFCAXIS2PLACEMENT3D(${step.share('IFCCARTESIANPOINT((0.,0.,0.))')},$,$)`)
  const turn = (12 * Math.PI) / 180
  const north = step.add(`IFCDIRECTION((${formatReal(Math.sin(turn))},${formatReal(Math.cos(turn))}))`)
  const model = step.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${axes},${north})`)
  const metre = step.add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)')
  const crs = step.add(
    `IFCPROJECTEDCRS('EPSG:25832','ETRS89 / UTM zone 32N','ETRS89',$,'UTM','32N',${metre})`,
  )
  const axis = `${formatReal(Math.cos(turn))},${formatReal(Math.sin(turn))}`
  // The map is in metres, the model in millimetres, hence the scale.
  step.add(`IFCMAPCONVERSION(${model},${crs},691234.5,5334567.25,515.2,${axis},0.001)`)
  const body = step.add(
    `IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,${model},$,.MODEL_VIEW.,$)`,
  )
  return { model, body }
}

function writeProject(writer: ModelWriter, size: BuildingSize): BuildingLevel[] {
  const { step, shapes } = writer
  const units = [
    step.add('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)'),
    step.add('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)'),
    step.add('IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)'),
    step.add('IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)'),
    step.add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)'),
    step.add('IFCSIUNIT(*,.POWERUNIT.,$,.WATT.)'),
    step.add('IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.)'),
  ]
  const assignment = step.add(`IFCUNITASSIGNMENT(${formatList(units)})`)
  const project = step.add(
    `IFCPROJECT('${writer.guid('project')}',$,'Demo Tower',$,$,'Demo Tower',$,(${writer.context.model}),${assignment})`,
  )
  const sitePlace = shapes.placement('$', [0, 0, 0])
  const site = step.add(
    `IFCSITE('${writer.guid('site')}',$,'Site',$,$,${sitePlace},$,$,.ELEMENT.,(48,8,14,0),(11,34,31,0),515.2,$,$)`,
  )
  const place = shapes.placement(sitePlace, [0, 0, 0])
  const building = step.add(
    `IFCBUILDING('${writer.guid('building')}',$,'Demo Tower',$,$,${place},$,$,.ELEMENT.,$,$,$)`,
  )
  const levels = writeLevels(writer, size, place)
  for (const [parent, children] of [
    [project, [site]],
    [site, [building]],
    [building, levels.map((level) => level.ref)],
  ] as const)
    step.add(`IFCRELAGGREGATES('${writer.guid(`tree/${parent}`)}',$,$,$,${parent},${formatList(children)})`)
  return levels
}

function writeLevels(writer: ModelWriter, size: BuildingSize, building: Ref): BuildingLevel[] {
  const levels: BuildingLevel[] = []
  let elevation = 0
  for (let index = 0; index <= size.storeys; index++) {
    const roof = index === size.storeys
    const title = roof ? 'Roof' : (ORDINALS[index] ?? `Floor ${index}`)
    const name = `${String(index).padStart(2, '0')} ${title}`
    const placement = writer.shapes.placement(building, [0, 0, elevation])
    const guid = writer.guid(`level/${index}`)
    const ref = writer.step.add(
      `IFCBUILDINGSTOREY('${guid}',$,${formatText(name)},$,$,${placement},$,$,.ELEMENT.,${formatReal(elevation)})`,
    )
    const height = index === 0 ? GROUND_HEIGHT : STOREY_HEIGHT
    levels.push({ index, name, elevation, height, ref, placement })
    writer.summary.storeys.push({ name, elevation_m: elevation / 1000 })
    elevation += height
  }
  return levels
}
