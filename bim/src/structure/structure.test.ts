import { describe, expect, it } from 'vitest'
import { buildBoxShape, buildIfcFile, readIfcFile } from '../../test/step-file.ts'

const wall = (id: number, name: string, shape = '$') =>
  `#${id}=IFCWALL('${String(id).padStart(22, '0')}',$,'${name}',$,$,#13,${shape},'tag ${id}',$);`
const contains = (id: number, elements: string, place = '#22') =>
  `#${id}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${id}',$,$,$,(${elements}),${place});`

describe('the model tree', () => {
  it('places elements below their storey, parts below their assembly, and doors and openings below their wall', () => {
    const { contents, path } = readIfcFile(
      buildIfcFile(`${wall(100, 'Wall')}
#101=IFCDOOR('d',$,'Door',$,$,#13,$,$,$,$,$,$,$);
#102=IFCSTAIR('s',$,'Stair',$,$,#13,$,$,$);
#103=IFCSTAIRFLIGHT('f',$,'Flight',$,$,#13,$,$,$,$,$,$,$);
#104=IFCOPENINGELEMENT('o',$,'Opening',$,$,#13,$,$,$);
#105=IFCRELVOIDSELEMENT('v',$,$,$,#100,#104);
#106=IFCRELFILLSELEMENT('l',$,$,$,#104,#101);
#107=IFCRELAGGREGATES('a',$,$,$,#102,(#103));
${contains(108, '#100,#102')}`),
    )
    const storey = ['Test project', 'Site', 'Building', 'Level 1']
    expect(path('Wall')).toEqual([...storey, 'Wall'])
    expect(path('Flight')).toEqual([...storey, 'Stair', 'Flight'])
    expect(path('Door')).toEqual([...storey, 'Wall', 'Door'])
    const { elements, classes } = contents.structure
    expect(path('Opening')).toEqual([...storey, 'Wall', 'Opening'])
    const door = elements.name.indexOf('Door')
    expect(classes[elements.class[door] ?? -1]).toBe('IfcDoor')
    expect(contents.storeys[elements.storey[door] ?? -1]?.name).toBe('Level 1')
    for (const [element, parent] of elements.parent.entries()) expect(parent).toBeLessThan(element)
  })

  it('treats a blank name as empty', () => {
    const { contents } = readIfcFile(buildIfcFile(`${wall(100, '  ')}${wall(101, ' A ')}`))
    expect(contents.structure.elements.name.slice(-2).sort()).toEqual(['', ' A '])
  })

  it('places elements without a parent below the project', () => {
    expect(readIfcFile(buildIfcFile(wall(100, 'Lost'))).path('Lost')).toEqual(['Test project', 'Lost'])
  })

  it('contains each element once when the file has cycles', () => {
    const { contents, path } = readIfcFile(
      buildIfcFile(`${wall(100, 'A')}${wall(101, 'B')}${wall(102, 'C')}
#103=IFCRELAGGREGATES('x',$,$,$,#100,(#101));
#104=IFCRELAGGREGATES('y',$,$,$,#101,(#102));
#105=IFCRELAGGREGATES('z',$,$,$,#102,(#100));
#106=IFCRELAGGREGATES('w',$,$,$,#22,(#21));`),
    )
    const names = contents.structure.elements.name
    expect([...names].sort()).toEqual(['A', 'B', 'Building', 'C', 'Level 1', 'Site', 'Test project'])
    expect(path('Level 1')).toEqual(['Test project', 'Site', 'Building', 'Level 1'])
    expect(contents.warnings).toContainEqual(expect.objectContaining({ code: 'SPATIAL_LOOP', count: 2 }))
  })

  it('prefers the assembly to the storey as parent of a part, without a warning', () => {
    const { contents, path } = readIfcFile(
      buildIfcFile(`${wall(100, 'Assembly')}${wall(101, 'Part')}
${contains(102, '#100,#101')}#103=IFCRELAGGREGATES('x',$,$,$,#100,(#101));`),
    )
    expect(path('Part').at(-2)).toBe('Assembly')
    expect(contents.warnings).toEqual([])
  })

  it('includes elements of unknown classes when a storey contains them', () => {
    const { contents, path } = readIfcFile(
      buildIfcFile(`#100=IFCHOLODECK('h',$,'Deck',$,$,#13,$,'t');${contains(101, '#100')}`),
    )
    expect(path('Deck').at(-2)).toBe('Level 1')
    expect(contents.structure.classes).toContain('IfcHolodeck')
  })

  it('handles a chain of parts 50,000 deep', () => {
    const count = 50_000
    const parts = Array.from({ length: count }, (_, at) => wall(100 + at, `W${at}`))
    const links = Array.from(
      { length: count - 1 },
      (_, at) => `#${200_000 + at}=IFCRELAGGREGATES('r',$,$,$,#${100 + at},(#${101 + at}));`,
    )
    const { contents } = readIfcFile(
      buildIfcFile([...parts, ...links, contains(90_000_000, '#100')].join('\n')),
    )
    expect(contents.structure.elements.name.length).toBe(count + 4)
    expect(contents.structure.elements.storey.at(-1)).toBe(0)
  })

  it('sorts storeys by elevation in metres', () => {
    const { contents } = readIfcFile(
      buildIfcFile(`#100=IFCBUILDINGSTOREY('a',$,'Cellar',$,$,#13,$,$,.ELEMENT.,-2800.);
#101=IFCBUILDINGSTOREY('b',$,'Unknown',$,$,$,$,$,.ELEMENT.,$);
#103=IFCBUILDINGSTOREY('c',$,'By placement',$,$,#104,$,$,.ELEMENT.,$);#104=IFCLOCALPLACEMENT(#107,#105);
#105=IFCAXIS2PLACEMENT3D(#106,$,$);#106=IFCCARTESIANPOINT((1.,2.,3500.));#107=IFCLOCALPLACEMENT(#13,#108);
#108=IFCAXIS2PLACEMENT3D(#109,$,$);#109=IFCCARTESIANPOINT((0.,0.,500.));
#102=IFCRELAGGREGATES('x',$,$,$,#21,(#100,#101,#103));`),
    )
    expect(contents.storeys.map(({ name, elevation_m }) => [name, elevation_m])).toEqual([
      ['Cellar', -2.8],
      ['Unknown', null],
      ['Level 1', 3],
      ['By placement', 4],
    ])
  })

  it('reads types, and groups with their members', () => {
    const { contents } = readIfcFile(
      buildIfcFile(`${wall(100, 'A')}${wall(101, 'B')}
#102=IFCWALLTYPE('t',$,'Brick 240',$,$,$,$,$,$,.SOLIDWALL.);
#103=IFCRELDEFINESBYTYPE('r',$,$,$,(#100,#101),#102);
#104=IFCDISTRIBUTIONSYSTEM('g',$,'Supply air',$,$,$,.VENTILATION.);
#105=IFCRELASSIGNSTOGROUP('h',$,$,$,(#101,#101,#999),$,#104);`),
    )
    const { elements, types, groups } = contents.structure
    expect(types).toEqual([{ guid: 't', name: 'Brick 240', class: 'IfcWallType' }])
    expect(elements.type[elements.name.indexOf('A')]).toBe(0)
    expect(groups).toEqual([
      {
        guid: 'g',
        name: 'Supply air',
        class: 'IfcDistributionSystem',
        members: [elements.name.indexOf('B')],
      },
    ])
  })

  it('distinguishes elements with a shape, without one, with a missing one and with one that has openings', () => {
    const { contents } = readIfcFile(
      buildIfcFile(`${buildBoxShape(200, [1, 1, 1])}${wall(100, 'Plain')}${wall(101, 'Solid', '#200')}
${wall(102, 'Missing', '#999')}${wall(103, 'Cut', '#200')}
#104=IFCOPENINGELEMENT('o',$,'Opening',$,$,#13,$,$,$);#105=IFCRELVOIDSELEMENT('v',$,$,$,#103,#104);
#106=IFCSHAPEREPRESENTATION(#10,'Axis','Curve2D',(#107));#107=IFCPOLYLINE((#12,#12));#108=IFCPRODUCTDEFINITIONSHAPE($,$,(#106));
${wall(109, 'Axis only', '#108')}`),
    )
    const state = (name: string) => contents.shapes[contents.structure.elements.name.indexOf(name)]
    expect(['Plain', 'Solid', 'Missing', 'Cut', 'Axis only'].map(state)).toEqual([0, 1, 2, 3, 0])
  })
})

