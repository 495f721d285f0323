import { readInheritedColors } from './geometry/inherited-colors.ts'
import { computeLinesBox, readLines } from './lines/read-lines.ts'
import { readPanels } from './lines/read-panels.ts'
import {
  type Box,
  type ConversionWarning,
  MOST_NAMED,
  ModelError,
  PROPERTY_BLOCK_SIZE,
  type Structure,
} from './model.ts'
import { writePropertyBlocks } from './properties/blocks.ts'
import { checkSchema, parseSchemaName } from './sniff.ts'
import { type ByteSource, type Splice, spliceSource } from './source.ts'
import { Defect } from './step/check-statement.ts'
import type { Uint32Column } from './step/columns.ts'
import { Cursor } from './step/cursor.ts'
import { hasShortReals, rewriteTokens } from './step/rewrite-tokens.ts'
import { type ScanResult, scanStep } from './step/scan.ts'
import { computeShapeStates, listPartlyDrawn } from './structure/bodies.ts'
import { getKeepRule, isElementEntity, isLeftOutEntity, toIfcSpelling } from './structure/entities.ts'
import { type FirstStorey, type ModelHeader, readFirstStorey } from './structure/first-storey.ts'
import { readGeoreference, readSiteLocation, readTrueNorth } from './structure/georeference.ts'
import { findHazards, type Hazards } from './structure/hazards.ts'
import { computePlacementHeights } from './structure/placements.ts'
import { describeStatement } from './structure/references.ts'
import { findLargeCircles, type LargeCircles } from './structure/round-elements.ts'
import { readStructure, type StoreyRow } from './structure/structure.ts'
import { FileUnits } from './structure/units.ts'

/** Receives finished artefacts under the names in model.ts. */
export interface ArtefactSink {
  write(name: string, bytes: Uint8Array): void
  /** copies a chunk of the previous version under its name; by default it is read and written */
  copy?(name: string): void
}

/** Result of the scan, required before shapes are drawn. */
export interface Preparation extends Hazards {
  /** edits of numbers and keywords that cannot be read, see rewrite-tokens.ts; all further edits apply to their result */
  rewriting: Splice[]
  circles: LargeCircles | null
  /** whether shapes may be scaled where they are placed */
  isMapped: boolean
  schema: string
  /** metres per length unit of the file */
  metres: number
  /** number of elements and spatial objects in the file: the upper limit for drawn elements */
  things: number
  where: ModelHeader
  /** the first storey of a large model, for an early preview; null for small models */
  first: FirstStorey | null
}

/** File size in bytes from which the first storey is prepared for an early preview. */
const LONG_WAIT = 20e6

/** Everything read from a file except shapes; plain data that can be sent between threads. */
export interface ModelContents extends ModelHeader {
  structure: Structure
  /** STEP entity number by element */
  ids: Uint32Array
  /** packed colours by element, for shapes without a colour; the rest get the colour of their class */
  colors: Map<number, number>
  /** expected geometry of each element, see ShapeState */
  shapes: Uint8Array
  storeys: StoreyRow[]
  /** whether earthworks cuts are subtracted from other elements, as openings are */
  cutsAreHoles: boolean
  schema: string
  entities: number
  property_blocks: number
  /** number of lines and texts in lines.json, with the box around them */
  lines: { count: number; box: Box | null }
  /** number of doors and windows in panels.json */
  panels: number
  warnings: ConversionWarning[]
}

/**
 * Reads everything of a file except shapes: structure and properties are written to the sink, the rest is
 * returned. Needs no geometry engine, so it can run in parallel to one.
 * @param longWait file size in bytes from which the preparation includes the first storey
 * @param prepared called as soon as drawing may start, before properties are read
 * @throws ModelError TRUNCATED, SYNTAX, UNKNOWN_SCHEMA, NO_PROJECT
 */
