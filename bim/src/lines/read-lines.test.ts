import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { convertBytes } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'
import type { LineLayer } from '../model.ts'

/** Axes A and B along Y, 1 and 2 along X, on a grid rotated by 90° and placed at (10 m, 20 m, 1 m). */
const GRID = `#100=IFCGRID('0000000000000000000100',$,'Axes',$,$,#101,$,(#110,#111),(#112,#113),$,$);
#101=IFCLOCALPLACEMENT(#13,#102);#102=IFCAXIS2PLACEMENT3D(#103,$,#104);
#103=IFCCARTESIANPOINT((10000.,20000.,1000.));#104=IFCDIRECTION((0.,1.,0.));
#110=IFCGRIDAXIS('A',#120,.T.);#111=IFCGRIDAXIS('B',#121,.T.);#112=IFCGRIDAXIS('1',#122,.T.);#113=IFCGRIDAXIS('2',#123,.T.);
#120=IFCPOLYLINE((#130,#131));#121=IFCPOLYLINE((#132,#133));#122=IFCPOLYLINE((#130,#132));#123=IFCPOLYLINE((#131,#133));
#130=IFCCARTESIANPOINT((0.,0.));#131=IFCCARTESIANPOINT((0.,6000.));#132=IFCCARTESIANPOINT((8000.,0.));#133=IFCCARTESIANPOINT((8000.,6000.));`

async function linesOf(data: string, { schema = 'IFC4X3_ADD2', units = '#8,#9' } = {}) {
  const converted = await convertBytes(buildIfcFile(data, { schema, units }))
  const json = converted.artefacts.get('lines.json')
  const layer = json ? (JSON.parse(new TextDecoder().decode(json)) as LineLayer) : null
  return { ...converted, layer }
}

/** A product with one representation of the given items. */
const product = (entity: string, items: string, more: string, rest = '') =>
  `#200=${entity}('0000000000000000000200',$,'Thing',$,$,#13,#201${rest});#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#202));
#202=IFCSHAPEREPRESENTATION(#10,'Annotation','GeometricCurveSet',(${items}));${more}`
const annotation = (items: string, more: string) => product('IFCANNOTATION', items, more, ',$')

