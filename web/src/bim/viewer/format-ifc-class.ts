/** Readable name of an IFC class: `IfcWallStandardCase` becomes `Wall`. */
export function formatIfcClass(ifcClass: string): string {
  const words = ifcClass.replace(/^Ifc/, '').replace(/StandardCase$/, '')
  return words.replace(/([a-z])([A-Z])/g, '$1 $2')
}
