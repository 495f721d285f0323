import draco3d from 'draco3d'
import { encodeToKTX2 } from 'ktx2-encoder'

/** Makes a GLB of one textured square, its shape in Draco and its texture in KTX2. */

const CELLS = 20
/** texels of a side */
const TEXELS = 64

/** A square in the XY plane, cut into cells, as Draco; attributes 0 to 2 are positions, normals, texture coordinates. */
async function encodeSquare() {
  const draco = await draco3d.createEncoderModule({})
  const side = CELLS + 1
  const corners = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const)
  const faces = Array.from({ length: CELLS * CELLS }, (_, at) => {
    const a = Math.floor(at / CELLS) * side + (at % CELLS)
    return [a, a + 1, a + side, a + 1, a + side + 1, a + side]
  }).flat()
  const builder = new draco.MeshBuilder()
  const mesh = new draco.Mesh()
  builder.AddFacesToMesh(mesh, faces.length / 3, new Uint32Array(faces))
  const add = (kind: number, size: number, values: number[]) =>
    builder.AddFloatAttribute(mesh, kind, corners.length, size, new Float32Array(values))
  add(
    draco.POSITION,
    3,
    corners.flatMap(([x, y]) => [x / CELLS, y / CELLS, 0]),
  )
  add(
    draco.NORMAL,
    3,
    corners.flatMap(() => [0, 0, 1]),
  )
  add(
    draco.TEX_COORD,
    2,
    corners.flatMap(([x, y]) => [x / CELLS, y / CELLS]),
  )
  const encoder = new draco.Encoder()
  const out = new draco.DracoInt8Array()
  const length = encoder.EncodeMeshToDracoBuffer(mesh, out)
  const bytes = Buffer.from(Array.from({ length }, (_, at) => out.GetValue(at) & 0xff))
  for (const each of [out, encoder, mesh, builder]) draco.destroy(each)
  return { bytes, points: corners.length, indices: faces.length }
}

const encodeTexture = ([red, green, blue]: readonly [number, number, number], uastc: boolean) =>
  encodeToKTX2(new Uint8Array(1), {
    isUASTC: uastc,
    generateMipmap: true,
    enableDebug: false,
    imageDecoder: async () => ({
      width: TEXELS,
      height: TEXELS,
      data: new Uint8Array(Array.from({ length: TEXELS * TEXELS }, () => [red, green, blue, 255]).flat()),
    }),
  })

/** Pads to a multiple of four bytes, as glTF wants its parts. */
const pad = (bytes: Uint8Array, filler: number) =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)])

function chunk(kind: string, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(bytes.length, 0)
  head.write(kind, 4)
  return Buffer.concat([head, bytes])
}

/** @param uastc the texture as UASTC, otherwise as ETC1S */
export async function makeCompressedGlb(
  color: readonly [red: number, green: number, blue: number],
  uastc: boolean,
): Promise<Buffer> {
  const square = await encodeSquare()
  const shape = pad(square.bytes, 0)
  const texture = await encodeTexture(color, uastc)
  const gltf = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_texture_basisu', 'KHR_materials_unlit'],
    extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_texture_basisu'],
    buffers: [{ byteLength: shape.length + texture.length }],
    bufferViews: [
      { buffer: 0, byteLength: square.bytes.length },
      { buffer: 0, byteOffset: shape.length, byteLength: texture.length },
    ],
    accessors: [
      { componentType: 5126, count: square.points, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { componentType: 5126, count: square.points, type: 'VEC3' },
      { componentType: 5126, count: square.points, type: 'VEC2' },
      { componentType: 5125, count: square.indices, type: 'SCALAR' },
    ],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 },
            indices: 3,
            material: 0,
            extensions: {
              KHR_draco_mesh_compression: {
                bufferView: 0,
                attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 },
              },
            },
          },
        ],
      },
    ],
    materials: [
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
        extensions: { KHR_materials_unlit: {} },
      },
    ],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ bufferView: 1, mimeType: 'image/ktx2' }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  }
  const body = Buffer.concat([
    chunk('JSON', pad(Buffer.from(JSON.stringify(gltf)), 0x20)),
    chunk('BIN\0', pad(Buffer.concat([shape, texture]), 0)),
  ])
  const head = Buffer.alloc(12)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.length, 8)
  return Buffer.concat([head, body])
}
