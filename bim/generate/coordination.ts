import { deriveGlobalId } from './guid.ts'

/**
 * A small IFC4 file with one element of each kind that is reached through relations: a wall with an opening and a document,
 * rooms in zones, connected pipes, a structural member with its nodes, a task and a cost item, at a place on the map.
 */
export function generateCoordination(): string {
  const guid = (key: string) => `'${deriveGlobalId(`coordination/${key}`)}'`
  return `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('house.ifc','2026-01-02T03:04:05',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT(${guid('project')},$,'House',$,$,$,$,(#10),#7);
#7=IFCUNITASSIGNMENT((#8,#9));
#8=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#11,$);
#11=IFCAXIS2PLACEMENT3D(#12,$,$);
#12=IFCCARTESIANPOINT((0.,0.,0.));
#13=IFCLOCALPLACEMENT($,#11);
#14=IFCPROJECTEDCRS('EPSG:25832',$,'ETRS89',$,'UTM','32N',$);
#15=IFCMAPCONVERSION(#10,#14,691000.25,5334000.5,512.3,0.9945219,0.1045285,1.);
#16=IFCDIRECTION((0.,0.,1.));
#20=IFCSITE(${guid('site')},$,'Site',$,$,#13,$,$,.ELEMENT.,$,$,$,$,$);
#21=IFCBUILDING(${guid('building')},$,'Main house',$,$,#13,$,$,.ELEMENT.,$,$,$);
#22=IFCBUILDINGSTOREY(${guid('storey')},$,'Ground floor',$,$,#13,$,$,.ELEMENT.,0.);
#23=IFCRELAGGREGATES(${guid('r1')},$,$,$,#1,(#20));
#24=IFCRELAGGREGATES(${guid('r2')},$,$,$,#20,(#21));
#25=IFCRELAGGREGATES(${guid('r3')},$,$,$,#21,(#22));
#26=IFCRELAGGREGATES(${guid('r4')},$,$,$,#22,(#50,#51));
#27=IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid('r5')},$,$,$,(#30,#60,#61),#22);
${box(100, [6, 0.3, 3], [0, 0, 0])}
#30=IFCWALL(${guid('wall')},$,'Outer wall',$,$,#13,#100,$,.SOLIDWALL.);
${box(110, [1, 0.8, 1.2], [1, 0, 0.9])}
#31=IFCOPENINGELEMENT(${guid('opening')},$,'Window opening',$,$,#13,#110,$,.OPENING.);
#32=IFCRELVOIDSELEMENT(${guid('r6')},$,$,$,#30,#31);
#40=IFCDOCUMENTINFORMATION('D-7','Fire protection concept',$,'https://example.org/plans/fire-protection-concept.pdf',$,$,$,'B',$,$,$,$,$,$,$,$,$);
#41=IFCRELASSOCIATESDOCUMENT(${guid('r7')},$,$,$,(#30),#40);
${box(120, [3, 4, 2.8], [-1.5, 2.5, 0])}
${box(130, [3, 4, 2.8], [1.6, 2.5, 0])}
#50=IFCSPACE(${guid('room 1')},$,'101',$,$,#13,#120,'Office',.ELEMENT.,.INTERNAL.,$);
#51=IFCSPACE(${guid('room 2')},$,'102',$,$,#13,#130,'Office',.ELEMENT.,.INTERNAL.,$);
#52=IFCZONE(${guid('zone')},$,'Tenant A',$,$,$);
#53=IFCRELASSIGNSTOGROUP(${guid('r8')},$,$,$,(#50,#51),$,#52);
${box(140, [3, 0.1, 0.1], [-1.5, 0.6, 2.6])}
${box(150, [3, 0.1, 0.1], [1.5, 0.6, 2.6])}
#60=IFCPIPESEGMENT(${guid('pipe 1')},$,'Flow pipe west',$,$,#13,#140,$,.RIGIDSEGMENT.);
#61=IFCPIPESEGMENT(${guid('pipe 2')},$,'Flow pipe east',$,$,#13,#150,$,.RIGIDSEGMENT.);
#62=IFCDISTRIBUTIONPORT(${guid('port 1')},$,'Outlet',$,$,$,$,.SOURCE.,.PIPE.,.HEATING.);
#63=IFCDISTRIBUTIONPORT(${guid('port 2')},$,'Inlet',$,$,$,$,.SINK.,.PIPE.,.HEATING.);
#64=IFCDISTRIBUTIONPORT(${guid('port 3')},$,'Open end',$,$,$,$,.SINK.,.PIPE.,.HEATING.);
#65=IFCRELNESTS(${guid('r9')},$,$,$,#60,(#64,#62));
#66=IFCRELNESTS(${guid('r10')},$,$,$,#61,(#63));
#67=IFCRELCONNECTSPORTS(${guid('r11')},$,$,$,#62,#63,$);
#68=IFCDISTRIBUTIONSYSTEM(${guid('system')},$,'Heating flow',$,$,$,.HEATING.);
#69=IFCRELASSIGNSTOGROUP(${guid('r12')},$,$,$,(#60,#61),$,#68);
#70=IFCCARTESIANPOINT((-3.,0.,3.));
#71=IFCCARTESIANPOINT((3.,0.,3.));
#72=IFCVERTEXPOINT(#70);
#73=IFCVERTEXPOINT(#71);
#74=IFCEDGE(#72,#73);
#75=IFCTOPOLOGYREPRESENTATION(#10,'Reference line','Edge',(#74));
#76=IFCPRODUCTDEFINITIONSHAPE($,$,(#75));
#77=IFCSTRUCTURALCURVEMEMBER(${guid('member')},$,'Ring beam',$,$,#13,#76,.RIGID_JOINED_MEMBER.,#16);
#78=IFCTOPOLOGYREPRESENTATION(#10,'Reference point','Vertex',(#73));
#79=IFCPRODUCTDEFINITIONSHAPE($,$,(#78));
#80=IFCSTRUCTURALPOINTCONNECTION(${guid('node')},$,'East support',$,$,#13,#79,$,$);
#81=IFCRELCONNECTSSTRUCTURALMEMBER(${guid('r13')},$,$,$,#77,#80,$,$,$,$);
#90=IFCTASK(${guid('task')},$,'Build walls',$,$,$,$,$,$,.F.,$,$,$);
#91=IFCCOSTITEM(${guid('cost')},$,'Walls',$,$,$,$,$,$);
ENDSEC;
END-ISO-10303-21;
`
}

/** A box by its size, with the middle of its base. Ten numbers are used from `id` on, the number of its shape. */
function box(id: number, [x, y, z]: number[], [cx, cy, cz]: number[]): string {
  const real = (value = 0) => (Number.isInteger(value) ? `${value}.` : `${value}`)
  return `#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 1}));
#${id + 1}=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#${id + 2}));
#${id + 2}=IFCEXTRUDEDAREASOLID(#${id + 3},#${id + 4},#16,${real(z)});
#${id + 3}=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${real(x)},${real(y)});
#${id + 4}=IFCAXIS2PLACEMENT3D(#${id + 5},$,$);
#${id + 5}=IFCCARTESIANPOINT((${[cx, cy, cz].map(real).join()}));`
}
