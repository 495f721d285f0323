/** Defects of IFC files, each written into a file with one wall that has it and one that has none. */
const GUID = (number: number) => `'${String(number).padStart(22, '0')}'`
const ODD = `IFCWALL(${GUID(200)},$,'Odd wall',$,$,#13,#80,$,$)`

/** The statements of the frame, by number; defects replace some and add others. */
const FRAME: Record<string, string> = {
  1: `IFCPROJECT(${GUID(1)},$,'Project',$,$,$,$,(#10),#7)`,
  7: 'IFCUNITASSIGNMENT((#8))',
  8: 'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
  10: "IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#11,$)",
  11: 'IFCAXIS2PLACEMENT3D(#12,$,$)',
  12: 'IFCCARTESIANPOINT((0.,0.,0.))',
  13: 'IFCLOCALPLACEMENT($,#11)',
  22: `IFCBUILDINGSTOREY(${GUID(22)},$,'Level 1',$,$,#13,$,$,.ELEMENT.,0.)`,
  30: `IFCRELAGGREGATES(${GUID(30)},$,$,$,#1,(#22))`,
  60: 'IFCRECTANGLEPROFILEDEF(.AREA.,$,$,5000.,200.)',
  61: 'IFCDIRECTION((0.,0.,1.))',
  62: 'IFCEXTRUDEDAREASOLID(#60,#11,#61,3000.)',
  63: "IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#62))",
  64: 'IFCPRODUCTDEFINITIONSHAPE($,$,(#63))',
  80: 'IFCPRODUCTDEFINITIONSHAPE($,$,(#81))',
  81: "IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#82))",
  82: 'IFCEXTRUDEDAREASOLID(#60,#11,#84,3000.)',
  84: 'IFCDIRECTION((0.,0.,1.))',
  100: `IFCWALL(${GUID(100)},$,'Control wall',$,$,#13,#64,$,$)`,
  200: ODD,
  300: `IFCRELCONTAINEDINSPATIALSTRUCTURE(${GUID(300)},$,$,$,(#100,#200),#22)`,
}

const MAPPING = '#90=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#12,1.,$)'
const MAPPED: Record<string, string> = {
  81: "IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#91))",
}

/** Eight levels of mapped items, each with ten copies of the next level. */
function writeBomb(): Record<string, string> {
  const statements: Record<string, string> = { 90: MAPPING.slice(4) }
  for (let level = 0; level < 8; level++) {
    const first = 1000 + level * 20
    const items = Array.from({ length: 10 }, (_, at) => `#${first + at}`)
    for (const [at] of items.entries()) statements[first + at] = `IFCMAPPEDITEM(#${first + 18},#90)`
    statements[first + 18] = `IFCREPRESENTATIONMAP(#11,#${first + 19})`
    statements[first + 19] =
      level < 7
        ? `IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(${items.map((_, at) => `#${first + 20 + at}`).join()}))`
        : "IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#62))"
  }
  return { ...statements, 81: "IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#1000))" }
}

const BIG = 4_294_967_296
const DEFECTS = {
  none: {},
  'negative depth': { 82: 'IFCEXTRUDEDAREASOLID(#60,#11,#84,-3000.)' },
  'zero direction': { 84: 'IFCDIRECTION((0.,0.,0.))' },
  'missing depth': { 82: 'IFCEXTRUDEDAREASOLID(#60,#11,#84,$)' },
  'too few arguments': { 200: ODD.replace(',$,$)', ',$)') },
  'too many arguments': { 200: ODD.replace(',$,$)', ',$,$,$,$)') },
  'placement of the wrong kind': { 200: ODD.replace('#13', '#12') },
  'relation without its object': { 400: `IFCRELDEFINESBYPROPERTIES(${GUID(400)},$,$,$,(#200),$)` },
  'property of the wrong kind': { 400: `IFCPROPERTYSET(${GUID(400)},$,'Pset_Odd',$,(#12))` },
  'shape of the wrong kind': { 80: "IFCMATERIAL('Oak',$,$)" },
  'mapped item that contains itself': {
    ...MAPPED,
    90: MAPPING.slice(4),
    91: 'IFCMAPPEDITEM(#92,#90)',
    92: 'IFCREPRESENTATIONMAP(#11,#81)',
  },
  'bomb of mapped items': writeBomb(),
  'same GlobalId': { 200: ODD.replace(GUID(200), GUID(100)) },
  'path as GlobalId': { 200: ODD.replace(GUID(200), "'../../etc/passwd'") },
  'no GlobalId': { 200: ODD.replace(GUID(200), '$') },
  'dangling reference': { 400: `IFCRELDEFINESBYPROPERTIES(${GUID(400)},$,$,$,(#200),#987654)` },
  'two projects': {
    2: `IFCPROJECT(${GUID(2)},$,'Other project',$,$,$,$,(#10),#5)`,
    5: 'IFCUNITASSIGNMENT((#6))',
    6: 'IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)',
  },
  'numbers beyond 32 bits': {
    1: `IFCPROJECT(${GUID(1)},$,'Project',$,$,$,$,(#10),#${BIG + 7})`,
    [BIG + 7]: `IFCUNITASSIGNMENT((#${BIG + 8}))`,
    [BIG + 8]: 'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
    [BIG * 16 + 60]: 'IFCRECTANGLEPROFILEDEF(.AREA.,$,$,5000.,200.)',
    62: `IFCEXTRUDEDAREASOLID(#${BIG * 16 + 60},#11,#${BIG * 3 + 61},3000.)`,
    [BIG * 3 + 61]: 'IFCDIRECTION((0.,0.,1.))',
  },
} satisfies Record<string, Record<string, string>>

export const DEFECT_NAMES = Object.keys(DEFECTS) as (keyof typeof DEFECTS)[]

/** Writes a file in which "Odd wall" or something around it has the defect, and "Control wall" is whole. */
export function generateDefective(defect: keyof typeof DEFECTS): string {
  const statements = Object.entries({ ...FRAME, ...DEFECTS[defect] })
  return `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('defective.ifc','2026-01-02T03:04:05',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
${statements.map(([number, statement]) => `#${number}=${statement};`).join('\n')}
ENDSEC;
END-ISO-10303-21;
`
}