describe('units and location of a file', () => {
  it.each([
    ['IFCRELPROJECTSELEMENT', '#400,#401'],
    ['IFCRELADHERESTOELEMENT', '#400,(#401)'],
    ['IFCRELCOVERSBLDGELEMENTS', '#400,(#401)'],
    ['IFCRELCOVERSSPACES', '#400,(#401)'],
  ])(
    'an element that %s attaches to another one is below it, unless a place of its own is stated',
    (relation, ends) => {
      const text = `${wall(400, 'Host')}${wall(401, 'Part')}${contains(900, '#400')}
#500=${relation}('0000000000000000000500',$,$,$,${ends});`
      expect(readIfcFile(buildIfcFile(text)).path('Part').slice(-3)).toEqual(['Level 1', 'Host', 'Part'])
      const placed = `${text}${contains(901, '#401', '#21')}`
      expect(readIfcFile(buildIfcFile(placed)).path('Part').slice(-2)).toEqual(['Building', 'Part'])
    },
  )

  it('an element whose parents contain each other stays below its own parent', () => {
    const assembly = (id: number, name: string) =>
      `#${id}=IFCELEMENTASSEMBLY('${String(id).padStart(22, '0')}',$,'${name}',$,$,#13,$,$,$,$);`
    const { path } = readIfcFile(
      buildIfcFile(`${wall(400, 'Part', '$')}${assembly(500, 'A')}${assembly(501, 'B')}
#502=IFCRELAGGREGATES('0000000000000000000502',$,$,$,#501,(#400,#500));#503=IFCRELAGGREGATES('0000000000000000000503',$,$,$,#500,(#501));`),
    )
    expect(path('Part').slice(-2)).toEqual(['B', 'Part'])
    expect(path('B')[0]).toBe('Test project')
  })

  it('length units of every kind are converted to metres', () => {
    const metres = (statements: string, units = '#50') =>
      readIfcFile(buildIfcFile(statements, { units })).contents.length_unit.metres
    expect(metres('#50=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);')).toBe(0.01)
    const inch =
      "#50=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'INCH',#51);#52=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"
    expect(metres(`${inch}#51=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.0254),#52);`)).toBe(0.0254)
    expect(metres(`${inch}#51=IFCMEASUREWITHUNIT(0.0254,#52);`)).toBe(0.0254)
    expect(metres(`${inch}#51=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(1e999),#52);`)).toBe(1)
    expect(
      metres("#50=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'LOOP',#51);#51=IFCMEASUREWITHUNIT(1.,#50);"),
    ).toBe(1)
  })

  it('the length unit is found although area and volume units are declared as lengths', () => {
    const { contents, preparation } = readIfcFile(
      buildIfcFile(
        `#50=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'ft2',#51);#51=IFCMEASUREWITHUNIT(0.0929,#52);
#52=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);`,
        { units: '#50,#8' },
      ),
    )
    expect(contents.length_unit.metres).toBe(0.001)
    expect(preparation.warnings).toContainEqual(expect.objectContaining({ code: 'UNIT' }))
  })

  it('a file without a length unit is read in metres, with a warning', () => {
    const { contents, preparation } = readIfcFile(buildIfcFile('', { units: '#9' }))
    expect(contents.length_unit.metres).toBe(1)
    expect(preparation.warnings).toEqual([expect.objectContaining({ code: 'UNIT', count: 1 })])
  })

  it('the map location is read in metres, whatever the units', () => {
    const crs =
      "#60=IFCPROJECTEDCRS('EPSG:25832','UTM 32','ETRS89',$,$,$,#61);#61=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"
    const { contents } = readIfcFile(
      buildIfcFile(`${crs}#62=IFCMAPCONVERSION(#10,#60,691000.5,5334000.25,515.,3.,4.,0.001);`),
    )
    expect(contents.georeference).toEqual({
      source: 'MAP_CONVERSION',
      crs: 'EPSG:25832',
      eastings: 691000.5,
      northings: 5334000.25,
      height: 515,
      x_axis_abscissa: 0.6,
      x_axis_ordinate: 0.8,
      scale: 1,
    })
  })

  it('the map location is read in metres where the map is in US survey feet', () => {
    const foot = `#61=IFCCONVERSIONBASEDUNIT(#63,.LENGTHUNIT.,'US SURVEY FOOT',#64);#63=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#64=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048006096012192),#65);#65=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`
    const crs = `#60=IFCPROJECTEDCRS('EPSG:2263',$,$,$,$,$,#61);${foot}`
    const { contents } = readIfcFile(
      buildIfcFile(`${crs}#62=IFCMAPCONVERSION(#10,#60,987000.,211000.,40.,1.,0.,0.00328083333);`),
    )
    expect(contents.georeference?.eastings).toBeCloseTo(300_838.2, 1)
    expect(contents.georeference?.northings).toBeCloseTo(64_312.93, 1)
    expect(contents.georeference?.height).toBeCloseTo(12.192, 3)
    expect(contents.georeference?.scale).toBeCloseTo(1, 6)
  })

  it('the map location of an IFC2X3 file is read from its property sets', () => {
    const value = (id: number, name: string, number: string) =>
      `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,IFCLENGTHMEASURE(${number}),$);`
    const { contents } = readIfcFile(
      buildIfcFile(
        `${value(60, 'Eastings', '691000000.')}${value(61, 'Northings', '5334000000.')}${value(62, 'OrthogonalHeight', '515000.')}
#63=IFCPROPERTYSET('p',$,'ePSet_MapConversion',$,(#60,#61,#62));
#64=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('EPSG:25832'),$);#65=IFCPROPERTYSET('q',$,'ePSet_ProjectedCRS',$,(#64));`,
        { schema: 'IFC2X3' },
      ),
    )
    expect(contents.georeference).toMatchObject({
      source: 'PROPERTY_SETS',
      crs: 'EPSG:25832',
      eastings: 691000,
      northings: 5334000,
      height: 515,
    })
  })

  it.each([
    ['in metres by its scale', '#8,#9', [2_600_000, 1_200_000, 500, 0.001], ''],
    ['in metres by name', '#8,#9', [2_600_000, 1_200_000, 500], 'METRE'],
    ['in millimetres although the map is in metres', '#8,#9', [2.6e9, 1.2e9, 5e5], 'METRE'],
    ['in US survey feet', '#8,#9', [8_530_166.6667, 3_937_000, 1640.416667, 0.003280833], 'US survey foot'],
  ])('property sets with lengths %s give the same map location', (_name, units, numbers, unit) => {
    const names = ['Eastings', 'Northings', 'OrthogonalHeight', 'Scale']
    const properties = numbers.map((number, at) =>
      `#${60 + at}=IFCPROPERTYSINGLEVALUE('${names[at]}',$,IFCREAL(${number}.E0),$);`.replace(
        /(\.\d+)\.E0/,
        '$1',
      ),
    )
    const sets = `#70=IFCPROPERTYSET('p',$,'ePset_MapConversion',$,(${numbers.map((_, at) => `#${60 + at}`)}));
#71=IFCPROPERTYSINGLEVALUE('MapUnit',$,IFCIDENTIFIER('${unit}'),$);#72=IFCPROPERTYSET('q',$,'ePset_ProjectedCRS',$,(#71));`
    const { contents } = readIfcFile(buildIfcFile(properties.join('') + sets, { schema: 'IFC2X3', units }))
    expect(contents.georeference?.eastings).toBeCloseTo(2_600_000, 2)
    expect(contents.georeference?.northings).toBeCloseTo(1_200_000, 2)
    expect(contents.georeference?.height).toBeCloseTo(500, 2)
    expect(contents.georeference?.scale).toBeCloseTo(1, 5)
  })

  it('property sets convert from the world coordinate system of the model', () => {
    const data = `#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#41,$);#41=IFCAXIS2PLACEMENT3D(#42,$,$);
#42=IFCCARTESIANPOINT((100000.,20000.,3000.));#60=IFCPROPERTYSINGLEVALUE('Eastings',$,IFCLENGTHMEASURE(2600000000.),$);
#61=IFCPROPERTYSINGLEVALUE('Northings',$,IFCLENGTHMEASURE(1200000000.),$);#63=IFCPROPERTYSET('p',$,'ePSet_MapConversion',$,(#60,#61));`
    const file = new TextDecoder().decode(buildIfcFile(data, { schema: 'IFC2X3' }))
    const { contents } = readIfcFile(new TextEncoder().encode(file.replace(/#10=IFC.*#11,\$\);\n/, '')))
    expect(contents.georeference).toMatchObject({ eastings: 2_599_900, northings: 1_199_980, height: -3 })
  })

  it('the map location is that of the model where plans have their own, and a rigid operation shifts', () => {
    const plan = "#40=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,1.E-5,#11,$);"
    const crs = "#60=IFCPROJECTEDCRS('EPSG:2056',$,$,$,$,$,$);"
    const two = readIfcFile(
      buildIfcFile(
        `${plan}${crs}#61=IFCMAPCONVERSION(#40,#60,1.,2.,0.,$,$,$);#62=IFCMAPCONVERSION(#10,#60,2600000000.,1200000000.,0.,$,$,$);`,
      ),
    )
    expect(two.contents.georeference).toMatchObject({ eastings: 2_600_000, northings: 1_200_000 })
    const shift = `${crs}#61=IFCRIGIDOPERATION(#10,#60,IFCLENGTHMEASURE(2600000000.),IFCLENGTHMEASURE(1200000000.),IFCLENGTHMEASURE(500000.));`
    expect(readIfcFile(buildIfcFile(shift, { schema: 'IFC4X3_ADD2' })).contents.georeference).toMatchObject({
      ...{ source: 'RIGID_OPERATION', eastings: 2_600_000, northings: 1_200_000, height: 500 },
      ...{ x_axis_abscissa: 1, x_axis_ordinate: 0 },
    })
  })

  it.each([
    ['a map conversion', 'IFCMAPCONVERSION(#40,#60,2600000.,1200000.,500.,0.,1.,0.001)', [0, 1]],
    [
      'a rigid operation',
      'IFCRIGIDOPERATION(#40,#60,IFCLENGTHMEASURE(2600000.),IFCLENGTHMEASURE(1200000.),IFCLENGTHMEASURE(500.))',
      [1, 0],
    ],
  ])('%s starts from the world coordinate system of its context', (_name, operation, [cos = 0, sin = 0]) => {
    // 100 m along X, 20 m along Y, 3 m up, rotated by 90° to the left
    const data = `#40=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#41,$);#41=IFCAXIS2PLACEMENT3D(#42,#44,#43);
#42=IFCCARTESIANPOINT((100000.,20000.,3000.));#43=IFCDIRECTION((0.,2.,0.));#44=IFCDIRECTION((0.,0.,1.));
#60=IFCPROJECTEDCRS('EPSG:2056',$,$,$,$,$,#61);#61=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);#62=${operation};`
    const { contents } = readIfcFile(buildIfcFile(data, { schema: 'IFC4X3_ADD2' }))
    const at = contents.georeference
    if (!at) throw new Error('no map location')
    const toMap = (x: number, y: number) => [
      at.eastings + at.scale * (at.x_axis_abscissa * x - at.x_axis_ordinate * y),
      at.northings + at.scale * (at.x_axis_ordinate * x + at.x_axis_abscissa * y),
    ]
    const near = (point: number[], [x = 0, y = 0]: number[]) => {
      expect(point[0]).toBeCloseTo(x, 6)
      expect(point[1]).toBeCloseTo(y, 6)
    }
    near(toMap(100, 20), [2_600_000, 1_200_000])
    // 10 m along the X axis of the world coordinate system
    near(toMap(100, 30), [2_600_000 + 10 * cos, 1_200_000 + 10 * sin])
    expect(at.height).toBeCloseTo(497, 6)
  })

  it('a map conversion without effect keeps coordinates that are map coordinates already', () => {
    const data = `#40=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#41,$);#41=IFCAXIS2PLACEMENT3D(#42,$,$);
#42=IFCCARTESIANPOINT((402786000.,191756000.,3000.));#60=IFCPROJECTEDCRS('EPSG:2056',$,$,$,$,$,$);
#62=IFCMAPCONVERSION(#40,#60,0.,0.,0.,$,$,$);`
    expect(readIfcFile(buildIfcFile(data)).contents.georeference).toMatchObject({ eastings: 0, northings: 0 })
  })

  it('latitude and longitude are no map location, but are returned as the site’s location', () => {
    const site =
      "#23=IFCSITE('0000000000000000000023',$,'Plot',$,$,#13,$,$,.ELEMENT.,(48,8,14,640000),(-11,-34,-31,0),515000.,$,$);"
    const degrees =
      "#60=IFCGEOGRAPHICCRS('EPSG:4326',$,$,$);#61=IFCMAPCONVERSION(#10,#60,48.1,11.5,0.,$,$,$);"
    const { contents } = readIfcFile(buildIfcFile(site + degrees, { schema: 'IFC4X3_ADD2' }))
    expect(contents.georeference).toBeNull()
    expect(contents.site?.latitude).toBeCloseTo(48.1374, 6)
    expect(contents.site?.longitude).toBeCloseTo(-11.575278, 5)
    expect(contents.site?.elevation_m).toBe(515)
    expect(readIfcFile(buildIfcFile('')).contents.site).toBeNull()
  })

  it('a southern site is south of the equator, also when only its degrees have the sign', () => {
    for (const latitude of ['(-33,-51,-30,0)', '(-33,51,30)', '(-33,51,30,0)']) {
      const site = `#23=IFCSITE('0000000000000000000023',$,'Plot',$,$,#13,$,$,.ELEMENT.,${latitude},(151,12,0),$,$,$);`
      expect(readIfcFile(buildIfcFile(site)).contents.site?.latitude).toBeCloseTo(-33.858333, 6)
    }
  })

  it.each([
    ['millimetres', '#8,#9', 0.001],
    ['feet', '#63,#9', 0.3048],
  ])('a map without a unit with a scale that converts from %s is in metres', (_name, units, scale) => {
    const foot = `#63=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',#64);#64=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#65);
#65=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);#60=IFCPROJECTEDCRS('EPSG:2056',$,$,$,$,$,$);`
    const conversion = `#62=IFCMAPCONVERSION(#10,#60,2600000.,1200000.,500.,$,$,${scale});`
    const { contents } = readIfcFile(buildIfcFile(foot + conversion, { units }))
    const { eastings, northings, height, scale: rest } = contents.georeference ?? {}
    for (const [value, wanted] of [
      [eastings, 2_600_000],
      [northings, 1_200_000],
      [height, 500],
      [rest, 1],
    ])
      expect(value).toBeCloseTo(wanted as number, 6)
  })

  it('true north is returned clockwise from the Y axis', () => {
    const context =
      "#40=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#11,#41);#41=IFCDIRECTION((1.,1.));"
    expect(readIfcFile(buildIfcFile(context)).contents.true_north_deg).toBe(45)
    expect(readIfcFile(buildIfcFile('')).contents.true_north_deg).toBeNull()
  })
})

describe('hazards for the geometry engine', () => {
  it('cyclic and excessively long placement chains are repaired', () => {
    const chain = Array.from(
      { length: 1200 },
      (_, at) => `#${1000 + at}=IFCLOCALPLACEMENT(#${1001 + at},#11);`,
    )
    const { preparation } = readIfcFile(
      buildIfcFile(`#50=IFCLOCALPLACEMENT(#51,#11);#51=IFCLOCALPLACEMENT(#50,#11);${chain.join('')}`),
    )
    expect(preparation.splices.length).toBe(3)
    expect(preparation.warnings).toEqual([expect.objectContaining({ code: 'PLACEMENT_LOOP', count: 3 })])
  })

  it('linear placements that cannot be evaluated cause a warning', () => {
    const { preparation } = readIfcFile(
      buildIfcFile('#50=IFCLINEARPLACEMENT($,#51,$);#51=IFCAXIS2PLACEMENTLINEAR(#52,$,$);'),
    )
    expect(preparation.warnings).toEqual([expect.objectContaining({ code: 'LINEAR_PLACEMENT', count: 1 })])
  })

  it('elements with too deeply nested or cyclic booleans are left out', () => {
    const chain = Array.from(
      { length: 400 },
      (_, at) => `#${1001 + at}=IFCBOOLEANRESULT(.UNION.,#${1000 + at},#203);`,
    )
    const shape = (id: number, item: number) =>
      `#${id + 1}=IFCSHAPEREPRESENTATION(#10,'Body','CSG',(#${item}));#${id}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 1}));`
    const { preparation } = readIfcFile(
      buildIfcFile(`${buildBoxShape(200, [1, 1, 1])}${wall(100, 'Deep', '#300')}${wall(101, 'Fine', '#310')}${wall(102, 'Loop', '#320')}
#1000=IFCBOOLEANRESULT(.UNION.,#203,#203);${chain.join('')}#500=IFCBOOLEANRESULT(.UNION.,#500,#203);
${shape(300, 1400)}${shape(310, 1100)}${shape(320, 500)}`),
    )
    expect(preparation.leftOut.map((each) => each.id)).toEqual([100, 102])
  })
})