describe('the lines of a file', () => {
  it('are the axes of a grid, by name, where its placement puts them', async () => {
    const { layer, manifest, report, structure } = await linesOf(GRID)
    expect(layer?.lines.map(({ kind, name, points }) => [kind, name, points])).toEqual([
      ['grid', 'A', [10, 20, 1, 4, 20, 1]],
      ['grid', 'B', [10, 28, 1, 4, 28, 1]],
      ['grid', '1', [10, 20, 1, 10, 28, 1]],
      ['grid', '2', [4, 20, 1, 4, 28, 1]],
    ])
    expect(structure.elements.name[layer?.lines[0]?.element ?? -1]).toBe('Axes')
    expect(manifest.lines).toBe(4)
    expect(manifest.box).toEqual([4, 20, 1, 10, 28, 1])
    expect(report.warnings).toEqual([expect.objectContaining({ code: 'LINES_ONLY', which: ['Axes'] })])
  })

  it('neither move a model that has bodies nor add warnings', async () => {
    const wall = `#300=IFCWALL('0000000000000000000300',$,'Wall',$,$,#13,#310,$,$);${buildBoxShape(310, [4000, 200, 2500])}`
    const { manifest, report } = await linesOf(GRID + wall)
    expect(manifest.box).toEqual([-2, -0.1, 0, 2, 0.1, 2.5])
    expect(manifest.lines).toBe(4)
    expect(report.warnings).toEqual([])
  })

  it('are not searched for where every element has a body', async () => {
    const wall = `#300=IFCWALL('0000000000000000000300',$,'Wall',$,$,#13,#310,$,$);${buildBoxShape(310, [4000, 200, 2500])}`
    const { layer, manifest } = await linesOf(wall)
    expect([layer, manifest.lines]).toEqual([null, 0])
  })

  it('keep far coordinates to a tenth of a millimetre', async () => {
    const { layer, manifest } = await linesOf(GRID.replace('(10000.,20000.,', '(691234567.125,5335123456.5,'))
    expect(layer?.lines[0]?.points.slice(0, 3)).toEqual([691234.5671, 5335123.4565, 1])
    expect(manifest.origin).toEqual([691232, 5335127, 1])
  })

  it('are texts, points and curves of annotations, also in mapped items', async () => {
    const { layer } = await linesOf(
      annotation(
        '#210',
        `#210=IFCMAPPEDITEM(#211,#214);#211=IFCREPRESENTATIONMAP(#11,#212);
#212=IFCSHAPEREPRESENTATION(#10,'Annotation','Annotation2D',(#220,#223,#226));
#214=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#215,2.,$);#215=IFCCARTESIANPOINT((1000.,0.,0.));
#220=IFCTEXTLITERAL('Level +3.50',#221,.RIGHT.);#221=IFCAXIS2PLACEMENT2D(#222,$);#222=IFCCARTESIANPOINT((500.,500.));
#223=IFCGEOMETRICCURVESET((#224));#224=IFCPOLYLINE((#12,#225));#225=IFCCARTESIANPOINT((0.,3000.,0.));
#226=IFCCARTESIANPOINT((100.,0.,0.));`,
      ),
    )
    expect(layer?.texts).toEqual([expect.objectContaining({ text: 'Level +3.50', at: [2, 1, 0] })])
    expect(layer?.lines[0]).toMatchObject({ kind: 'annotation', points: [1, 0, 0, 1, 6, 0] })
    expect(layer?.lines.slice(1).map(({ points }) => points.length)).toEqual([6, 6, 6])
  })

  const CIRCLE =
    '#230=IFCCIRCLE(#231,2000.);#231=IFCAXIS2PLACEMENT2D(#232,$);#232=IFCCARTESIANPOINT((0.,0.));'
  it.each([
    ['a circle', '#230', CIRCLE, 2 * Math.PI * 2],
    [
      'an arc by points against the circle',
      '#233',
      `${CIRCLE}#233=IFCTRIMMEDCURVE(#230,(#234),(#235),.F.,.CARTESIAN.);#234=IFCCARTESIANPOINT((0.,2000.));#235=IFCCARTESIANPOINT((2000.,0.));`,
      Math.PI,
    ],
    [
      'an arc by parameters in radians',
      '#233',
      `${CIRCLE}#233=IFCTRIMMEDCURVE(#230,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(${Math.PI})),.T.,.PARAMETER.);`,
      2 * Math.PI,
    ],
    [
      'lines and an arc by index',
      '#230',
      `#230=IFCINDEXEDPOLYCURVE(#231,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4))),.F.);
#231=IFCCARTESIANPOINTLIST2D(((0.,0.),(2000.,0.),(3000.,1000.),(2000.,2000.)));`,
      2 + Math.PI,
    ],
    [
      'a quarter circle as a rational spline',
      '#230',
      `#230=IFCRATIONALBSPLINECURVEWITHKNOTS(2,(#231,#232,#233),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.,(1.,${Math.SQRT1_2},1.));
#231=IFCCARTESIANPOINT((2000.,0.));#232=IFCCARTESIANPOINT((2000.,2000.));#233=IFCCARTESIANPOINT((0.,2000.));`,
      Math.PI,
    ],
    [
      'segments of which one is reversed',
      '#230',
      `#230=IFCCOMPOSITECURVE((#231,#232),.F.);#231=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#233);#232=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#234);
#233=IFCPOLYLINE((#235,#236));#234=IFCPOLYLINE((#237,#236));#235=IFCCARTESIANPOINT((0.,0.));#236=IFCCARTESIANPOINT((3000.,0.));#237=IFCCARTESIANPOINT((3000.,4000.));`,
      7,
    ],
  ])('%s has its length', async (_, item, more, length) => {
    const { layer, report } = await linesOf(annotation(item, more))
    const points = layer?.lines[0]?.points ?? []
    let sum = 0
    for (let at = 3; at < points.length; at += 3)
      sum += Math.hypot(...[0, 1, 2].map((axis) => (points[at + axis] ?? 0) - (points[at + axis - 3] ?? 0)))
    expect(sum).toBeCloseTo(length, 1)
    expect(report.warnings.map(({ code }) => code)).toEqual(['LINES_ONLY'])
  })

  it.each([
    ['Grad', Math.PI / 180, 180],
    ['Neugrad', Math.PI / 200, 200],
    ['Altgrad', Math.PI / 180, 180],
  ])('have arcs by the size of the unit of angles, which is called %s', async (name, radians, half) => {
    const unit = `#40=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);#41=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(${radians}),#40);
#42=IFCCONVERSIONBASEDUNIT($,.PLANEANGLEUNIT.,'${name}',#41);`
    const arc = `${CIRCLE}${unit}#233=IFCTRIMMEDCURVE(#230,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(${half}.)),.T.,.PARAMETER.);`
    const { layer } = await linesOf(annotation('#233', arc), { units: '#8,#9,#42' })
    const [x, y] = layer?.lines[0]?.points.slice(-3) ?? []
    expect([x, y]).toEqual([-2, 0])
  })

  it('represent a pipe that has only an axis, and a site that has a footprint', async () => {
    const line = '#220=IFCPOLYLINE((#12,#225));#225=IFCCARTESIANPOINT((0.,3000.,0.));'
    const pipe = product('IFCPIPESEGMENT', '#220', line, ',$,$').replace("'Annotation'", "'Axis'")
    expect((await linesOf(pipe)).layer?.lines).toEqual([
      expect.objectContaining({ kind: 'axis', points: [0, 0, 0, 0, 3, 0] }),
    ])
    const plot = product('IFCGEOGRAPHICELEMENT', '#220', line, ',$,$').replace("'Annotation'", "'FootPrint'")
    expect((await linesOf(plot)).layer?.lines[0]?.kind).toBe('footprint')
  })

  it('show members and nodes of a structural analysis by their topology', async () => {
    const points =
      '#230=IFCCARTESIANPOINT((0.,0.,0.));#231=IFCCARTESIANPOINT((4000.,0.,0.));#232=IFCCARTESIANPOINT((4000.,3000.,0.));'
    const ends = `#220=IFCVERTEXPOINT(#230);#221=IFCVERTEXPOINT(#231);${points}`
    const beam = product(
      'IFCSTRUCTURALCURVEMEMBER',
      '#222',
      `#222=IFCEDGE(#220,#221);${ends}`,
      ',.NOTDEFINED.,$',
    )
    const { layer, report } = await linesOf(beam)
    expect(layer?.lines).toEqual([expect.objectContaining({ kind: 'axis', points: [0, 0, 0, 4, 0, 0] })])
    expect(report.warnings.map(({ code }) => code)).toEqual(['LINES_ONLY'])
    const node = await linesOf(product('IFCSTRUCTURALPOINTCONNECTION', '#221', ends, ',$,$'))
    expect(node.layer?.lines.map((line) => line.points)).toContainEqual([3.5, 0, 0, 4.5, 0, 0])
    const face = `#222=IFCFACESURFACE((#223),#224,.T.);#223=IFCFACEOUTERBOUND(#225,.T.);#224=IFCPLANE(#11);#225=IFCPOLYLOOP((#230,#231,#232));${points}`
    const slab = await linesOf(product('IFCSTRUCTURALSURFACEMEMBER', '#222', face, ',.SHELL.,200.'))
    expect(slab.layer?.lines[0]?.points).toEqual([0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 0, 0])
  })

  it('that cannot be read are named in a warning', async () => {
    const { report } = await linesOf(annotation('#220', '#220=IFCPCURVE(#11,#12);'))
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ code: 'LINES_UNREAD', count: 1, which: ['Thing (#200)'] }),
    )
  })

  it('are not looked for in virtual elements that have a solid', async () => {
    const data = `${buildBoxShape(210, [1000, 1000, 1000])}#200=IFCVIRTUALELEMENT('0000000000000000000200',$,'Clearance',$,$,#13,#210,$);
#201=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000201',$,$,$,(#200),#22);`
    const { report, manifest } = await convertBytes(buildIfcFile(data))
    expect(manifest.counts.with_geometry).toBe(1)
    expect(report).toMatchObject({ warnings: [], not_shown: [] })
  })

  it('end where a curve repeats its parts a million times', async () => {
    const repeat = (id: number) =>
      `#${id}=IFCCOMPOSITECURVE((${Array(1000)
        .fill(`#${id + 1}`)
        .join()}),.F.);#${id + 1}=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#${id + 2});`
    const line = '#304=IFCPOLYLINE((#12,#305));#305=IFCCARTESIANPOINT((1000.,0.,0.));'
    const { layer, report } = await linesOf(annotation('#300', `${repeat(300)}${repeat(302)}${line}`))
    expect(layer?.lines).toEqual([])
    expect(report.warnings).toMatchObject([
      { code: 'LINES_UNREAD', which: ['Thing (#200)'] },
      { code: 'LINES_ONLY' },
    ])
  })

  it('are limited in number, and the number left out is counted', async () => {
    const many = Array.from(
      { length: 40 },
      (_, at) =>
        `#${1000 + at}=IFCANNOTATION('${String(at).padStart(22, '0')}',$,'Sheet ${at}',$,$,#13,#201,$);`,
    )
    const points = Array.from({ length: 10_000 }, (_, at) => `(${at}.,${(at % 2) * 100}.)`)
    const shape = `#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#202));#202=IFCSHAPEREPRESENTATION(#10,'Annotation','Curve2D',(#203));
#203=IFCINDEXEDPOLYCURVE(#204,$,.F.);#204=IFCCARTESIANPOINTLIST2D((${points.join()}));`
    const { layer, report } = await linesOf(shape + many.join('\n'))
    expect(layer?.lines.length).toBe(30)
    expect(report.warnings).toContainEqual(expect.objectContaining({ code: 'LINES_LIMIT', count: 10 }))
  })
})