export function readModel(
  input: ByteSource,
  sink: ArtefactSink,
  prepared: (preparation: Preparation) => void,
  onProgress: (fraction: number) => void = () => {},
  longWait = LONG_WAIT,
): ModelContents {
  let source = input
  let scan = scanStep(source, getKeepRule, (fraction) => onProgress(fraction * 0.5))
  const { largeNumbers, hasSmallKeywords } = scan.file
  const isReadable = largeNumbers === 0 && !hasSmallKeywords && !hasShortReals(input)
  const rewriting = isReadable ? [] : rewriteTokens(input)
  if (rewriting.length > 0) {
    source = spliceSource(input, rewriting)
    scan = scanStep(source, getKeepRule)
  }
  const schema = parseSchemaName(scan.header.get('FILE_SCHEMA') ?? new Uint8Array(0))
  checkSchema(schema)
  const cursor = new Cursor(scan.file)
  const project = requireProject(scan)
  const assignment = cursor.open(project).skip(8).ref()
  const units = new FileUnits(cursor, assignment)
  const hazards = findHazards(cursor, source, schema, assignment, units)
  const things = countThings(scan)
  const where: ModelHeader = {
    project_name: cursor.open(project).skip(2).string() || cursor.open(project).skip(5).string(),
    length_unit: { name: units.lengthName, metres: units.metres },
    georeference: readGeoreference(cursor, source, units),
    site: readSiteLocation(cursor, units.metres),
    true_north_deg: readTrueNorth(cursor, source),
  }
  const heightsOf = (placements: Iterable<number>) => computePlacementHeights(cursor, source, placements)
  const first = source.size >= longWait ? readFirstStorey(cursor, units.metres, heightsOf) : null
  const isMapped = scan.file.slotsOf('IFCMAPPEDITEM').length > 0
  const circles = findLargeCircles(scan.file, units.metres)
  prepared({ ...hazards, rewriting, circles, isMapped, schema, metres: units.metres, things, where, first })
  const table = readStructure(cursor, units.metres, heightsOf)
  sink.write('structure.json', encodeJson(table.structure))
  const total = Math.ceil(table.ids.length / PROPERTY_BLOCK_SIZE)
  const limits = writePropertyBlocks({ cursor, units, schema }, table, (block, json) => {
    sink.write(`props-${block}.json`, new TextEncoder().encode(json))
    onProgress(0.5 + (0.5 * (block + 1)) / total)
  })
  const shapes = computeShapeStates(cursor, table.ids)
  const placed = placeOnGrids(source, scan, hazards)
  const found = readLines({
    source: placed,
    cursor,
    ids: table.ids,
    shapes,
    metres: units.metres,
    radians: units.radians,
  })
  if (found) sink.write('lines.json', encodeJson(found.layer))
  const lines = found
    ? { count: found.layer.lines.length + found.layer.texts.length, box: computeLinesBox(found.layer) }
    : { count: 0, box: null }
  const { elements } = table.structure
  const typed = { cursor, ids: table.ids, types: elements.type, typeIds: table.typeIds }
  const panels = readPanels({ source: placed, ...typed })
  if (panels.length > 0) sink.write('panels.json', encodeJson(panels))
  return {
    ...where,
    structure: table.structure,
    ids: table.ids,
    colors: readInheritedColors({ source, ...typed }),
    shapes,
    lines,
    panels: panels.length,
    storeys: table.storeys,
    cutsAreHoles: hasSubtractedCuts(cursor),
    schema,
    entities: scan.file.statements,
    property_blocks: total,
    warnings: [
      ...table.warnings,
      ...limits,
      ...(found?.warnings ?? []),
      ...describeFile(scan, cursor, largeNumbers),
      ...describePartlyDrawn(table.structure, listPartlyDrawn(cursor, table.ids, shapes, hazards.lofted)),
    ],
  }
}

function countThings({ file }: ScanResult): number {
  return file.kinds.filter(isElementEntity).reduce((sum, kind) => sum + file.slotsOf(kind).length, 0)
}

function hasSubtractedCuts(cursor: Cursor): boolean {
  const { file } = cursor
  if (file.slotsOf('IFCEARTHWORKSCUT').length === 0) return false
  const isCut = (slot: number) => file.entityOf(cursor.open(slot).skip(5).ref()) === 'IFCEARTHWORKSCUT'
  return file.slotsOf('IFCRELVOIDSELEMENT').some(isCut)
}

/** The file for both geometry engines, with grid placements replaced by local ones. */
function placeOnGrids(source: ByteSource, { file }: ScanResult, { splices }: Hazards): ByteSource {
  if (file.slotsOf('IFCGRIDPLACEMENT').length === 0) return source
  return spliceSource(
    source,
    splices.filter(({ both }) => both),
  )
}

export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

function requireProject(scan: ScanResult): number {
  const project = scan.file.slotsOf('IFCPROJECT')[0]
  if (project !== undefined) return project
  const hint = 'Export the whole project from your design program, not a library object.'
  throw new ModelError(
    'NO_PROJECT',
    'The file contains no project (IfcProject), so it is not a building model.',
    hint,
  )
}

