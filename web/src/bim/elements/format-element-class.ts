/** IfcWallStandardCase → Wall standard case */
export function formatElementClass(entity: string): string {
  const words = entity.replace(/^Ifc/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2')
  return words.slice(0, 1) + words.slice(1).toLowerCase()
}
