/** `IfcWallStandardCase` as people say it: `Wall`. */
export function spoken(ifcClass: string): string {
  const words = ifcClass.replace(/^Ifc/, '').replace(/StandardCase$/, '')
  return words.replace(/([a-z])([A-Z])/g, '$1 $2')
}
