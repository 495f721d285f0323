// GLSL of the model passes. All passes share one vertex shader; a pass is a set of defines (see materials.ts):
// OPAQUE, CAPS (the cut surfaces of a section), CLEAR (transparent colours), GHOSTS, EDGES, MASK (the outlined
// elements), SHADOW (the casters of the ground's shadow), and CLIP while planes are set. Colours are sRGB on input and output; lighting is computed in
// linear space.

import { LIGHT_GLSL } from './light.ts'

/** Maximum number of simultaneous clipping planes. */
export const MOST_PLANES = 16

/** Largest distance by which faces are moved back behind their edge lines, metres. */
const MOST_SETBACK_M = 0.3

/** The look of a cut face: poché from a distance, hatch near. Needs uLens, uCap, uPoche and vView. */
export const CUT_LOOK = /* glsl */ `
float stripes(float at, float share) {
  float width = fwidth(at);
  float line = 1.0 - smoothstep(share * 0.5, share * 0.5 + width, abs(fract(at) - 0.5));
  return line * clamp(1.5 - width * 2.0, 0.0, 1.0);
}

// kind: 0 hatched, 1 board, 2 glass, 3 metal, 4 soil
vec3 cutColor(vec3 color, bool painted, int kind, vec4 hatch, vec3 facing, vec3 at) {
  float pixel = uLens.x * 2.0 / uLens.y * (uLens.w > 0.5 ? 1.0 : length(at)) * uLens.z;
  // From a distance walls are a few pixels thick: a tone distinguishes them from openings better than lines.
  float distant = smoothstep(0.008, 0.016, pixel);
  float grey = dot(color, vec3(0.3, 0.59, 0.11));
  vec3 paper = mix(uCap, mix(vec3(grey), color, painted ? 1.0 : 0.35), painted ? 0.5 : 0.22);
  vec3 tone = mix(uPoche, paper, kind == 1 ? 0.55 : kind == 2 ? 0.8 : 0.12);
  float u = dot(hatch.xyz, at) + hatch.w;
  float w = dot(cross(hatch.xyz, facing), at);
  float ink = kind == 0 ? stripes(u, 0.1)
    : kind == 1 ? stripes(w * 2.0, 0.06) * 0.6
    : kind == 3 ? stripes(u * 2.0, 0.3)
    : kind == 4 ? max(stripes(u, 0.08), stripes(w, 0.08)) : 0.0;
  return mix(mix(kind == 2 ? tone : paper, uPoche, ink * 0.8), tone, distant);
}
`

export const MODEL_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;

in uvec4 place;
in ivec4 facing;

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform usampler2D uTable;
uniform usampler2D uState;
uniform vec4 uLens;      // half height at distance 1, or at any distance when w = 1; pixels high; pixels per CSS pixel; orthographic

out vec3 vView;
out vec3 vNormal;
flat out vec4 vColor;
flat out uint vFlags;
flat out int vSide;      // shell orientation: 0 open, 1 front faces point outward, 2 inward

const uint HIDDEN = 1u, GHOST = 2u, SELECTED = 4u, HOVERED = 8u, COLORED = 16u;

bool shown(uint flags, float alpha) {
  if ((flags & HIDDEN) != 0u) return false;
#if defined(EDGES)
  return true;
#elif defined(OPAQUE) || defined(CAPS) || defined(CLEAR) || defined(SHADOW)
  return (flags & GHOST) == 0u;
#elif defined(GHOSTS)
  return (flags & GHOST) != 0u;
#else
  return (flags & (SELECTED | HOVERED)) != 0u;
#endif
}

vec3 octahedral(vec2 packed2) {
  vec3 n = vec3(packed2, 1.0 - abs(packed2.x) - abs(packed2.y));
  float fold = max(-n.z, 0.0);
  n.xy -= fold * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
  return n;
}

float scatter(uint element) {
  uint h = element * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 16u) & 1023u) / 511.5 - 1.0;
}

