import { expect, test } from 'vitest'
import { buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const space = (id: number, name: string) =>
  `#${id}=IFCSPACE('${id}',$,'${name}',$,$,#13,$,$,.ELEMENT.,.INTERNAL.,$);#${id + 1}=IFCRELAGGREGATES('r${id}',$,$,$,#22,(#${id}));`
const FILE = `${space(100, '101')}${space(110, '102')}
#200=IFCZONE('z',$,'Offices',$,$,$);#201=IFCZONE('y',$,'Tenant A',$,$,$);
#202=IFCRELASSIGNSTOGROUP('a',$,$,$,(#100),$,#200);#203=IFCRELASSIGNSTOGROUP('b',$,$,$,(#200,#110),$,#201);
#204=IFCRELASSIGNSTOGROUP('c',$,$,$,(#201),$,#200);
#210=IFCSPATIALZONE('s',$,'Fire zone 1',$,$,#13,$,$,.FIRESAFETY.);
#211=IFCRELREFERENCEDINSPATIALSTRUCTURE('d',$,$,$,(#110),#210);
#212=IFCRELREFERENCEDINSPATIALSTRUCTURE('e',$,$,$,(#110),#22);`

test('A zone has the members of nested zones, even if they contain each other, and a spatial zone the elements that refer to it', () => {
  const { elements, groups } = readIfcFile(buildIfcFile(FILE)).contents.structure
  const named = groups.map(({ name, class: kind, members }) => [
    name,
    kind,
    members.map((element) => elements.name[element]),
  ])
  expect(named).toEqual([
    ['Offices', 'IfcZone', ['101', '102']],
    ['Tenant A', 'IfcZone', ['101', '102']],
    ['Fire zone 1', 'IfcSpatialZone', ['102']],
  ])
})

test('Schedules, costs and constraints are counted in one warning', () => {
  const data = `#100=IFCTASK('t',$,'Dig',$,$,$,$,$,$,.F.,$,$,$);#101=IFCTASK('u',$,'Pour',$,$,$,$,$,$,.F.,$,$,$);
#102=IFCCOSTITEM('c',$,'Concrete',$,$,$,$,$,$);`
  expect(readIfcFile(buildIfcFile(data)).contents.warnings).toContainEqual({
    code: 'LEFT_OUT',
    message: 'The file also has schedules, costs, constraints or loads, which are not shown.',
    count: 3,
    which: ['IfcTask: 2', 'IfcCostItem: 1'],
  })
})

test('Groups nested thousands deep keep their own members, and of the members in them as many as are read', () => {
  const chain = Array.from(
    { length: 4000 },
    (_, at) => `#${1000 + at}=IFCGROUP('g${at}',$,'G${at}',$,$);
#${9000 + at}=IFCRELASSIGNSTOGROUP('a${at}',$,$,$,(#${at === 3999 ? 100 : 1001 + at}),$,#${1000 + at});`,
  )
  const file = buildIfcFile(space(100, '101') + chain.join(''))
  const sizes = readIfcFile(file).contents.structure.groups.map(({ members }) => members.length)
  expect([sizes[0], sizes[2000], sizes[3999]]).toEqual([1, 0, 1])
})
