import type { Vec3 } from '@plumbline/bim/model'
import { normalize } from './vec.ts'

/**
 * The light of every view, linear RGB: the radiance of the sky and of the ground's reflection, and the irradiance of the key
 * light divided by π. Used by the shaders and by the path-traced reference.
 */
export const AMBIENT: { above: Vec3; below: Vec3 } = {
  above: [0.595, 0.61, 0.625],
  below: [0.42, 0.405, 0.395],
}
export const KEY_LIGHT: Vec3 = [0.38, 0.37, 0.36]
/** Horizontal shift of the shadow on the ground per metre of height: the sun is in the south-west, high. */
export const SHADOW_SHIFT: [x: number, y: number] = [0.28, 0.2]
/** Direction of the sun in the scene, and the tangent of half the angle that it appears under, which softens shadows. */
export const SUN: Vec3 = normalize([-SHADOW_SHIFT[0], -SHADOW_SHIFT[1], 1])
export const SUN_RADIUS = 0.05
/** Sky that glass reflects: just below the horizon, and above it; sRGB. */
export const MIRRORED_SKY: { low: Vec3; high: Vec3 } = { low: [0.52, 0.52, 0.51], high: [0.9, 0.93, 0.96] }

/** Brightness from which a soft shoulder keeps steps in white and cream, and its strength. */
const SHOULDER = { from: 0.6, strength: 0.6 }

const glsl = (vec: Vec3) => `vec3(${vec.map((value) => value.toFixed(4)).join(', ')})`

/** `vec3 shoulder(vec3 bright)`, as `compressHighlights` computes it. */
export const LIGHT_GLSL = /* glsl */ `
const vec3 AMBIENT_ABOVE = ${glsl(AMBIENT.above)}, AMBIENT_BELOW = ${glsl(AMBIENT.below)};
const vec3 KEY_LIGHT = ${glsl(KEY_LIGHT)};
const vec3 SKY_LOW = ${glsl(MIRRORED_SKY.low)}, SKY_HIGH = ${glsl(MIRRORED_SKY.high)};
vec3 shoulder(vec3 bright) {
  vec3 over = max(bright - ${SHOULDER.from.toFixed(4)}, 0.0);
  return bright - ${SHOULDER.strength.toFixed(4)} * over * over;
}
`

/** The shoulder of the shaders for one channel; constant where its curve would fall again. */
export function compressHighlights(bright: number): number {
  const top = SHOULDER.from + 1 / (2 * SHOULDER.strength)
  const over = Math.max(0, Math.min(bright, top) - SHOULDER.from)
  return Math.min(bright, top) - SHOULDER.strength * over * over
}
