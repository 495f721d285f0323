import { expect, test } from 'vitest'
import { buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const pipe = (id: number, name: string) => `#${id}=IFCPIPESEGMENT('${id}',$,'${name}',$,$,#13,$,$,$);`
const port = (id: number, name: string, flow: string) =>
  `#${id}=IFCDISTRIBUTIONPORT('${id}',$,${name},$,$,$,$,.${flow}.,.PIPE.,.HEATING.);`
const PORTS = `${pipe(100, 'Riser')}${pipe(101, 'Branch')}
${port(110, "'Out'", 'SOURCE')}${port(111, '$', 'NOTDEFINED')}${port(112, "'In'", 'SINK')}
#120=IFCRELNESTS('n',$,$,$,#100,(#110,#111));#122=IFCRELCONNECTSPORTS('c',$,$,$,#110,#112,$);`
const nested = "#121=IFCRELNESTS('m',$,$,$,#101,(#112));"
const connected = "#121=IFCRELCONNECTSPORTTOELEMENT('m',$,$,$,#112,#101);"

test.each([nested, connected])('Ports name the element at their other end: %s', (relation) => {
  const { contents, sets } = readIfcFile(buildIfcFile(PORTS + relation))
  const { name } = contents.structure.elements
  expect(name).not.toContain('Out')
  expect(sets('Riser').filter(({ of }) => of === 'ports')).toEqual([
    {
      name: '',
      of: 'ports',
      properties: [
        { name: 'Out (SOURCE, PIPE, HEATING)', value: 'Branch', element: name.indexOf('Branch') },
        { name: '2 (PIPE, HEATING)', value: '' },
      ],
    },
  ])
  expect(sets('Branch').find(({ of }) => of === 'ports')?.properties).toEqual([
    { name: 'In (SINK, PIPE, HEATING)', value: 'Riser', element: name.indexOf('Riser') },
  ])
})

test('Structural members name their connections, and connections their members', () => {
  const { contents, sets } = readIfcFile(
    buildIfcFile(`#100=IFCSTRUCTURALCURVEMEMBER('m',$,'Member',$,$,#13,$,.RIGID_JOINED_MEMBER.,$);
#101=IFCSTRUCTURALPOINTCONNECTION('p',$,'Node',$,$,#13,$,$,$);
#102=IFCRELCONNECTSSTRUCTURALMEMBER('r',$,$,$,#100,#101,$,$,$,$);`),
  )
  const { name } = contents.structure.elements
  const links = (of: string) => sets(of).find((set) => set.of === 'connections')?.properties
  expect(links('Member')).toEqual([{ name: '1', value: 'Node', element: name.indexOf('Node') }])
  expect(links('Node')).toEqual([{ name: '1', value: 'Member', element: name.indexOf('Member') }])
})

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('A file says which elements have more than 400 property sets or ports, of which the others are left out', () => {
  const sets = (wall: number, count: number) =>
    numbers(count)
      .map((at) => {
        const id = wall * 10 + at * 2
        return `#${id}=IFCPROPERTYSET('${id}',$,'Set ${at}',$,(#90));#${id + 1}=IFCRELDEFINESBYPROPERTIES('r${id}',$,$,$,(#${wall}),#${id});`
      })
      .join('\n')
  const ports = numbers(401).map((at) => 30_000 + at)
  const { contents } = readIfcFile(
    buildIfcFile(`#90=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);
#100=IFCWALL('w',$,'Full wall',$,$,#13,$,$,$);#1000=IFCWALL('v',$,'Too full wall',$,$,#13,$,$,$);
${sets(100, 400)}${sets(1000, 401)}${pipe(29_999, 'Manifold')}
${ports.map((id) => port(id, `'${id}'`, 'SOURCE')).join('\n')}
#40000=IFCRELNESTS('n',$,$,$,#29999,(${ports.map((id) => `#${id}`).join()}));`),
  )
  const found = contents.warnings.filter(({ code }) => code === 'RELATED_LIMIT')
  expect(found).toMatchObject([{ count: 2, which: ['Too full wall', 'Manifold'] }])
})