const railway = fileURLToPath(new URL('../../../../shared/ifc/railway-simple-ifc4x3.ifc', import.meta.url))

/** Distance of a point from a segment of six coordinates. */
function distanceTo(
  point: readonly number[],
  [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0]: number[],
): number {
  const [px = 0, py = 0, pz = 0] = point
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
  const along = ((px - ax) * dx + (py - ay) * dy + (pz - az) * dz) / (dx * dx + dy * dy + dz * dz)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(px - ax - dx * share, py - ay - dy * share, pz - az - dz * share)
}

describe('an alignment', () => {
  it('without stations of its own is marked every 100 m', async () => {
    const { layer } = await linesOf(
      `#200=IFCALIGNMENT('0000000000000000000200',$,'Road',$,$,#13,#201,$);#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#202));
#202=IFCSHAPEREPRESENTATION(#10,'Axis','Curve3D',(#210));#210=IFCCOMPOSITECURVE((#211),.F.);
#211=IFCCURVESEGMENT(.CONTINUOUS.,#212,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(1250000.),#214);
#212=IFCAXIS2PLACEMENT2D(#213,$);#213=IFCCARTESIANPOINT((0.,0.));#214=IFCLINE(#213,#215);#215=IFCVECTOR(#216,1.);#216=IFCDIRECTION((1.,0.));`,
    )
    expect(layer?.lines[0]).toMatchObject({ kind: 'alignment', points: [0, 0, 0, 1250, 0, 0] })
    expect(layer?.texts.map(({ text, at }) => [text, at[0]]).slice(-2)).toEqual([
      ['1+100', 1100],
      ['1+200', 1200],
    ])
  })

  it.skipIf(!existsSync(railway))('of a real file runs along its own stations, by name', async () => {
    const { artefacts, structure } = await convertBytes(new Uint8Array(readFileSync(railway)))
    const layer = JSON.parse(new TextDecoder().decode(artefacts.get('lines.json'))) as LineLayer
    const { elements, classes } = structure
    const classOf = (element: number) => classes[elements.class[element] ?? -1]
    const track = layer.lines.find(({ element }) => classOf(element) === 'IfcAlignment')?.points ?? []
    expect(track.length).toBeGreaterThan(30)
    expect(layer.texts.map(({ text }) => text)).toEqual(['StartDistAlong', '853.100', '353.100'])
    expect(layer.texts[0]?.at).toEqual(track.slice(0, 3))
    for (const { element, at } of layer.texts) {
      expect(classOf(element)).toBe('IfcReferent')
      let nearest = Infinity
      for (let point = 0; point + 5 < track.length; point += 3)
        nearest = Math.min(nearest, distanceTo(at, track.slice(point, point + 6)))
      // two of the products are signals, 3 m beside the track
      expect(nearest).toBeLessThan(5)
    }
  })
})
