import * as z from 'zod/mini'
import { OwnTerm } from './own-terms.ts'

/** Construction trades; GENERAL if unknown. */
export const trades = [
  'ARCHITECTURE',
  'STRUCTURE',
  'HVAC',
  'PLUMBING',
  'ELECTRICAL',
  'FIRE_PROTECTION',
  'ICT_LOW_VOLTAGE',
  'FACADE',
  'INTERIOR_FITOUT',
  'VERTICAL_TRANSPORT',
  'CIVIL_SITE',
  'LANDSCAPE',
  'GENERAL',
] as const
export type BuiltInTrade = (typeof trades)[number]
/** A built-in trade, or one of the project's own. */
export const Trade = z.union([z.enum(trades), OwnTerm])
export type Trade = z.output<typeof Trade>

const tradeByClass: [pattern: RegExp, trade: Trade][] = [
  [/^IfcDuct|^IfcAirTerminal|^IfcFan|^IfcCoil|^IfcChiller|^IfcBoiler|^IfcSpaceHeater/, 'HVAC'],
  [/^IfcPipe|^IfcSanitary|^IfcValve|^IfcPump|^IfcTank/, 'PLUMBING'],
  [/^IfcCable|^IfcElectric|^IfcLight|^IfcOutlet|^IfcSwitching/, 'ELECTRICAL'],
  [/^IfcFireSuppression/, 'FIRE_PROTECTION'],
  [/^IfcCommunications|^IfcAudioVisual|^IfcSensor|^IfcController/, 'ICT_LOW_VOLTAGE'],
  [/^IfcCurtainWall/, 'FACADE'],
  [/^IfcTransport/, 'VERTICAL_TRANSPORT'],
  [/^IfcBeam|^IfcColumn|^IfcFooting|^IfcPile|^IfcMember|^IfcReinforcing|^IfcTendon/, 'STRUCTURE'],
  [/^IfcFurni|^IfcCovering/, 'INTERIOR_FITOUT'],
  [/^IfcWall|^IfcDoor|^IfcWindow|^IfcSlab|^IfcRoof|^IfcStair|^IfcRamp|^IfcRailing/, 'ARCHITECTURE'],
  [/^IfcCourse|^IfcPavement|^IfcKerb|^IfcRail|^IfcEarthworks|^IfcBridge/, 'CIVIL_SITE'],
]

/** The trade that usually builds elements of an IFC class; GENERAL if unknown. */
export function getTradeOfClass(ifcClass: string): Trade {
  return tradeByClass.find(([pattern]) => pattern.test(ifcClass))?.[1] ?? 'GENERAL'
}
