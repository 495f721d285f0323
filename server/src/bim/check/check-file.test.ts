import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ModelError } from '@plumbline/bim/model'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCheck } from './run-check.ts'

/** Accepts valid drawings, point clouds and meshes; refuses broken, dangerous and mislabelled ones. */

let folder: string
beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-check-'))
})
afterAll(() => fsp.rm(folder, { recursive: true, force: true }))

/** Runs the check on these bytes: its result, or the code of its error. */
async function checkBytes(name: string, bytes: string | Uint8Array) {
  const file = path.join(folder, 'file')
  await fsp.writeFile(file, bytes)
  try {
    return await runCheck(file, name, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    expect(error.message).toMatch(/^[A-Z].{10,}\.$/)
    expect(error.hint).toMatch(/^[A-Z].{10,}\.$/)
    return error.code
  }
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const rect = '<rect width="1" height="1"/>'

test.each([
  ['plan.svg', `${'<!---->'.repeat(5000)}x`],
  ['mesh.obj', '\n'.repeat(60_000)],
])('A long %s without content is refused at once', async (name, text) => {
  expect(await checkBytes(name, text)).toBe('WRONG_CONTENT')
})

/** Ten groups, each referring ten times to the previous one: 10^10 rectangles from a kilobyte. */
const bomb = Array.from({ length: 10 }, (_, n) => {
  const uses =
    n === 0
      ? rect
      : Array(10)
          .fill(`<use href="#g${n - 1}"/>`)
          .join('')
  return `<g id="g${n}">${uses}</g>`
}).join('')

describe('SVG', () => {
  test.each([
    [
      'a plain SVG',
      `<?xml version="1.0"?><!-- made by CAD -->${svg(`<g id="a">${rect}</g><use href="#a"/>`)}`,
    ],
    ['an SVG with text and style', svg('<style>text { fill: red }</style><text>a &lt; b</text>')],
    ['an SVG with an embedded picture', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['an SVG with a link', svg(`<a href="https://example.com">${rect}</a>`)],
  ])('%s is accepted', async (_, text) => {
    expect(await checkBytes('plan.svg', text)).toMatchObject({ counts: { elements: expect.any(Number) } })
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'ACTIVE_CONTENT'],
    ['a script in another name space', svg('<s:script xmlns:s="x">1</s:script>'), 'ACTIVE_CONTENT'],
    ['a handler', svg('<rect onload="alert(1)"/>'), 'ACTIVE_CONTENT'],
    ['a handler without quotes around it in capitals', svg('<rect OnClick="x"/>'), 'ACTIVE_CONTENT'],
    ['a javascript link', svg('<a href="java&#115;cript:alert(1)"/>'), 'ACTIVE_CONTENT'],
    ['a web page inside', svg('<foreignObject><p>hi</p></foreignObject>'), 'ACTIVE_CONTENT'],
    ['a drawing inside a picture', svg('<image href="data:image/svg+xml,x"/>'), 'ACTIVE_CONTENT'],
    ['a picture from elsewhere', svg('<image xlink:href="https://example.com/a.png"/>'), 'EXTERNAL_FILES'],
    ['a file of the server', svg('<image href="file:///etc/passwd"/>'), 'EXTERNAL_FILES'],
    ['a style from elsewhere', svg('<style>@import "https://example.com"</style>'), 'EXTERNAL_FILES'],
    [
      'entities',
      `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`,
      // the document type precedes the first element
      'WRONG_CONTENT',
    ],
    ['entities further down', `${svg(rect)}<!DOCTYPE svg [<!ENTITY a "b">]>`, 'DOCTYPE'],
    ['elements that multiply', svg(bomb), 'TOO_COMPLEX'],
    ['open elements', '<svg xmlns="http://www.w3.org/2000/svg"><g><rect/></svg>', 'DAMAGED'],
    ['endless nesting', `<svg>${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}</svg>`, 'TOO_COMPLEX'],
    ['another encoding', Buffer.from(`\ufeff${svg(rect)}`, 'utf16le'), 'WRONG_CONTENT'],
    ['an HTML page', '<html><svg></svg></html>', 'WRONG_CONTENT'],
  ])('An SVG with %s is refused', async (_, text, code) => {
    expect(await checkBytes('plan.svg', text)).toBe(code)
  })
})

describe('Pictures', () => {
  const image = () => sharp({ create: { width: 80, height: 60, channels: 3, background: 'white' } })

  test('are reported with width and height', async () => {
    const counts = { width_px: 80, height_px: 60 }
    expect(await checkBytes('plan.png', await image().png().toBuffer())).toMatchObject({ counts })
    expect(await checkBytes('plan.JPG', await image().jpeg().toBuffer())).toMatchObject({ counts })
  })

  test('that are truncated, too large or mislabelled are refused', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const jpeg = await sharp({ create: { width: 300, height: 300, channels: 3, noise, background: 'white' } })
      .jpeg()
      .toBuffer()
    expect(await checkBytes('plan.jpg', jpeg.subarray(0, jpeg.length / 2))).toBe('DAMAGED')
    const png = await image().png().toBuffer()
    expect(await checkBytes('plan.png', png.subarray(0, 60))).toBe('DAMAGED')
    expect(await checkBytes('plan.jpg', png)).toBe('WRONG_CONTENT')
    expect(await checkBytes('plan.png', svg(rect))).toBe('WRONG_CONTENT')
    // the size is read from the header: nothing is decoded
    const huge = Buffer.from(png)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    expect(['TOO_LARGE', 'DAMAGED']).toContain(await checkBytes('plan.png', huge))
  })
})

test('A PDF without its header or end marker is refused', async () => {
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'
  expect(await checkBytes('plan.pdf', pdf)).toEqual({ counts: {}, warnings: [] })
  expect(await checkBytes('plan.pdf', pdf.slice(0, 30))).toBe('WRONG_CONTENT')
  expect(await checkBytes('plan.pdf', `<script>alert(1)</script>${pdf}`)).toBe('WRONG_CONTENT')
})

test('Point clouds, DXF and OBJ are recognized by their first bytes', async () => {
  const las = Buffer.alloc(400)
  las.write('LASF')
  las.set([1, 2], 24)
  las.writeUInt32LE(1234, 107)
  expect(await checkBytes('scan.las', las)).toMatchObject({ counts: { points: 1234 } })
  const e57 = Buffer.alloc(100)
  e57.write('ASTM-E57')
  e57.writeBigUInt64LE(100n, 16)
  expect(await checkBytes('scan.e57', e57)).toMatchObject({ warnings: [] })
  expect(await checkBytes('scan.e57', Buffer.concat([e57, e57]))).toBe('WRONG_CONTENT')
  expect(await checkBytes('scan.ply', 'ply\nformat ascii 1.0\nend_header\n')).toMatchObject({ warnings: [] })
  expect(await checkBytes('plan.dxf', '0\nSECTION\n2\nHEADER\n0\nENDSEC\n0\nEOF\n')).toMatchObject({
    counts: {},
  })
  expect(await checkBytes('plan.dxf', '0\nSECTION\n2\nHEADER\n')).toBe('WRONG_CONTENT')
  expect(await checkBytes('part.obj', '# chair\nv 0 0 0\nv 1 0 0\nf 1 2 1\n')).toMatchObject({ counts: {} })
  expect(await checkBytes('part.obj', '<html>')).toBe('WRONG_CONTENT')
})

describe('GLB', () => {
  const validGltf = () => ({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36 }] as object[],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }] as object[],
  })
  function glb(gltf: object, bin: Uint8Array = new Uint8Array(36)): Buffer {
    const json = Buffer.from(JSON.stringify(gltf))
    const padded = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')])
    const head = Buffer.alloc(20)
    head.write('glTF')
    head.writeUInt32LE(2, 4)
    head.writeUInt32LE(28 + padded.length + bin.length, 8)
    head.writeUInt32LE(padded.length, 12)
    head.write('JSON', 16)
    const next = Buffer.alloc(8)
    next.writeUInt32LE(bin.length, 0)
    next.write('BIN\0', 4)
    return Buffer.concat([head, padded, next, bin])
  }

  test('that is complete is reported with its vertices and triangles', async () => {
    expect(await checkBytes('chair.glb', glb(validGltf()))).toEqual({
      counts: { vertices: 3, triangles: 1 },
      warnings: [],
    })
  })

  test.each([
    ['another file', { buffers: [{ uri: 'https://example.com/a.bin', byteLength: 36 }] }, 'EXTERNAL_FILES'],
    ['a picture elsewhere', { images: [{ uri: '../../secret.png' }] }, 'EXTERNAL_FILES'],
    ['a part outside', { bufferViews: [{ buffer: 0, byteOffset: 20, byteLength: 36 }] }, 'DAMAGED'],
    ['more data than there is', { buffers: [{ byteLength: 4_000_000 }] }, 'DAMAGED'],
    ['a loop', { nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }, 'DAMAGED'],
    ['a child twice', { nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] }, 'DAMAGED'],
    ['huge counts', { accessors: [{ bufferView: 0, count: 4e9 }] }, 'TOO_COMPLEX'],
    ['too many nodes', { nodes: Array(200_001).fill({ mesh: 0 }) }, 'TOO_COMPLEX'],
    ['negative counts', { accessors: [{ bufferView: 0, count: -1 }] }, 'DAMAGED'],
    ['no meshes', { meshes: [], nodes: [] }, 'DAMAGED'],
    ['an object in place of a list', { nodes: { length: 9 } }, 'DAMAGED'],
  ])('with %s is refused', async (_, wrong, code) => {
    expect(await checkBytes('chair.glb', glb({ ...validGltf(), ...wrong }))).toBe(code)
  })

  /** A Draco mesh that declares these counts; its data is missing. */
  const draco = (faces: number, version = 2) => {
    const varint = [0, 7, 14, 21, 28].map(
      (shift) => (Math.floor(faces / 2 ** shift) & 0x7f) | (shift < 28 ? 0x80 : 0),
    )
    const head = Buffer.concat([
      Buffer.from('DRACO'),
      Buffer.from([version, 2, 1, 1, 0, 0, 0]),
      Buffer.from([4, ...varint]),
    ])
    return Buffer.concat([head, Buffer.alloc(36 - head.length)])
  }
  const dracoGltf = () => ({
    ...validGltf(),
    extensionsRequired: ['KHR_draco_mesh_compression'],
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } },
        ],
      },
    ],
  })

  test('with Draco shapes is reported with the counts that they declare', async () => {
    expect(await checkBytes('chair.glb', glb(dracoGltf(), draco(70_000)))).toEqual({
      counts: { vertices: 4, triangles: 70_000 },
      warnings: [],
    })
  })

  test.each([
    ['more triangles than a browser decodes', draco(4_000_000_000), {}, 'TOO_COMPLEX'],
    ['many uses of a large shape', draco(5_000_000), { nodes: Array(5).fill({ mesh: 0 }) }, 'TOO_COMPLEX'],
    ['another version', draco(2, 1), {}, 'DAMAGED'],
    ['no Draco data', Buffer.alloc(36), {}, 'DAMAGED'],
    [
      'Draco data elsewhere',
      draco(2),
      { buffers: [{ byteLength: 36, uri: 'data:application/a,b' }] },
      'DAMAGED',
    ],
    ['Draco data that is cut off', draco(2), { bufferViews: [{ buffer: 0, byteLength: 13 }] }, 'DAMAGED'],
  ])('with Draco shapes and %s is refused', async (_, bytes, wrong, code) => {
    expect(await checkBytes('chair.glb', glb({ ...dracoGltf(), ...wrong }, bytes))).toBe(code)
  })

  /** The head of a KTX 2.0 file. */
  function ktx2(width: number, height: number, layers = 0): Buffer {
    const head = Buffer.alloc(80)
    head.write('\u00abKTX 20\u00bb\r\n\x1a\n', 'latin1')
    head.writeUInt32LE(1, 16)
    for (const [at, value] of [width, height, 0, layers, 1, 1].entries())
      head.writeUInt32LE(value, 20 + 4 * at)
    return head
  }

  test.each([
    ['that fits', [ktx2(4096, 4096)], { vertices: 3, triangles: 1 }],
    ['of too many pixels', [ktx2(60_000, 10)], 'TOO_COMPLEX'],
    ['beside many others', Array(13).fill(ktx2(4096, 4096)), 'TOO_COMPLEX'],
    ['without pixels', [ktx2(0, 4)], 'DAMAGED'],
    ['of many layers', [ktx2(4, 4, 1000)], 'DAMAGED'],
    ['of another format', [Buffer.alloc(80)], 'DAMAGED'],
  ])('with a KTX2 texture %s is shown or refused', async (_, textures, expected) => {
    const bin = Buffer.concat([Buffer.alloc(36), ...textures])
    const gltf = {
      ...validGltf(),
      buffers: [{ byteLength: bin.length }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        ...textures.map((_, at) => ({ buffer: 0, byteOffset: 36 + at * 80, byteLength: 80 })),
      ],
      images: textures.map((_, at) => ({ bufferView: at + 1, mimeType: 'image/ktx2' })),
    }
    const result = await checkBytes('chair.glb', glb(gltf, bin))
    expect(typeof result === 'string' ? result : result.counts).toEqual(expected)
  })

  test('that is truncated or has no valid JSON is refused', async () => {
    const whole = glb(validGltf())
    expect(await checkBytes('chair.glb', whole.subarray(0, 60))).toBe('WRONG_CONTENT')
    const broken = Buffer.from(whole)
    broken.write('{{{{', 20)
    expect(await checkBytes('chair.glb', broken)).toBe('DAMAGED')
  })
})
