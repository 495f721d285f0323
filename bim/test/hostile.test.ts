import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { generateDefective } from '../generate/defective.ts'
import type { ConvertedModel } from './converted.ts'
import { convertBytes, decodeChunks, getConversionError, measureElements } from './converted.ts'
import { buildBoxShape, buildIfcFile, readIfcFile } from './step-file.ts'

const folder = fileURLToPath(new URL('../../../shared/', import.meta.url))
const present = existsSync(`${folder}hostile/README.md`)
if (!present) console.log(`Skipped: the hostile files are missing (${folder}hostile)`)

function file(name: string): Uint8Array {
  return new Uint8Array(readFileSync(folder + name))
}

function codes({ report }: ConvertedModel): string[] {
  return report.warnings.map((warning) => warning.code).sort()
}

/** Asserts that the output contains only finite numbers and valid JSON. */
function expectSound({ artefacts, manifest }: ConvertedModel): void {
  for (const [name, bytes] of artefacts) {
    if (!name.endsWith('.json')) continue
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    expect(text.isWellFormed()).toBe(true)
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(text).not.toMatch(/[:,[]\s*(NaN|Infinity)/)
  }
  for (const value of manifest.box ?? []) expect(Math.abs(value)).toBeLessThan(1e9)
}

describe.skipIf(!present)('hostile files', () => {
  it.each([
    ['empty.ifc', 'EMPTY', 'empty'],
    ['wrong-header.ifc', 'NOT_IFC', 'not an IFC file'],
    ['binary.ifc', 'NOT_IFC', 'not an IFC file'],
    ['cut-in-data.ifc', 'TRUNCATED', 'cut off'],
    ['unknown-schema.ifc', 'UNKNOWN_SCHEMA', 'IFC2X3, IFC4, IFC4X3'],
    ['open-string.ifc', 'SYNTAX', 'Line 37'],
    ['dangling-reference.ifc', 'NO_GEOMETRY', 'refers to: 1'],
    ['nan-point.ifc', 'NO_GEOMETRY', 'not a valid number'],
    ['far-point.ifc', 'NO_GEOMETRY', 'not a valid number'],
  ])('%s is refused with %s', async (name, code, words) => {
    const error = await getConversionError(file(`hostile/${name}`))
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    expect(error.hint).not.toBe('')
    expect(`${error.message}${error.hint}`).not.toMatch(/wasm|web-ifc|\/|undefined|null|NaN/i)
  })

  it('ok-wall.ifc is converted without warnings', async () => {
    const converted = await convertBytes(file('hostile/ok-wall.ifc'))
    expect(converted.structure.elements.name).toContain('Control wall')
    expect(codes(converted)).toEqual([])
    expect(converted.manifest.box).toEqual([-2.5, -0.1, 0, 2.5, 0.1, 3])
  })

  it('script-in-name.ifc keeps the script in the name as plain text', async () => {
    const converted = await convertBytes(file('hostile/script-in-name.ifc'))
    expect(converted.structure.elements.name.some((name) => name.includes('<'))).toBe(true)
    expect(codes(converted)).toEqual([])
  })

  it.each([
    ['placement-loop.ifc', 'PLACEMENT_LOOP'],
    ['storey-loop.ifc', 'SPATIAL_LOOP'],
    ['broken-escape.ifc', 'TEXT_ENCODING'],
    ['deep-boolean-2500.ifc', 'SECOND_ENGINE'],
  ])('%s is converted with the warning %s', async (name, code) => {
    const converted = await convertBytes(file(`hostile/${name}`))
    expect(codes(converted)).toEqual([code])
    expect(converted.manifest.counts.with_geometry).toBe(1)
    expect(new Set(converted.structure.elements.guid).size).toBe(converted.structure.elements.guid.length)
    expectSound(converted)
  })

  it.each([1_200_000, 2_300_000])(
    'duplex.ifc truncated at %i bytes is refused instead of shown as a smaller building',
    async (bytes) => {
      expect((await getConversionError(file('ifc/duplex.ifc').subarray(0, bytes))).code).toBe('TRUNCATED')
    },
  )
})

describe('generated files with the same defects', () => {
  const wall = (id: number, placement: string, shape: string) =>
    `#${id}=IFCWALL('${String(id).padStart(22, '0')}',$,'W${id}',$,$,${placement},${shape},$,$);`
  const place = (id: number, x: string) =>
    `#${id}=IFCLOCALPLACEMENT($,#${id + 1});#${id + 1}=IFCAXIS2PLACEMENT3D(#${id + 2},$,$);#${id + 2}=IFCCARTESIANPOINT((${x},0.,0.));`
  const box = buildBoxShape(200, [4000, 200, 2500])

  it.each(['NaN', 'INF', '1.E300', '9.E99'])(
    'an element at %s is omitted and reported; all others are shown',
    async (x) => {
      const converted = await convertBytes(
        buildIfcFile(
          `${box}${place(300, '0.')}${place(310, x)}${wall(100, '#300', '#200')}${wall(101, '#310', '#200')}`,
        ),
      )
      expect(converted.manifest.counts.with_geometry).toBe(1)
      expect(converted.report.not_shown.map((each) => each.name)).toEqual(['W101'])
      expect(codes(converted)).toContain('COORDINATE')
      expect(converted.manifest.box).toEqual([-2, -0.1, 0, 2, 0.1, 2.5])
      expectSound(converted)
    },
  )

  it('a shape with a NaN vertex is omitted as well', async () => {
    const bad = `#400=IFCPRODUCTDEFINITIONSHAPE($,$,(#401));#401=IFCSHAPEREPRESENTATION(#10,'Body','Tessellation',(#402));
#402=IFCTRIANGULATEDFACESET(#403,$,.T.,((1,2,3),(1,3,4)),$);#403=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(NaN,0.,0.),(0.,9.E99,0.),(0.,0.,1000.)));`
    const converted = await convertBytes(
      buildIfcFile(`${box}${bad}${wall(100, '#13', '#200')}${wall(101, '#13', '#400')}`),
    )
    expect(converted.report.not_shown.map((each) => each.name)).toEqual(['W101'])
    expectSound(converted)
  })

  it('an element 200 km away is shown and does not reduce the precision of other elements', async () => {
    const converted = await convertBytes(
      buildIfcFile(
        `${box}${place(300, '0.')}${place(310, '1.')}${place(320, '2.E8')}${wall(100, '#300', '#200')}${wall(101, '#310', '#200')}${wall(102, '#320', '#200')}`,
      ),
    )
    expect(converted.manifest.counts.with_geometry).toBe(3)
    expect(converted.manifest.origin).toEqual([0, 0, 0])
  })

  it('a model on a national grid keeps millimetre precision', async () => {
    const converted = await convertBytes(
      buildIfcFile(`${box}${place(300, '691234567.125')}${wall(100, '#300', '#200')}`),
    )
    expect(converted.manifest.origin).toEqual([691235, 0, 1])
    expect(converted.manifest.box?.[0]).toBeCloseTo(691232.567125, 6)
  })

  it('a file without shapes is shown as structure, with a warning', async () => {
    const converted = await convertBytes(buildIfcFile(wall(100, '#13', '$')))
    expect(converted.manifest).toMatchObject({ box: null, chunks: [] })
    expect(codes(converted)).toEqual(['NO_SHAPES'])
  })

  it('a file with an alignment and a grid is not called one without shapes', async () => {
    const lines = `#100=IFCALIGNMENT('0000000000000000000100',$,'Track 1',$,$,#13,$,$);
#101=IFCGRID('0000000000000000000101',$,'Axes',$,$,#13,$,(#102),(#102),$,$);#102=IFCGRIDAXIS('A',#103,.T.);
#103=IFCPOLYLINE((#12,#12));`
    const { report } = await convertBytes(buildIfcFile(lines, { schema: 'IFC4X3_ADD2' }))
    expect(report.warnings).toEqual([
      expect.objectContaining({ code: 'LINES_UNREAD', count: 1, which: ['Axes (#101)'] }),
      expect.objectContaining({ code: 'LINES_ONLY', count: 2, which: ['Track 1', 'Axes'] }),
    ])
  })

  it('a model in which all shapes have collapsed is refused', async () => {
    const flat = buildBoxShape(200, [4000, 200, 2500])
      .replaceAll('4000.', '0.')
      .replaceAll('200.,', '0.,')
      .replaceAll('2500.', '0.')
      .replace('200.)', '0.)')
    expect((await getConversionError(buildIfcFile(`${flat}${wall(100, '#13', '#200')}`))).code).toBe(
      'NO_GEOMETRY',
    )
  })

  it('an element that crashes the first engine is drawn by the second, and the rest is shown', async () => {
    // Nested behind a mapped item, where the depth check does not find it.
    const chain = Array.from(
      { length: 1500 },
      (_, at) => `#${1001 + at}=IFCBOOLEANRESULT(.UNION.,#${1000 + at},#203);`,
    )
    const deep = `#1000=IFCBOOLEANRESULT(.UNION.,#203,#203);${chain.join('')}
#500=IFCSHAPEREPRESENTATION(#10,'Body','CSG',(#2500));#501=IFCREPRESENTATIONMAP(#11,#500);
#502=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$);#503=IFCMAPPEDITEM(#501,#502);
#504=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#503));#505=IFCPRODUCTDEFINITIONSHAPE($,$,(#504));`
    const others = Array.from({ length: 5 }, (_, at) => wall(110 + at, '#13', '#200'))
    const converted = await convertBytes(
      buildIfcFile(`${box}${deep}${wall(100, '#13', '#505')}${others.join('')}`),
    )
    expect(converted.manifest.counts.with_geometry + converted.report.not_shown.length).toBe(6)
    expect(converted.manifest.counts.with_geometry).toBeGreaterThanOrEqual(5)
    expect(codes(converted).length).toBe(1)
  })

  it.each([
    'IFC2X3',
    'IFC4',
    'IFC4X3',
    'IFC4X3_ADD2',
    'IFC4X3_RC3',
    'IFC4X1',
    'IFC2X3_TC1',
    'IFC4_ADD2_TC1',
    'ifc4',
  ])('schema %s is read, including shapes', async (schema) => {
    const converted = await convertBytes(
      buildIfcFile(
        `${box}${wall(100, '#13', '#200').replace(',$);', schema.toUpperCase().startsWith('IFC2') ? ');' : ',$);')}`,
        { schema },
      ),
    )
    expect(converted.manifest.schema).toBe(schema.toUpperCase())
    expect(converted.manifest.counts.with_geometry).toBe(1)
  })

  it.each(['IFC2X2', 'IFC5', 'AP214', ''])('schema %s is refused, naming it', async (schema) => {
    expect((await getConversionError(buildIfcFile('', { schema }))).code).toBe('UNKNOWN_SCHEMA')
  })

  it('a file without a project is refused', async () => {
    const text = new TextDecoder().decode(buildIfcFile('')).replace('IFCPROJECT(', 'IFCPROJECTLIBRARY(')
    expect((await getConversionError(new TextEncoder().encode(text))).code).toBe('NO_PROJECT')
  })

  it('a byte order mark and comments before the header are accepted', async () => {
    const bytes = buildIfcFile(`${box}${wall(100, '#13', '#200')}`)
    for (const before of ['\ufeff', '/* made by hand */\n']) {
      const prefix = new TextEncoder().encode(before)
      const whole = new Uint8Array([...prefix, ...bytes])
      expect((await convertBytes(whole)).manifest.counts.with_geometry).toBe(1)
    }
  })
})

const wall = (id: number, shape: string) =>
  `#${id}=IFCWALL('${String(id).padStart(22, '0')}',$,'W',$,$,#13,${shape},$,$);`

describe('generated files with one defect each', () => {
  it.each<[defect: Parameters<typeof generateDefective>[0], code: string, count: number, which: string]>([
    ['negative depth', 'WRONG_VALUE', 1, 'IFCEXTRUDEDAREASOLID'],
    ['zero direction', 'WRONG_VALUE', 1, 'IFCDIRECTION'],
    ['missing depth', 'WRONG_ARGUMENTS', 1, 'IFCEXTRUDEDAREASOLID'],
    ['too few arguments', 'WRONG_ARGUMENTS', 1, 'Odd wall'],
    ['too many arguments', 'WRONG_ARGUMENTS', 1, 'Odd wall'],
    ['placement of the wrong kind', 'WRONG_REFERENCE', 1, 'Odd wall'],
    ['relation without its object', 'WRONG_REFERENCE', 1, 'IFCRELDEFINESBYPROPERTIES'],
    ['property of the wrong kind', 'WRONG_REFERENCE', 1, 'IFCPROPERTYSET'],
    ['shape of the wrong kind', 'MISSING_SHAPE', 1, 'Odd wall'],
    ['mapped item that contains itself', 'SHAPE_LOOP', 1, 'Odd wall'],
    ['bomb of mapped items', 'TOO_MANY_PARTS', 1, 'Odd wall'],
    ['same GlobalId', 'SAME_GUID', 1, 'Odd wall'],
    ['path as GlobalId', 'BAD_GUID', 1, 'Odd wall'],
    ['no GlobalId', 'BAD_GUID', 1, 'Odd wall'],
    ['dangling reference', 'DANGLING_REFERENCE', 1, '#987654'],
    ['two projects', 'SEVERAL_PROJECTS', 2, 'Other project'],
    ['numbers beyond 32 bits', 'LARGE_NUMBER', 4, ''],
  ])(
    '%s: a warning %s says how many and which, and the other wall is right',
    async (defect, code, count, which) => {
      const converted = await convertBytes(new TextEncoder().encode(generateDefective(defect)))
      const warning = converted.report.warnings.find((each) => each.code === code)
      expect(warning).toMatchObject({ code, count })
      expect(warning?.which?.join() ?? '').toContain(which)
      const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
      const good = shapes.get(converted.structure.elements.name.indexOf('Control wall'))
      for (const [side, value] of [-2.5, -0.1, 0, 2.5, 0.1, 3].entries())
        expect(good?.box[side]).toBeCloseTo(value, 3)
      expectSound(converted)
    },
  )

  it('elements that together repeat more parts than the file may place are left out, and the first ones drawn', () => {
    const statements = [buildBoxShape(200, [4000, 200, 2500])]
    let shape = 204
    for (let level = 0; level < 3; level++) {
      const first = 1000 + level * 100
      const items = Array.from({ length: 46 }, (_, at) => `#${first + at}`)
      statements.push(
        `#${first + 90}=IFCREPRESENTATIONMAP(#11,#${shape});`,
        ...items.map((item) => `${item}=IFCMAPPEDITEM(#${first + 90},$);`),
        `#${first + 91}=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(${items.join()}));`,
      )
      shape = first + 91
    }
    statements.push(`#2000=IFCPRODUCTDEFINITIONSHAPE($,$,(#${shape}));`)
    for (let wall = 0; wall < 8; wall++)
      statements.push(
        `#${3000 + wall}=IFCWALL('${String(3000 + wall).padStart(22, '0')}',$,'Wall ${wall}',$,$,#13,#2000,$,$);`,
      )
    const { preparation } = readIfcFile(buildIfcFile(statements.join('\n')))
    expect(preparation.leftOut.map(({ id, fault }) => [id, fault])).toEqual(
      [3005, 3006, 3007].map((id) => [id, 'TOO_MANY_PARTS']),
    )
  })

  it('elements beyond the triangle limit are reported by name, the rest is drawn', async () => {
    const walls = [100, 101, 102, 103].map(
      (id) => `#${id}=IFCWALL('${String(id).padStart(22, '0')}',$,'Wall ${id}',$,$,#13,#200,$,$);`,
    )
    const bytes = buildIfcFile(buildBoxShape(200, [4000, 200, 2500]) + walls.join(''))
    const converted = await convertBytes(bytes, { mostTriangles: 20 })
    expect(converted.manifest.counts.with_geometry).toBe(2)
    expect(converted.report.warnings).toEqual([
      expect.objectContaining({ code: 'TOO_MANY_PARTS', count: 2, which: ['Wall 102', 'Wall 103'] }),
    ])
  })

  it('a file without defects has no warning', async () => {
    const converted = await convertBytes(new TextEncoder().encode(generateDefective('none')))
    expect(codes(converted)).toEqual([])
    expect(converted.manifest.counts.with_geometry).toBe(2)
  })

  it('a mirrored profile with its derived argument written as * is not a defect', async () => {
    const mirrored = buildBoxShape(200, [4000, 200, 2500])
      .replace('SOLID(#201', 'SOLID(#210')
      .concat('#210=IFCMIRROREDPROFILEDEF(.AREA.,$,#201,*,$);')
    const converted = await convertBytes(buildIfcFile(`${mirrored}${wall(100, '#200')}`))
    expect(codes(converted)).toEqual([])
    expect(converted.manifest.counts.with_geometry).toBe(1)
  })

  it.each(["'Surface'", "''", '$', "'Tessellation'", "'K\u00f6rper'"])(
    'a solid in a representation called %s is a body, whichever engine draws it',
    async (name) => {
      const file = buildIfcFile(
        `${buildBoxShape(200, [4000, 200, 2500]).replace("'Body'", name)}#100=IFCWALL('0000000000000000000100',$,'W',$,$,#13,#200,$,$);`,
      )
      for (const firstEngine of [true, false])
        expect((await convertBytes(file, { firstEngine })).manifest.counts.with_geometry).toBe(1)
    },
  )
})
