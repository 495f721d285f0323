import { expect, it } from 'vitest'
import { convertBytes, decodeChunks, measureElements, measureVolume } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'

const FRAME = `#240=IFCDIRECTION((0.,0.,1.));#241=IFCDIRECTION((1.,0.,0.));#242=IFCDIRECTION((0.,1.,0.));#243=IFCDIRECTION((-1.,0.,0.));
#244=IFCCARTESIANPOINT((2000.,0.,0.));#245=IFCCARTESIANPOINT((0.,2000.,0.));#246=IFCCARTESIANPOINT((1000.,0.,0.));
#250=IFCAXIS1PLACEMENT(#246,#242);`
const STRAIGHT =
  '#232=IFCPOLYLINE((#12,#244));#233=IFCAXIS2PLACEMENT3D(#12,#241,#242);#234=IFCAXIS2PLACEMENT3D(#244,#241,#242);'
const BEND = `#232=IFCTRIMMEDCURVE(#235,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963268)),.T.,.PARAMETER.);#235=IFCCIRCLE(#11,2000.);
#233=IFCAXIS2PLACEMENT3D(#244,#242,#240);#234=IFCAXIS2PLACEMENT3D(#245,#243,#240);`
const rectangle = (id: number, x: number, y: number) =>
  `#${id}=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${x}.,${y}.);`
const tube = (id: number, radius: number) =>
  `#${id}=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,${radius}.,${radius / 4}.);`
const spine = `#210=IFCSECTIONEDSPINE(#230,(#220,#221),(#233,#234));#230=IFCCOMPOSITECURVE((#231),.F.);
#231=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#232);`
/** The volume of a frustum by its two areas. */
const frustum = (length: number, a: number, b: number) => (length * (a + b + Math.sqrt(a * b))) / 3

it.each([
  [
    'A spine between two sizes of a rectangle',
    `${spine}${STRAIGHT}${rectangle(220, 200, 400)}${rectangle(221, 400, 800)}`,
    frustum(2, 0.08, 0.32),
    [0, -0.2, -0.4, 2, 0.2, 0.4],
  ],
  [
    'A spine between tubes',
    `${spine}${STRAIGHT}${tube(220, 200)}${tube(221, 400)}`,
    frustum(2, Math.PI * 0.0175, Math.PI * 0.07),
    [0, -0.4, -0.4, 2, 0.4, 0.4],
  ],
  [
    'A spine around a bend',
    `${spine}${BEND}${rectangle(220, 200, 400)}${rectangle(221, 200, 400)}`,
    0.08 * Math.PI,
    [0, 0, -0.1, 2.2, 2.2, 0.1],
  ],
  [
    'A quarter of a ring that widens',
    `#210=IFCREVOLVEDAREASOLIDTAPERED(#220,#11,#250,1.5707963268,#221);${rectangle(220, 200, 400)}${rectangle(221, 400, 800)}`,
    (Math.PI / 2) * frustum(1, 0.08, 0.32),
    [-0.1, -0.4, 0, 1, 0.4, 1.2],
  ],
  [
    'Half a ring that turns against its axis',
    `#210=IFCREVOLVEDAREASOLIDTAPERED(#220,#11,#250,-3.1415926536,#221);${rectangle(220, 200, 400)}${rectangle(221, 200, 400)}`,
    0.08 * Math.PI,
    [-0.1, -0.2, -1.1, 2.1, 0.2, 0],
  ],
])('%s is drawn with its volume and extent', async (_what, solid, volume, box) => {
  const model = await convertBytes(
    buildIfcFile(`#100=IFCBEAM('0000000000000000000100',$,'Beam',$,$,#13,#101,$,$);#101=IFCPRODUCTDEFINITIONSHAPE($,$,(#102));
#102=IFCSHAPEREPRESENTATION(#10,'Body','SectionedSpine',(#210));${FRAME}${solid}`),
  )
  const chunks = await decodeChunks(model, 'model')
  const [shape] = measureElements(chunks, model.manifest.origin).values()
  for (const [axis, value] of box.entries())
    expect(
      Math.abs((shape?.box[axis] ?? Number.NaN) - value),
      `axis ${axis} of ${shape?.box.join()}`,
    ).toBeLessThan(0.005)
  // positive: the faces point outwards
  expect(measureVolume(chunks) / volume).toBeGreaterThan(0.99)
  expect(measureVolume(chunks) / volume).toBeLessThan(1.01)
  expect(model.report).toEqual({ warnings: [], not_shown: [] })
})
