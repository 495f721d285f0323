/** Generates a small IFC file of doors on two storeys with given properties and units. */

export interface Door {
  guid: string
  name: string
  storey: 1 | 2
  /** STEP values by property name, in one set */
  properties?: Record<string, string>
  /** x position in millimetres */
  x?: number
}

const unit = { MILLI: '.MILLI.', METRE: '$' }

export function doorsFile(
  doors: Door[],
  length: keyof typeof unit = 'MILLI',
  set = 'Pset_DoorCommon',
): Buffer {
  let next = 1000
  const lines: string[] = []
  const add = (text: string) => {
    lines.push(`#${++next}=${text};`)
    return `#${next}`
  }
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  for (const [index, { guid, name, storey, properties = {}, x = index * 1500 }] of doors.entries()) {
    const point = add(`IFCCARTESIANPOINT((${x}.,0.,0.))`)
    const place = add(`IFCLOCALPLACEMENT($,${add(`IFCAXIS2PLACEMENT3D(${point},$,$)`)})`)
    const door = add(`IFCDOOR(${quote(guid)},$,${quote(name)},$,$,${place},#50,'T${index}',2100.,900.,$,$,$)`)
    add(
      `IFCRELCONTAINEDINSPATIALSTRUCTURE('${String(index).padStart(22, 'r')}',$,$,$,(${door}),#${21 + storey})`,
    )
    const values = Object.entries(properties).map(([key, value]) =>
      add(`IFCPROPERTYSINGLEVALUE(${quote(key)},$,${value},$)`),
    )
    if (values.length === 0) continue
    const own = add(
      `IFCPROPERTYSET('${String(index).padStart(22, 's')}',$,${quote(set)},$,(${values.join()}))`,
    )
    add(`IFCRELDEFINESBYPROPERTIES('${String(index).padStart(22, 'd')}',$,$,$,(${door}),${own})`)
  }
  return Buffer.from(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('doors.ifc','2026-01-02T03:04:05',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'Doors',$,$,$,$,(#10),#7);
#7=IFCUNITASSIGNMENT((#8,#9));
#8=IFCSIUNIT(*,.LENGTHUNIT.,${unit[length]},.METRE.);
#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#11,$);
#11=IFCAXIS2PLACEMENT3D(#12,$,$);
#12=IFCCARTESIANPOINT((0.,0.,0.));
#13=IFCLOCALPLACEMENT($,#11);
#20=IFCSITE('0000000000000000000020',$,'Site',$,$,#13,$,$,.ELEMENT.,$,$,$,$,$);
#21=IFCBUILDING('0000000000000000000021',$,'Building',$,$,#13,$,$,.ELEMENT.,$,$,$);
#22=IFCBUILDINGSTOREY('0000000000000000000022',$,'Level 1',$,$,#13,$,$,.ELEMENT.,0.);
#23=IFCBUILDINGSTOREY('0000000000000000000023',$,'Level 2',$,$,#13,$,$,.ELEMENT.,${length === 'MILLI' ? '3000.' : '3.'});
#30=IFCRELAGGREGATES('0000000000000000000030',$,$,$,#1,(#20));
#31=IFCRELAGGREGATES('0000000000000000000031',$,$,$,#20,(#21));
#32=IFCRELAGGREGATES('0000000000000000000032',$,$,$,#21,(#22,#23));
#50=IFCPRODUCTDEFINITIONSHAPE($,$,(#54));
#51=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${length === 'MILLI' ? '900.,100.' : '0.9,0.1'});
#52=IFCDIRECTION((0.,0.,1.));
#53=IFCEXTRUDEDAREASOLID(#51,#11,#52,${length === 'MILLI' ? '2100.' : '2.1'});
#54=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#53));
${lines.join('\n')}
ENDSEC;
END-ISO-10303-21;
`)
}

/** Formats a number as a GlobalId of 22 characters. */
export const guidNumber = (number: number) => `1${String(number).padStart(21, '0')}`
