import { describe, expect, it } from 'vitest'
import { generateBuilding } from '../../generate/building.ts'
import { convertBytes } from '../../test/converted.ts'
import { rewriteXml, startRewriter, wrapXml, writeXml } from '../../test/ifcxml.ts'
import { isIfc4Xml } from './flavour.ts'

const rewrite = (elements: string, part?: number) => rewriteXml(wrapXml(elements), part)
const statements = (elements: string) =>
  rewrite(elements)
    .step.split('\n')
    .filter((line) => line.startsWith('#'))

describe('ifcXML of IFC4', () => {
  it.each(['architecture', 'structure', 'services'] as const)(
    'has the same elements, properties and shapes as its STEP file (%s)',
    async (discipline) => {
      const text = [
        ...generateBuilding({ discipline, storeys: 2, bays_x: 3, bays_y: 2, version: 1, seed: 7 }),
      ].join('')
      const bytes = new TextEncoder().encode(text)
      const xml = writeXml(bytes)
      const { step, warnings } = rewriteXml(xml)
      expect(warnings).toEqual([])
      const [given, found] = [await convertBytes(bytes), await convertBytes(new TextEncoder().encode(step))]
      expect(found.structure).toEqual(given.structure)
      expect(found.manifest.counts).toEqual(given.manifest.counts)
      expect(found.report).toEqual(given.report)
      const names = [...given.artefacts.keys()].filter((name) => /^(props|chunk)/.test(name))
      for (const name of names)
        expect([name, found.artefacts.get(name)]).toEqual([name, given.artefacts.get(name)])
      expect(rewriteXml(xml, 7).step).toBe(step)
    },
  )

  it('may write values and objects in every form that the schema allows', () => {
    expect(
      statements(`<IfcPropertySet id="a" GlobalId="0" Name="It's &#228; \\ &#x1F600;"><HasProperties>
<IfcPropertySingleValue pos="1" Name="Width"><NominalValue><IfcLengthMeasure-wrapper>2</IfcLengthMeasure-wrapper></NominalValue></IfcPropertySingleValue>
<IfcPropertyListValue pos="0"><Name>List</Name><ListValues><IfcBoolean-wrapper>true</IfcBoolean-wrapper><IfcLabel-wrapper>a b</IfcLabel-wrapper></ListValues></IfcPropertyListValue>
</HasProperties></IfcPropertySet>`),
    ).toEqual([
      "#2=IFCPROPERTYSINGLEVALUE('Width',$,IFCLENGTHMEASURE(2.),$);",
      "#3=IFCPROPERTYLISTVALUE('List',$,(IFCBOOLEAN(.T.),IFCLABEL('a b')),$);",
      "#1=IFCPROPERTYSET('0',$,'It''s \\X2\\00E4\\X0\\ \\\\ \\X2\\D83DDE00\\X0\\',$,(#3,#2));",
    ])
    expect(statements('<IfcSIUnit UnitType="lengthunit" Prefix="milli" Name="metre"/>')).toEqual([
      '#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
    ])
    expect(
      statements(`<IfcIndexedPolyCurve><Points xsi:type="IfcCartesianPointList2D"><CoordList>
<Seq-IfcLengthMeasure-wrapper>0 0</Seq-IfcLengthMeasure-wrapper><Seq-IfcLengthMeasure-wrapper><IfcLengthMeasure-wrapper>1.5</IfcLengthMeasure-wrapper><IfcLengthMeasure-wrapper>1e3</IfcLengthMeasure-wrapper></Seq-IfcLengthMeasure-wrapper>
</CoordList></Points><Segments><IfcLineIndex-wrapper>1 2</IfcLineIndex-wrapper></Segments></IfcIndexedPolyCurve>`),
    ).toEqual([
      '#2=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.5,1.E3)));',
      '#1=IFCINDEXEDPOLYCURVE(#2,(IFCLINEINDEX((1,2))),$);',
    ])
    expect(statements('<IfcCartesianPointList3D CoordList="0 0 0 1 2 3"/>')).toEqual([
      '#1=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,2.,3.)));',
    ])
  })

  it('may have objects without an id, links by href, and relations inside of the related object', () => {
    expect(
      statements(`<IfcLocalPlacement id="p"><RelativePlacement><IfcAxis2Placement3D><Location Coordinates="0 0 1"/></IfcAxis2Placement3D></RelativePlacement></IfcLocalPlacement>
<IfcSite id="s" GlobalId="1"><ObjectPlacement href="#p" xsi:nil="true"/>
<IsDecomposedBy><IfcRelAggregates GlobalId="2"><RelatedObjects><IfcBuilding ref="b" xsi:nil="true"/></RelatedObjects></IfcRelAggregates></IsDecomposedBy></IfcSite>
<IfcBuilding id="b" GlobalId="3"/>`),
    ).toEqual([
      '#3=IFCCARTESIANPOINT((0.,0.,1.));',
      '#2=IFCAXIS2PLACEMENT3D(#3,$,$);',
      '#1=IFCLOCALPLACEMENT($,#2);',
      "#5=IFCRELAGGREGATES('2',$,$,$,#4,(#6));",
      "#4=IFCSITE('1',$,$,$,$,#1,$,$,$,$,$,$,$,$);",
      "#6=IFCBUILDING('3',$,$,$,$,$,$,$,$,$,$,$);",
    ])
  })

  it('lets a relation with a list refer to the object that it stands in', () => {
    const set =
      '<RelatingPropertyDefinition><IfcPropertySet ref="s" xsi:nil="true"/></RelatingPropertyDefinition>'
    expect(
      statements(
        `<IfcWall id="w" GlobalId="1"><IsDefinedBy><IfcRelDefinesByProperties GlobalId="2">${set}</IfcRelDefinesByProperties></IsDefinedBy></IfcWall>`,
      ),
    ).toEqual(["#2=IFCRELDEFINESBYPROPERTIES('2',$,$,$,(#1),#3);", "#1=IFCWALL('1',$,$,$,$,$,$,$,$);"])
  })

  it('names unknown elements in a warning', () => {
    const { warnings } = rewrite(
      '<IfcWall id="w" GlobalId="1" Colour="red"><Paint/></IfcWall><IfcSpaceship/><IfcWall Colour="blue"/>',
    )
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'XML_UNREAD',
        count: 4,
        which: ['IFCWALL.Colour', 'IFCWALL.Paint', 'IfcSpaceship'],
      }),
    ])
  })

  it.each([
    ['DOCTYPE', wrapXml('').replace('<ifcXML', '<!DOCTYPE x [<!ENTITY a "aaaa">]><ifcXML')],
    ['SYNTAX', wrapXml('<IfcWall GlobalId="&a;"/>')],
    ['SYNTAX', wrapXml('<IfcWall></IfcSlab>')],
    ['TRUNCATED', wrapXml('<IfcWall>').slice(0, -20)],
    ['TOO_COMPLEX', wrapXml('<IfcLocalPlacement><PlacementRelTo xsi:type="IfcLocalPlacement">'.repeat(500))],
  ])('ends with %s', (code, xml) => {
    expect(() => rewriteXml(xml)).toThrow(expect.objectContaining({ code }))
  })

  it('ends for a value that never ends, before it is held as a whole', () => {
    const endless = 'a'.repeat(1 << 20)
    const written: number[] = []
    const rewriter = startRewriter()
    rewriter.write(wrapXml('').replace('</ifcXML>\n', '<IfcWall Name="'))
    expect(() => {
      for (let part = 0; part < 200; part++) {
        rewriter.write(endless)
        written.push(part)
      }
    }).toThrow(expect.objectContaining({ code: 'TOO_COMPLEX' }))
    expect(written.length).toBeLessThan(70)
  })

  it('with missing references and references to itself converts with warnings', async () => {
    const { step } =
      rewrite(`<IfcProject id="p" GlobalId="0000000000000000000001" Name="P"><UnitsInContext ref="gone" xsi:nil="true"/></IfcProject>
<IfcLocalPlacement id="l"><PlacementRelTo xsi:type="IfcLocalPlacement" ref="l" xsi:nil="true"/></IfcLocalPlacement>
<IfcWall id="w" GlobalId="0000000000000000000002" Name="W"><ObjectPlacement xsi:type="IfcLocalPlacement" ref="l" xsi:nil="true"/></IfcWall>`)
    const { report, structure } = await convertBytes(new TextEncoder().encode(step))
    expect(structure.elements.name).toEqual(['P', 'W'])
    expect(report.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['DANGLING_REFERENCE', 'PLACEMENT_LOOP']),
    )
  })
})

describe('the flavour of ifcXML', () => {
  it.each([
    [
      'IFC2X3',
      '<ex:iso_10303_28 xmlns="urn:iso.org:standard:10303:part(28):version(2):xmlschema:common" xmlns:ifc="http://www.iai-tech.org/ifcXML/IFC2x3/FINAL">',
    ],
    ['IFC4_3', '<ifcXML xmlns="https://standards.buildingsmart.org/IFC/RELEASE/IFC4_3/">'],
    ['unknown', '<ifcXML>'],
  ])('of %s is refused by its name', (which, root) => {
    const text = `<?xml version="1.0"?>\n${root}`
    expect(() => isIfc4Xml(text)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_SCHEMA', message: expect.stringContaining(which) }),
    )
  })

  it('of IFC4 is recognised, and other XML left alone', () => {
    expect(isIfc4Xml(wrapXml(''))).toBe(true)
    expect(isIfc4Xml('<ifc:ifcXML xmlns:ifc="http://www.buildingsmart-tech.org/ifcXML/IFC4/final">')).toBe(
      true,
    )
    expect(isIfc4Xml('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(false)
    expect(isIfc4Xml('ISO-10303-21;')).toBe(false)
  })
})
