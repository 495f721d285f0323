import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { convertBytes } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'
import { createByteSource } from '../source.ts'
import { scanStep } from '../step/scan.ts'
import { readLinearPlacements } from './linear-placements.ts'

const folder = fileURLToPath(new URL('../../../../shared/ifc/', import.meta.url))
const present = existsSync(folder)
if (!present) console.log(`Skipped: the real models are missing (${folder})`)

function placementsOf(bytes: Uint8Array) {
  const source = createByteSource(bytes)
  const { file } = scanStep(source, () => true)
  const ids = [...file.slotsOf('IFCLINEARPLACEMENT')].map((slot) => file.id.at(slot))
  return readLinearPlacements(source, new Set(ids))
}

describe.skipIf(!present)('placements along the alignment of a real railway', () => {
  it('stand within a millimetre of where the file itself puts them', () => {
    const placements = placementsOf(new Uint8Array(readFileSync(`${folder}railway-simple-ifc4x3.ifc`)))
    const stated = placements.filter((each) => each.stated)
    expect(placements.length).toBe(3)
    expect(stated.length).toBe(2)
    for (const { evaluated, stated: place } of stated)
      for (const axis of [0, 1, 2] as const)
        expect(Math.abs((evaluated?.point[axis] ?? NaN) - (place?.point[axis] ?? NaN))).toBeLessThan(1e-3)
  })
})

const R = 500
const L = 100
/** Curvature of each transition from a line to an arc of radius R over the length L, by the textbooks. */
const TRANSITIONS: [name: string, parent: string, curvature: (share: number) => number][] = [
  ['clothoid', `IFCCLOTHOID(#11,${Math.sqrt(R * L)})`, (x) => x / R],
  [
    'Bloss curve',
    `IFCTHIRDORDERPOLYNOMIALSPIRAL(#11,${-(((R * L ** 3) / 2) ** (1 / 4))},${((R * L ** 2) / 3) ** (1 / 3)},$,$)`,
    (x) => (3 * x ** 2 - 2 * x ** 3) / R,
  ],
  ['cosine curve', `IFCCOSINESPIRAL(#11,${-2 * R},${2 * R}.)`, (x) => (1 - Math.cos(Math.PI * x)) / (2 * R)],
  [
    'sine curve',
    `IFCSINESPIRAL(#11,${-2 * Math.PI * R},${Math.sqrt(R * L)},$)`,
    (x) => (x - Math.sin(2 * Math.PI * x) / (2 * Math.PI)) / R,
  ],
  [
    'first half of a Helmert curve',
    `IFCSECONDORDERPOLYNOMIALSPIRAL(#11,${((R * L ** 2) / 2) ** (1 / 3)},$,$)`,
    (x) => (2 * x ** 2) / R,
  ],
  [
    'Viennese bend without cant',
    `IFCSEVENTHORDERPOLYNOMIALSPIRAL(#11,${-(((R * L ** 7) / 20) ** (1 / 8))},${((R * L ** 6) / 70) ** (1 / 7)},${-(((R * L ** 5) / 84) ** (1 / 6))},${((R * L ** 4) / 35) ** (1 / 5)},$,$,$,$)`,
    (x) => (35 * x ** 4 - 84 * x ** 5 + 70 * x ** 6 - 20 * x ** 7) / R,
  ],
]

/** A file with a box that is placed along a curve of one segment, which begins at (10, 20) and goes north. */
function alongCurve(
  parent: string,
  { offsets = '$,$,$', directions = '$,$', more = '', curve = '#60' } = {},
): Uint8Array {
  return buildIfcFile(
    `#50=IFCAXIS2PLACEMENT2D(#51,#52);#51=IFCCARTESIANPOINT((10.,20.));#52=IFCDIRECTION((0.,1.));
#53=IFCCURVESEGMENT(.CONTINUOUS.,#50,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(${L}.),#54);#54=${parent};
#60=IFCCOMPOSITECURVE((#53),.F.);${more}
#61=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${L}.),${offsets},${curve});
#62=IFCAXIS2PLACEMENTLINEAR(#61,${directions});#63=IFCLINEARPLACEMENT($,#62,$);`,
    { schema: 'IFC4X3_ADD2' },
  )
}

