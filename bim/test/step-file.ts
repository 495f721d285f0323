import type { PropertyBlock, PropertySet } from '../src/model.ts'
import type { ModelContents, Preparation } from '../src/read-model.ts'
import { readModel } from '../src/read-model.ts'
import { createByteSource } from '../src/source.ts'

/**
 * Wraps statements into a complete IFC file. Numbers 1 to 99 are reserved for its frame: project, units, one
 * storey.
 */
export function buildIfcFile(data: string, { schema = 'IFC4', units = '#8,#9' } = {}): Uint8Array {
  return new TextEncoder().encode(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('test.ifc','2026-01-02T03:04:05',(''),(''),'','','');
FILE_SCHEMA(('${schema}'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'Test project',$,$,$,$,(#10),#7);
#7=IFCUNITASSIGNMENT((${units}));
#8=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#11,$);
#11=IFCAXIS2PLACEMENT3D(#12,$,$);
#12=IFCCARTESIANPOINT((0.,0.,0.));
#13=IFCLOCALPLACEMENT($,#11);
#20=IFCSITE('0000000000000000000020',$,'Site',$,$,#13,$,$,.ELEMENT.,$,$,$,$,$);
#21=IFCBUILDING('0000000000000000000021',$,'Building',$,$,#13,$,$,.ELEMENT.,$,$,$);
#22=IFCBUILDINGSTOREY('0000000000000000000022',$,'Level 1',$,$,#13,$,$,.ELEMENT.,3000.);
#30=IFCRELAGGREGATES('0000000000000000000030',$,$,$,#1,(#20));
#31=IFCRELAGGREGATES('0000000000000000000031',$,$,$,#20,(#21));
#32=IFCRELAGGREGATES('0000000000000000000032',$,$,$,#21,(#22));
${data}
ENDSEC;
END-ISO-10303-21;
`)
}

/** The shape of a box: extents in millimetres; `id` becomes the number of the product definition shape. */
export function buildBoxShape(id: number, [x, y, z]: [number, number, number]): string {
  return `
#${id + 1}=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${x}.,${y}.);
#${id + 2}=IFCDIRECTION((0.,0.,1.));
#${id + 3}=IFCEXTRUDEDAREASOLID(#${id + 1},#11,#${id + 2},${z}.);
#${id + 4}=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#${id + 3}));
#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 4}));`
}

export interface ReadFile {
  contents: ModelContents
  preparation: Preparation
  block: PropertyBlock
  /** names of the ancestors, from the project down to the element itself */
  path: (name: string) => string[]
  /** property sets of an element */
  sets: (name: string) => PropertySet[]
}

/** Reads structure and properties of a file, with lookups by name. */
export function readIfcFile(bytes: Uint8Array): ReadFile {
  let preparation: Preparation | null = null
  let block: PropertyBlock = { sets: [], elements: [] }
  const sink = {
    write: (name: string, json: Uint8Array) => {
      if (name === 'props-0.json') block = JSON.parse(new TextDecoder().decode(json)) as PropertyBlock
    },
  }
  const contents = readModel(createByteSource(bytes), sink, (found) => {
    preparation = found
  })
  const { elements } = contents.structure
  const path = (name: string) => {
    const names: string[] = []
    for (let at = elements.name.indexOf(name); at >= 0; at = elements.parent[at] ?? -1)
      names.unshift(elements.name[at] ?? '')
    return names
  }
  const sets = (name: string) =>
    (block.elements[elements.name.indexOf(name)] ?? []).map((index) => block.sets[index] as PropertySet)
  if (!preparation) throw new Error('No preparation was reported')
  return { contents, preparation, block, path, sets }
}

/** Faces of a box, seen from outside, by its corners: four around the bottom, then the four above them. */
export const BOX_FACES = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
]
