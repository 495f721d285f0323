import { CUT_LOOK, MOST_PLANES } from './shaders.ts'

// GLSL of the cut faces: CUT_FILL draws them flat with poché or hatch, CUT_LINE their outlines two pixels wide.

const VERTEX_HEAD = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;

in uvec2 about;          // element; plane, and what kind of material from bit 8

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform usampler2D uState;
uniform vec4 uLens;      // half height at distance 1, or at any distance when w = 1; pixels high; pixels per CSS pixel; orthographic

out vec3 vView;
flat out uint vFlags;
flat out int vPlane;

float scatter(uint element) {
  uint h = element * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 16u) & 1023u) / 511.5 - 1.0;
}

uvec4 stateOf(uint element) {
  return texelFetch(uState, ivec2(int(element) & 1023, int(element) >> 10), 0);
}

// Cut faces stand in front of every other face in the same place, and are ordered by element among themselves.
vec3 nearer(vec3 view, uint element, float more) {
  float pixel = uLens.x * 2.0 / uLens.y * (uLens.w > 0.5 ? 1.0 : max(length(view), 0.001));
  vec3 sight = uLens.w > 0.5 ? vec3(0.0, 0.0, -1.0) : normalize(view);
  return view + sight * min(0.0015, pixel * 0.11) * (scatter(element) - 2.6 - more);
}
`

export const CUT_FILL_VERTEX = /* glsl */ `
${VERTEX_HEAD}
in vec3 place;
in vec4 tint;
flat out vec4 vColor;
flat out int vKind;

void main() {
  uvec4 state = stateOf(about.x);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if ((state.x & 3u) != 0u) return;
  vView = (modelViewMatrix * vec4(place, 1.0)).xyz;
  vFlags = state.x;
  vPlane = int(about.y & 255u);
  vKind = int(about.y >> 8u);
  vColor = (state.x & 16u) != 0u ? vec4(vec3(state.yzw) / 255.0, tint.a) : tint;
  gl_Position = projectionMatrix * vec4(nearer(vView, about.x, 0.0), 1.0);
}
`

export const CUT_LINE_VERTEX = /* glsl */ `
${VERTEX_HEAD}
in vec2 corner;          // end of the line, side
in vec3 start;
in vec3 end;

void main() {
  uvec4 state = stateOf(about.x);
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if ((state.x & 3u) != 0u) return;
  vFlags = state.x;
  vPlane = int(about.y & 255u);
  vec3 a = (modelViewMatrix * vec4(start, 1.0)).xyz;
  vec3 b = (modelViewMatrix * vec4(end, 1.0)).xyz;
  // Ends behind the eye are moved in front of it, or the line would turn around.
  if (uLens.w < 0.5) {
    if (a.z > -0.01 && b.z > -0.01) return;
    if (a.z > -0.01) a = mix(a, b, (-0.01 - a.z) / (b.z - a.z));
    if (b.z > -0.01) b = mix(b, a, (-0.01 - b.z) / (a.z - b.z));
  }
  vec4 from = projectionMatrix * vec4(nearer(a, about.x, 1.0), 1.0);
  vec4 to = projectionMatrix * vec4(nearer(b, about.x, 1.0), 1.0);
  vec2 pixels = vec2(uLens.y * projectionMatrix[1][1] / projectionMatrix[0][0], uLens.y) * 0.5;
  vec2 way = (to.xy / to.w - from.xy / from.w) * pixels;
  vec2 along = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec2 aside = vec2(-along.y, along.x);
  float half2 = uLens.z;
  vec4 at = corner.x < 0.5 ? from : to;
  // Lines reach half their width beyond their ends, so that corners are closed.
  vec2 shift = (aside * corner.y + along * (corner.x < 0.5 ? -0.5 : 0.5)) * half2;
  vView = corner.x < 0.5 ? a : b;
  gl_Position = at + vec4(shift / pixels * at.w, 0.0, 0.0);
}
`

const FRAGMENT_HEAD = /* glsl */ `
precision highp float;
precision highp int;

in vec3 vView;
flat in uint vFlags;
flat in int vPlane;

uniform vec4 uLens;
uniform vec3 uAccent;
uniform vec4 uPlanes[${MOST_PLANES}];
uniform int uPlaneCount;
out vec4 outColor;

void keepInsideOthers() {
  for (int i = 0; i < ${MOST_PLANES}; i++) {
    if (i >= uPlaneCount) break;
    if (i != vPlane && dot(uPlanes[i].xyz, vView) + uPlanes[i].w < 0.0) discard;
  }
}
`

export const CUT_FILL_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
flat in vec4 vColor;
flat in int vKind;
uniform vec3 uCap;
uniform vec3 uPoche;
uniform vec4 uHatch[${MOST_PLANES}];

${CUT_LOOK}
void main() {
  keepInsideOthers();
  vec3 color = cutColor(vColor.rgb, (vFlags & 16u) != 0u, vKind, uHatch[vPlane], uPlanes[vPlane].xyz, vView);
  if ((vFlags & 4u) != 0u) color = mix(color, uAccent, 0.6);
  outColor = vec4(color, 1.0);
}
`

export const CUT_LINE_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
uniform vec3 uContour;
void main() {
  keepInsideOthers();
  outColor = vec4((vFlags & 4u) != 0u ? uAccent * 0.45 : uContour, 1.0);
}
`