describe('placements along each kind of curve', () => {
  it.each(TRANSITIONS)(
    '%s: the place is that of its curvature, integrated independently',
    (_, parent, curvature) => {
      const place = placementsOf(alongCurve(parent))[0]?.evaluated
      const count = 100_000
      let [x, y, angle] = [10, 20, Math.PI / 2]
      for (let at = 0; at < count; at++) {
        const half = (curvature((at + 0.5) / count) * L) / count / 2
        angle += half
        x += (Math.cos(angle) * L) / count
        y += (Math.sin(angle) * L) / count
        angle += half
      }
      expect(place?.point[0]).toBeCloseTo(x, 5)
      expect(place?.point[1]).toBeCloseTo(y, 5)
      expect(place?.x[0]).toBeCloseTo(Math.cos(angle), 6)
      expect(place?.x[1]).toBeCloseTo(Math.sin(angle), 6)
    },
  )

  it('a cubic parabola is followed by its arc length', () => {
    const factor = 1 / (6 * R * L)
    const place = placementsOf(alongCurve(`IFCPOLYNOMIALCURVE(#11,(0.,1.),(0.,0.,0.,${factor}),$)`))[0]
      ?.evaluated
    let [x, length] = [0, 0]
    for (; length < L; x += 1e-4) length += 1e-4 * Math.hypot(1, 3 * factor * x ** 2)
    expect(place?.point[0]).toBeCloseTo(10 - factor * x ** 3, 3)
    expect(place?.point[1]).toBeCloseTo(20 + x, 3)
  })

  it('a gradient, a cant and offsets lift, tilt and move the place', () => {
    const profile = (id: number, y: number, tilt: string, length: number) =>
      `#${id}=IFCCURVESEGMENT(.CONTINUOUS.,#${id + 1},IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(${length}.),#${id + 4});
#${id + 1}=IFCAXIS2PLACEMENT3D(#${id + 2},#${id + 3},#${id + 5});#${id + 2}=IFCCARTESIANPOINT((0.,${y}.,0.));
#${id + 3}=IFCDIRECTION((${tilt}));#${id + 4}=IFCLINE(#12,#99);#${id + 5}=IFCDIRECTION((1.,0.,0.));`
    const more = `#99=IFCVECTOR(#98,1.);#98=IFCDIRECTION((1.,0.));
${profile(100, 7, '0.,0.,1.', 200)}#120=IFCGRADIENTCURVE((#100),.F.,#60,$);
${profile(130, 1, '0.,-0.1,1.', 200)}#150=IFCSEGMENTEDREFERENCECURVE((#130),.F.,#120,$);`
    const offsets = 'IFCLENGTHMEASURE(3.),2.,1.'.replace('IFCLENGTHMEASURE(3.)', '3.')
    const place = placementsOf(alongCurve('IFCLINE(#12,#99)', { offsets, more, curve: '#150' }))[0]?.evaluated
    const tilt = Math.atan(0.1)
    expect(place?.point[0]).toBeCloseTo(10 - 3 * Math.cos(tilt), 6)
    expect(place?.point[1]).toBeCloseTo(20 + L + 1, 6)
    expect(place?.point[2]).toBeCloseTo(7 + 1 + 2 + 3 * Math.sin(tilt), 6)
    expect(place?.z[2]).toBeCloseTo(Math.cos(tilt), 6)
  })

  it('a polyline that rises is followed by its length in space', () => {
    const more = '#70=IFCPOLYLINE((#12,#71));#71=IFCCARTESIANPOINT((120.,0.,160.));#99=IFCVECTOR(#12,1.);'
    const place = placementsOf(alongCurve('IFCLINE(#12,#99)', { more, curve: '#70' }))[0]?.evaluated
    for (const [axis, value] of [60, 0, 80].entries()) expect(place?.point[axis]).toBeCloseTo(value, 9)
    for (const [axis, value] of [0.6, 0, 0.8].entries()) expect(place?.x[axis]).toBeCloseTo(value, 9)
  })

  it('an element stands there whichever engine draws it, and no warning is needed', async () => {
    const wall = `#70=IFCWALL('0000000000000000000070',$,'Post',$,$,#63,#200,$,$);
#201=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2.,2.);#202=IFCDIRECTION((0.,0.,1.));#203=IFCEXTRUDEDAREASOLID(#201,#11,#202,5.);
#204=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#203));#200=IFCPRODUCTDEFINITIONSHAPE($,$,(#204));#99=IFCVECTOR(#202,1.);`
    for (const firstEngine of [true, false]) {
      const { manifest, report } = await convertBytes(alongCurve('IFCLINE(#12,#99)', { more: wall }), {
        firstEngine,
      })
      for (const [side, value] of [9, 119, 0, 11, 121, 5].entries())
        expect((manifest.box?.[side] ?? NaN) * 1000).toBeCloseTo(value, 1)
      expect(report.warnings.map(({ code }) => code)).toEqual(firstEngine ? [] : ['SECOND_ENGINE'])
    }
  })
})