void main() {
  int instance = int(place.w) | ((facing.z & 255) << 16);
  ivec2 row = ivec2((instance & 255) * 4, instance >> 8);
  uvec4 about = texelFetch(uTable, row + ivec2(3, 0), 0);
  int element = int(about.x);
  uvec4 state = texelFetch(uState, ivec2(element & 1023, element >> 10), 0);
  vec4 color = vec4((uvec4(about.y) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (!shown(state.x, color.a)) return;

  vec4 r0 = uintBitsToFloat(texelFetch(uTable, row, 0));
  vec4 r1 = uintBitsToFloat(texelFetch(uTable, row + ivec2(1, 0), 0));
  vec4 r2 = uintBitsToFloat(texelFetch(uTable, row + ivec2(2, 0), 0));
  vec4 q = vec4(vec3(place.xyz), 1.0);
  vec3 view = (modelViewMatrix * vec4(dot(r0, q), dot(r1, q), dot(r2, q), 1.0)).xyz;

  float pixel = uLens.x * 2.0 / uLens.y * (uLens.w > 0.5 ? 1.0 : max(length(view), 0.001));
#ifdef EDGES
  // Edge vertices are never discarded here: the other end of the line may be near enough to be drawn.
  color.a = smoothstep(1.0, 5.0, uintBitsToFloat(about.z) / pixel);
#endif

  // Resolves z-fighting between coincident faces of different elements: each element is shifted in depth by up
  // to 1.5 mm, less at close range.
  float hair = min(0.0015, pixel * 0.11);
  float farther = scatter(about.x) * hair;
#ifdef CAPS
  // A cap is drawn in front of every face in the same place: where a wall ends at a slab, the slab's own face
  // would otherwise cover half of the cap.
  farther -= hair * 2.5;
#endif
  vec3 sight = uLens.w > 0.5 ? vec3(0.0, 0.0, -1.0) : normalize(view);
  vec3 n = octahedral(vec2(facing.xy) / 127.0);
  vec3 local = vec3(
    dot(cross(r1.xyz, r2.xyz), n), dot(cross(r2.xyz, r0.xyz), n), dot(cross(r0.xyz, r1.xyz), n));
  vNormal = normalize(mat3(modelViewMatrix) * normalize(local));
#if defined(OPAQUE) || defined(CAPS)
  // Moves faces back by as much as their depth changes within a pixel, so that they do not hide their own edge lines.
  // An offset by the GPU has no limit: from far away thin layers of a road would show through each other.
  float across = max(abs(dot(vNormal, sight)), 0.02);
  farther += min(pixel * sqrt(1.0 - min(1.0, across * across)) / across, ${MOST_SETBACK_M.toFixed(2)});
#endif
  view += sight * farther;

  if ((state.x & COLORED) != 0u) color.rgb = vec3(state.yzw) / 255.0;
  vView = view;
  vColor = color;
  vFlags = state.x;
  vSide = facing.w == 0 || about.w == 0u ? facing.w : 3 - facing.w;
  gl_Position = projectionMatrix * vec4(view, 1.0);
}
`

export const MODEL_FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;

in vec3 vView;
in vec3 vNormal;
flat in vec4 vColor;
flat in uint vFlags;
flat in int vSide;

uniform vec4 uLens;
uniform vec3 uSky;       // direction of world up, in view space
uniform vec3 uAccent;
uniform vec3 uEdge;
uniform vec3 uGhost;
uniform vec3 uCap;
uniform vec3 uPoche;
uniform vec4 uPlanes[${MOST_PLANES}];
uniform vec4 uHatch[${MOST_PLANES}];
uniform int uPlaneCount;

out vec4 outColor;

const uint GHOST = 2u, SELECTED = 4u, HOVERED = 8u;
const vec3 KEY = vec3(-0.424, 0.566, 0.707);

// Gamma 2 approximates the sRGB curve: the difference is invisible in shading, and software rendering is twice
// as fast.
vec3 toLinear(vec3 c) { return c * c; }
vec3 toScreen(vec3 c) { return sqrt(c); }
${LIGHT_GLSL}
// Sky, ground and key light together stay below one, and a soft shoulder keeps steps in white and cream.
vec3 lit(vec3 color, vec3 n) {
  float above = 0.5 + 0.5 * dot(n, uSky);
  float key = max(0.0, dot(n, KEY));
  vec3 light = mix(AMBIENT_BELOW, AMBIENT_ABOVE, above) + KEY_LIGHT * key;
  return shoulder(toLinear(color) * light);
}

/** The surface's normal, on the side that is seen. */
vec3 seenNormal(vec3 sight) {
  vec3 n = normalize(vNormal);
  return dot(n, sight) < 0.0 ? -n : n;
}

#ifdef CAPS
${CUT_LOOK}
#endif

#ifdef CLIP
/**
 * Index of the clipping plane through which the view ray enters the kept half-space, or −1; \`at\` is the
 * intersection.
 */
int entered(out vec3 at) {
  vec3 from = uLens.w > 0.5 ? vec3(vView.xy, 0.0) : vec3(0.0);
  float last = 0.0;
  int plane = -1;
  for (int i = 0; i < ${MOST_PLANES}; i++) {
    if (i >= uPlaneCount) break;
    float start = dot(uPlanes[i].xyz, from) + uPlanes[i].w;
    float end = dot(uPlanes[i].xyz, vView) + uPlanes[i].w;
    if (end < 0.0) discard;
    float t = start / (start - end);
    if (start < 0.0 && t > last) { last = t; plane = i; }
  }
  at = mix(from, vView, last);
  return plane;
}
#endif

void main() {
#ifdef CLIP
  vec3 at;
  int plane = entered(at);
#endif

#ifdef MASK
  outColor = vec4((vFlags & SELECTED) != 0u ? 1.0 : 0.0, (vFlags & HOVERED) != 0u ? 1.0 : 0.0, 0.0, 1.0);
#elif defined(SHADOW)
  // seen from above, vView.z is the height above the ground: how close it is, and whether there is anything
  outColor = vec4(exp(-max(vView.z, 0.0) / 0.8), 1.0, 0.0, 1.0);
#elif defined(EDGES)
  outColor = vec4((vFlags & SELECTED) != 0u ? uAccent * 0.45 : (vFlags & GHOST) != 0u ? uGhost : uEdge, vColor.a * 0.62 * ((vFlags & GHOST) != 0u ? 0.22 : 1.0));
#elif defined(GHOSTS)
  vec3 sight = uLens.w > 0.5 ? vec3(0.0, 0.0, 1.0) : -normalize(vView);
  outColor = vec4(toScreen(lit(uGhost, seenNormal(sight))), 0.12);
#else
  vec3 color = vColor.rgb;
  float alpha = vColor.a;
  if ((vFlags & SELECTED) != 0u) { color = mix(color, uAccent, 0.72); alpha = max(alpha, 0.7); }
#ifdef CAPS
  // Through a cut the back faces of a solid become visible: drawn like a cut face, they replace it until the cut
  // is computed (cut-layer.ts), and where an outline cannot be closed.
  if (plane < 0 || vSide == 0 || gl_FrontFacing != (vSide == 2)) discard;
  outColor = vec4(cutColor(color, (vFlags & 16u) != 0u, 0, uHatch[plane], uPlanes[plane].xyz, at), 1.0);
  return;
#endif
  vec3 sight = uLens.w > 0.5 ? vec3(0.0, 0.0, 1.0) : -normalize(vView);
  vec3 n = seenNormal(sight);
  vec3 shaded = toScreen(lit(color, n));
#ifdef CLEAR
  // Glass reflects the sky, the more the flatter one looks at it.
  float glance = 1.0 - dot(n, sight);
  float mirror = (0.05 + 0.6 * glance * glance * glance) * step(alpha, 0.98);
  float up = dot(reflect(-sight, n), uSky);
  vec3 sky = mix(SKY_LOW, SKY_HIGH, smoothstep(-0.15, 0.6, up));
  outColor = vec4(mix(shaded, sky, mirror), min(1.0, alpha + mirror * 0.5));
#else
  outColor = vec4(shaded, 1.0);
#endif
#endif
}
`

/** Vertex shader for full-screen passes: one triangle that covers the view. */
export const SCREEN_VERTEX = /* glsl */ `
precision highp float;
in vec2 corner;
out vec2 vPlace;
void main() {
  vPlace = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 1.0, 1.0);
}
`

export const BACKGROUND_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform vec3 uTop;
uniform vec3 uBottom;
out vec4 outColor;
void main() {
  // Dithering: half a quantisation step of noise hides banding in 8-bit gradients.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  outColor = vec4(mix(uBottom, uTop, smoothstep(0.0, 1.0, vPlace.y)) + noise / 255.0, 1.0);
}
`

export const COPY_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2D;
in vec2 vPlace;
uniform sampler2D uPicture;
uniform sampler2D uLight;
uniform sampler2D uDepth;
uniform float uShaded;
uniform vec2 uTexel;     // texel size of uLight
uniform vec4 uRange;     // near, far, unused, orthographic
uniform vec3 uEdge;
out vec4 outColor;

const int STRIP_PX = 4;

// Depth is linear in screen space on flat faces: only where it jumps does it differ from the mean of two neighbours.
// Strips of a few pixels, such as a road seen from far away, would consist of silhouettes only: theirs are faint.
float silhouette() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(uDepth, 0) - 1;
  float here = texelFetch(uDepth, at, 0).r;
  if (here >= 1.0) return 0.0;
  float near = uRange.x, far = uRange.y;
  float z = near * far / (far - here * (far - near));
  // a difference of depth as share of the distance, or of the depth of the scene in a parallel view
  float scale = uRange.w > 0.5 ? 20.0 : z * (far - near) / (near * far);
  float most = 0.0;
  for (int i = 0; i < 2; i++) {
    ivec2 step2 = i == 0 ? ivec2(1, 0) : ivec2(0, 1);
    float ahead = texelFetch(uDepth, min(at + step2, last), 0).r - here;
    float back = texelFetch(uDepth, max(at - step2, ivec2(0)), 0).r - here;
    float jump = smoothstep(0.02, 0.08, (ahead + back) * scale);
    if (jump <= most) continue;
    // the depth across the strip, beyond the slope of its face
    float beyond = texelFetch(uDepth, min(at + step2 * STRIP_PX, last), 0).r - here;
    float before = texelFetch(uDepth, max(at - step2 * STRIP_PX, ivec2(0)), 0).r - here;
    float other = max(min(ahead, back), max(
      min(ahead, before - float(STRIP_PX) * max(back, 0.0)), min(back, beyond - float(STRIP_PX) * max(ahead, 0.0))));
    most = max(most, jump * (1.0 - 0.75 * smoothstep(0.02, 0.08, other * scale)));
  }
  return most;
}

void main() {
  vec3 color = texture(uPicture, vPlace).rgb;
  if (uShaded > 0.5) {
    // The occlusion noise repeats every 4 × 4 texels: four bilinear samples of 2 × 2 texels average it out.
    float light = 0.0;
    for (int i = 0; i < 4; i++)
      light += texture(uLight, vPlace + (vec2(i & 1, i >> 1) * 2.0 - 1.0) * uTexel).r;
    color = mix(color * light * 0.25, uEdge, silhouette() * 0.6);
  }
  outColor = vec4(color, 1.0);
}
`

export const OUTLINE_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform sampler2D uMask;
uniform vec2 uTexel;     // one outline pixel in texture coordinates
uniform vec3 uAccent;
uniform vec3 uHover;
out vec4 outColor;
void main() {
  vec2 inside = texture(uMask, vPlace).rg;
  vec2 near = vec2(0.0), far = vec2(0.0);
  for (int i = 0; i < 12; i++) {
    float turn = float(i) * 0.5235988;
    vec2 step2 = vec2(cos(turn), sin(turn)) * uTexel;
    near = max(near, texture(uMask, vPlace + step2 * 1.1).rg);
    far = max(far, texture(uMask, vPlace + step2 * 2.1).rg);
  }
  vec2 edge = max(near, far * 0.75) * (1.0 - inside);
  float selected = edge.r, hovered = edge.g * (1.0 - inside.r) * (1.0 - edge.r);
  float alpha = max(selected, hovered);
  if (alpha < 0.01) discard;
  outColor = vec4(mix(uHover, uAccent, selected / max(alpha, 0.001)), alpha);
}
`