const DEFECTS: Record<Defect, string> = {
  [Defect.none]: '',
  [Defect.length]: '',
  [Defect.arguments]:
    'Some statements lack required values or have too many; what they describe may be wrong or not visible.',
  [Defect.value]:
    'Some shapes have a size that is not above zero or a direction of length zero; they may be wrong or not visible.',
}

const describeFile = (scan: ScanResult, cursor: Cursor, largeNumbers: number): ConversionWarning[] => [
  ...describeLeftOut(scan),
  ...describeLayersOff(scan, cursor),
  ...scanWarnings(scan, cursor, largeNumbers),
]

function scanWarnings(scan: ScanResult, cursor: Cursor, largeNumbers: number): ConversionWarning[] {
  const { file } = scan
  const warnings: ConversionWarning[] = []
  const add = (code: string, count: number, message: string, ids?: number[]) => {
    const which = ids?.slice(0, MOST_NAMED).map((id) => describeStatement(cursor, id).trim())
    if (count > 0) warnings.push({ code, message, count, ...(which && { which }) })
  }
  const dangling = file.numbers.dangling > 0 ? file.numbers.listDangling(MOST_NAMED) : []
  add(
    'DANGLING_REFERENCE',
    file.numbers.dangling,
    'The file refers to objects that it does not contain.',
    dangling,
  )
  add(
    'DUPLICATE_NUMBER',
    file.duplicates.length,
    'Some entity numbers are defined twice; the first definition is used.',
  )
  add('LARGE_NUMBER', largeNumbers, 'Some entity numbers have more than 32 bits; they were replaced.')
  const notNumbers = listFirst(file.notNumbers)
  add('COORDINATE', file.notNumbers.length, 'The file contains words in place of numbers.', notNumbers)
  for (const [defect, ids] of file.defects) {
    const isValue = defect === Defect.value
    add(isValue ? 'WRONG_VALUE' : 'WRONG_ARGUMENTS', ids.length, DEFECTS[defect], listFirst(ids))
  }
  add(
    'TEXT_ENCODING',
    cursor.text.damaged,
    'Some texts contain damaged characters, which are shown as \ufffd.',
  )
  return warnings
}

/** Counts the plans, costs, constraints and loads of a file, which are in no artefact. */
function describeLeftOut({ file }: ScanResult): ConversionWarning[] {
  const counts = file.kinds
    .filter(isLeftOutEntity)
    .map((entity): [string, number] => [toIfcSpelling(entity), file.slotsOf(entity).length])
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
  if (counts.length === 0) return []
  const message = 'The file also has schedules, costs, constraints or loads, which are not shown.'
  const count = counts.reduce((sum, [, each]) => sum + each, 0)
  return [
    { code: 'LEFT_OUT', message, count, which: counts.slice(0, MOST_NAMED).map((each) => each.join(': ')) },
  ]
}

/** Names the layers that the file does not want to be seen. Their elements are shown, because people expect the whole model. */
function describeLayersOff({ file }: ScanResult, cursor: Cursor): ConversionWarning[] {
  const names: string[] = []
  for (const slot of file.slotsOf('IFCPRESENTATIONLAYERWITHSTYLE')) {
    const name = cursor.open(slot).string()
    const items = cursor.skip(1).refs()
    const [isOn, isFrozen] = [cursor.skip(1).word(), cursor.word()]
    if (items.length > 0 && (isOn === 'F' || isFrozen === 'T')) names.push(name)
  }
  if (names.length === 0) return []
  const message = 'Some layers are switched off or frozen in the file; their elements are shown all the same.'
  return [{ code: 'LAYER_OFF', message, count: names.length, which: names.slice(0, MOST_NAMED) }]
}

function describePartlyDrawn({ elements }: Structure, found: number[]): ConversionWarning[] {
  if (found.length === 0) return []
  const message = 'Some elements are shown without surfaces or solids of a kind that cannot be drawn.'
  const which = found
    .slice(0, MOST_NAMED)
    .map((element) => elements.name[element] || `${elements.guid[element]}`)
  return [{ code: 'PARTS_UNKNOWN', message, count: found.length, which }]
}

function listFirst(ids: Uint32Column): number[] {
  return Array.from({ length: Math.min(ids.length, MOST_NAMED) }, (_, at) => ids.at(at))
}
