/** A hint from 0 (empty) and 1 (too short) to 4 (strong), by length and variety. Not a rule. */
export function computePasswordStrength(password: string): number {
  if (password === '') return 0
  if (password.length < 12) return 1
  const variety = new Set(password.toLowerCase()).size
  if (password.length < 14 || variety < 7) return 2
  return password.length < 20 || variety < 10 ? 3 : 4
}
