/**
 * Octahedral encoding of a unit vector in two bytes, -127…127 (Cigolle et al. 2014, A Survey of Efficient
 * Representations for Independent Unit Vectors). Packed into the two low bytes of a number, first component in
 * bits 0-7. A zero vector is encoded as +Z.
 */
export function packNormal(x: number, y: number, z: number): number {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(sum > 1e-12 && sum < Number.POSITIVE_INFINITY)) return 0
  let u = x / sum
  let v = y / sum
  if (z < 0) {
    const fold = u
    u = (1 - Math.abs(v)) * (fold >= 0 ? 1 : -1)
    v = (1 - Math.abs(fold)) * (v >= 0 ? 1 : -1)
  }
  return (Math.round(u * 127) & 0xff) | ((Math.round(v * 127) & 0xff) << 8)
}
