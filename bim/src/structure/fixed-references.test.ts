import { expect, test } from 'vitest'
import { convertBytes, decodeChunks, measureElements } from '../../test/converted.ts'
import { buildIfcFile } from '../../test/step-file.ts'

const write = (values: readonly number[]) =>
  values.map((value) => (Number.isInteger(value) ? `${value}.` : `${value}`)).join()

/** A sweep of a profile of 100 × 200 mm, which lies beside the path in Y by a distance, along a straight path from the origin. */
async function sweep(end: number[], reference: number[], { beside = 0, turned = false } = {}) {
  const converted = await convertBytes(
    buildIfcFile(`
#100=IFCFIXEDREFERENCESWEPTAREASOLID(#101,#110,#105,$,$,#108);
#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,#102,100.,200.);
#102=IFCAXIS2PLACEMENT2D(#103,$);
#103=IFCCARTESIANPOINT((0.,${write([beside])}));
#105=IFCPOLYLINE((#12,#106));
#106=IFCCARTESIANPOINT((${write(end)}));
#108=IFCDIRECTION((${write(reference)}));
#110=IFCAXIS2PLACEMENT3D(#12,#111,#112);
#111=IFCDIRECTION((0.,0.,1.));
#112=IFCDIRECTION((${turned ? '0.,1.,0.' : '1.,0.,0.'}));
#120=IFCSHAPEREPRESENTATION(#10,'Body','AdvancedSweptSolid',(#100));
#121=IFCPRODUCTDEFINITIONSHAPE($,$,(#120));
#122=IFCBEAM('0000000000000000000122',$,'Beam',$,$,#13,#121,$,$);
#123=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000123',$,$,$,(#122),#22);`),
  )
  const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
  return [...shapes.values()][0]?.box.map((value) => Math.round(value * 1000) + 0)
}

test('A reference that points down turns the profile', async () => {
  expect(await sweep([3000, 0, 0], [0, 0, 1], { beside: 100 })).toEqual([0, -200, -50, 3000, 0, 50])
  expect(await sweep([3000, 0, 0], [0, 0, -1], { beside: 100 })).toEqual([0, 0, -50, 3000, 200, 50])
})

test('An oblique reference tilts the profile', async () => {
  // by 45°: the half width and the half depth of the profile add up
  expect(await sweep([3000, 0, 0], [0, 1, 1])).toEqual([0, -106, -106, 3000, 106, 106])
})

test('A profile on a steep path keeps its width', async () => {
  expect(await sweep([1000, 0, 2000], [0, 0, 1])).toEqual([-45, -100, -22, 1045, 100, 2022])
})

test('The position of a sweep turns its path and its reference', async () => {
  expect(await sweep([3000, 0, 0], [0, 1, 1], { turned: true })).toEqual([-106, 0, -106, 106, 3000, 106])
})
