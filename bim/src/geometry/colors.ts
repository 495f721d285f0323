/** Default colours by discipline for elements without a material, muted so that selection and grid remain visible. */
const BY_CLASS: [pattern: RegExp, color: [r: number, g: number, b: number, a: number]][] = [
  [/^Ifc(Window|CurtainWall|Plate)/, [168, 196, 208, 120]],
  [/^Ifc(Opening|Voiding|EarthworksCut|VoidStratum)/, [196, 128, 72, 110]],
  [/^Ifc(Space|SpatialZone|External)/, [140, 170, 190, 60]],
  [/^Ifc(Duct|AirTerminal|Fan|Damper|UnitaryEquipment|AirToAir|Coil|Humidifier)/, [126, 160, 178, 255]],
  [
    /^Ifc(Pipe|Pump|Valve|Tank|SanitaryTerminal|WasteTerminal|StackTerminal|Boiler|Chiller|HeatExchanger)/,
    [122, 158, 140, 255],
  ],
  [
    /^Ifc(Cable|Electric|Light|Lamp|Outlet|Switching|JunctionBox|Transformer|Motor|Solar)/,
    [196, 172, 112, 255],
  ],
  [/^Ifc(FireSuppression|Alarm)/, [186, 112, 100, 255]],
  [/^Ifc(Communications|AudioVisual|Sensor|Controller|Actuator|FlowInstrument|Mobile)/, [150, 142, 176, 255]],
  [/^Ifc(Distribution|Flow|EnergyConversion)/, [134, 158, 166, 255]],
  [/^Ifc(Beam|Column|Member|Pile|Reinforcing|Tendon|Bearing|Rail$|Track)/, [142, 148, 154, 255]],
  [
    /^Ifc(Slab|Footing|Pavement|Course|Kerb|Road|Bridge|Railway|Caisson|DeepFoundation)/,
    [178, 175, 168, 255],
  ],
  [/^Ifc(Stair|Ramp|Railing)/, [164, 158, 148, 255]],
  [/^Ifc(Roof|Covering|ShadingDevice|Chimney)/, [176, 150, 134, 255]],
  [/^Ifc(Door|Furniture|Furnishing|SystemFurniture)/, [178, 154, 122, 255]],
  [/^Ifc(TransportElement|Transportation|Vehicle|ConveyorSegment)/, [140, 144, 160, 255]],
  [/^Ifc(Site|Geographic|Geo|Earthworks|SolidStratum|Plant|CivilElement)/, [152, 162, 132, 255]],
  [/^IfcWall/, [214, 209, 199, 255]],
]
const OTHER = [196, 192, 184, 255] as const

/** Colour of a class in IFC spelling, packed as RGBA with R in the low byte. */
export function getClassColor(name: string): number {
  const [r, g, b, a] = BY_CLASS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHER
  return packColor(r, g, b, a)
}

/** Shapes that are more transparent would be missed. */
const LEAST_ALPHA = 26

/**
 * Packs the colour of a surface style, whose parts and opacity are 0…1 by the schema. Some programs write colours up to 255 and
 * transparencies in percent.
 */
export function packSurfaceColor(r: number, g: number, b: number, opacity: number): number {
  // white is marked by a red of 2, see white-colors.ts
  const scale = Math.max(r, g, b) > 2 ? 1 : 255
  const shown = opacity < 0 ? 1 - (1 - opacity) / 100 : opacity
  return packColor(r * scale, g * scale, b * scale, Math.max(LEAST_ALPHA, shown * 255))
}

/** Packs components 0…255 into one number; out-of-range and non-finite values are clamped. */
export function packColor(r: number, g: number, b: number, a: number): number {
  const byte = (value: number) => (value > 0 ? Math.min(255, Math.round(value)) : 0)
  return (byte(r) | (byte(g) << 8) | (byte(b) << 16) | (byte(a) << 24)) >>> 0
}
