import { describe, expect, it } from 'vitest'
import { buildIfcFile, readIfcFile } from '../../test/step-file.ts'
import { formatNumber } from './values.ts'

const WALL = "#100=IFCWALL('w',$,'Wall','outer wall','Object type',#13,$,'tag',.SOLIDWALL.);"
const units = '#8,#9,#50'
const ANGLE = '#50=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);'

/** Properties of a wall with one set of the given properties, numbered from 200. */
function wallSet(properties: string, count = 1) {
  const members = Array.from({ length: count }, (_, at) => `#${200 + at}`).join(',')
  const { sets } = readIfcFile(
    buildIfcFile(
      `${WALL}${ANGLE}${properties}#300=IFCPROPERTYSET('s',$,'Pset_Test',$,(${members}));
#301=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#300);`,
      { units },
    ),
  )
  return sets('Wall').find((set) => set.name === 'Pset_Test')?.properties
}

describe('property sets', () => {
  it.each([
    ["IFCLABEL('REI 90')", { value: 'REI 90' }],
    ['IFCBOOLEAN(.T.)', { value: 'True' }],
    ['IFCLOGICAL(.U.)', { value: 'Unknown' }],
    ['IFCINTEGER(12)', { value: '12', number: 12 }],
    ['IFCLENGTHMEASURE(2500.)', { value: '2500', number: 2500, unit: 'mm' }],
    [
      'IFCPOSITIVELENGTHMEASURE(0.1000000000000001)',
      { value: '0.1', number: 0.1000000000000001, unit: 'mm' },
    ],
    ['IFCAREAMEASURE(1.5E1)', { value: '15', number: 15, unit: 'm²' }],
    ['IFCPLANEANGLEMEASURE(0.5)', { value: '0.5', number: 0.5, unit: 'rad' }],
    ['IFCREAL(1e999)', { value: '' }],
    ['IFCCOMPOUNDPLANEANGLEMEASURE((48,8,30,500000))', { value: '48° 8′ 30.5″' }],
    ['IFCCOMPOUNDPLANEANGLEMEASURE((-33,-51,-7))', { value: '-33° 51′ 7″' }],
    ['IFCCOMPLEXNUMBER((1.5, -2.))', { value: '1.5, -2.' }],
    ['IFCBINARY("0FF")', { value: '0FF' }],
    ['$', { value: '' }],
  ])('contain the single value %s', (written, expected) => {
    expect(wallSet(`#200=IFCPROPERTYSINGLEVALUE('P',$,${written},$);`)).toEqual([{ name: 'P', ...expected }])
  })

  it('have the unit of thermal conductance for thermal conductivities, as the schema calls it', () => {
    const unit = `#204=IFCDERIVEDUNIT((#205,#206),.THERMALCONDUCTANCEUNIT.,$);#205=IFCDERIVEDUNITELEMENT(#207,1);
#206=IFCDERIVEDUNITELEMENT(#208,-1);#207=IFCSIUNIT(*,.POWERUNIT.,$,.WATT.);#208=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`
    const text = `${unit}#200=IFCPROPERTYSINGLEVALUE('Lambda',$,IFCTHERMALCONDUCTIVITYMEASURE(0.04),$);
#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,$,$,$,$);#101=IFCPROPERTYSET('0000000000000000000101',$,'S',$,(#200));
#102=IFCRELDEFINESBYPROPERTIES('0000000000000000000102',$,$,$,(#100),#101);`
    const { sets } = readIfcFile(buildIfcFile(text, { units: '#8,#204' }))
    const set = sets('Wall').find(({ name }) => name === 'S')
    expect(set?.properties).toEqual([{ name: 'Lambda', value: '0.04', number: 0.04, unit: 'W/m' }])
  })

  it('have a unit with one exponent where a unit of area is squared', () => {
    const unit = `#201=IFCDERIVEDUNIT((#202),.MOMENTOFINERTIAUNIT.,$);#202=IFCDERIVEDUNITELEMENT(#203,2);
#203=IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.);`
    expect(wallSet(`#200=IFCPROPERTYSINGLEVALUE('I',$,IFCMOMENTOFINERTIAMEASURE(5.),#201);${unit}`)).toEqual([
      { name: 'I', value: '5', number: 5, unit: 'mm⁴' },
    ])
  })

  it('use the unit that a property names itself', () => {
    const composed = `#200=IFCPROPERTYSINGLEVALUE('U',$,IFCREAL(0.21),#201);#201=IFCDERIVEDUNIT((#202,#203,#204),.THERMALTRANSMITTANCEUNIT.,$);
#202=IFCDERIVEDUNITELEMENT(#205,1);#203=IFCDERIVEDUNITELEMENT(#206,-2);#204=IFCDERIVEDUNITELEMENT(#207,-1);
#205=IFCSIUNIT(*,.POWERUNIT.,$,.WATT.);#206=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);#207=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.);`
    expect(wallSet(composed)).toEqual([{ name: 'U', value: '0.21', number: 0.21, unit: 'W/(m²·K)' }])
  })

  it('contain enumerations, lists, ranges, tables and references', () => {
    const properties = wallSet(
      `#200=IFCPROPERTYENUMERATEDVALUE('Enum',$,(IFCLABEL('NEW'),IFCLABEL('EXISTING')),$);
#201=IFCPROPERTYLISTVALUE('List',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),$);
#202=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCLENGTHMEASURE(20.),IFCLENGTHMEASURE(10.),$,$);
#203=IFCPROPERTYBOUNDEDVALUE('At least',$,$,IFCLENGTHMEASURE(10.),$,$);
#204=IFCPROPERTYBOUNDEDVALUE('Set',$,IFCLENGTHMEASURE(20.),IFCLENGTHMEASURE(10.),$,IFCLENGTHMEASURE(15.));
#205=IFCPROPERTYTABLEVALUE('Table',$,(IFCREAL(1.),IFCREAL(2.)),(IFCREAL(10.),IFCREAL(20.)),$,$,$,$);
#206=IFCPROPERTYREFERENCEVALUE('Reference',$,'by',#290);#290=IFCMATERIAL('Oak',$,$);`,
      7,
    )
    expect(properties).toEqual([
      { name: 'Enum', value: 'NEW, EXISTING' },
      { name: 'List', value: '1, 2', unit: 'mm' },
      { name: 'Range', value: '10 – 20', unit: 'mm' },
      { name: 'At least', value: '≥ 10', unit: 'mm' },
      { name: 'Set', value: '15 (10 – 20)', number: 15, unit: 'mm' },
      { name: 'Table', value: '1 → 10; 2 → 20' },
      { name: 'Reference', value: 'Oak' },
    ])
  })

  it('contain the linings and panels of doors and windows as attributes, ratios without a unit', () => {
    const { sets } = readIfcFile(
      buildIfcFile(
        `${WALL}${ANGLE}#300=IFCDOORPANELPROPERTIES('p',$,'Panel','a description',40.,.SWINGING.,1.,.MIDDLE.,$);
#301=IFCWINDOWLININGPROPERTIES('l',$,'Lining',$,90.,60.,$,$,0.5,$,0.25,$,$,12.,3.,$);
#302=IFCWINDOWPANELPROPERTIES('q',$,$,$,.TILTANDTURNLEFTHAND.,.LEFT.,70.,50.,$);
#310=IFCRELDEFINESBYPROPERTIES('a',$,$,$,(#100),#300);#311=IFCRELDEFINESBYPROPERTIES('b',$,$,$,(#100),#301);
#312=IFCRELDEFINESBYPROPERTIES('c',$,$,$,(#100),#302);`,
        { units },
      ),
    )
    const length = (name: string, number: number) => ({ name, value: String(number), number, unit: 'mm' })
    const found = (name: string) => sets('Wall').find((set) => set.name === name)?.properties
    expect(found('Panel')).toEqual([
      length('PanelDepth', 40),
      { name: 'PanelOperation', value: 'SWINGING' },
      { name: 'PanelWidth', value: '1', number: 1 },
      { name: 'PanelPosition', value: 'MIDDLE' },
    ])
    expect(found('Lining')).toEqual([
      length('LiningDepth', 90),
      length('LiningThickness', 60),
      { name: 'FirstTransomOffset', value: '0.5', number: 0.5 },
      { name: 'FirstMullionOffset', value: '0.25', number: 0.25 },
      length('LiningOffset', 12),
      length('LiningToPanelOffsetX', 3),
    ])
    expect(found('Window panel properties')).toEqual([
      { name: 'OperationType', value: 'TILTANDTURNLEFTHAND' },
      { name: 'PanelPosition', value: 'LEFT' },
      length('FrameDepth', 70),
      length('FrameThickness', 50),
    ])
  })

  it('contain complex properties by path and tolerate cycles', () => {
    const inside = `#200=IFCCOMPLEXPROPERTY('Door',$,'use',(#201,#200));#201=IFCPROPERTYSINGLEVALUE('Width',$,IFCLABEL('wide'),$);`
    const properties = wallSet(inside)
    expect(properties?.[0]).toEqual({ name: 'Door / Width', value: 'wide' })
    expect(properties?.length).toBeLessThan(20)
    expect(properties?.at(-1)).toEqual({ name: Array(7).fill('Door').join(' / '), value: '…' })
  })

  it('end with a mark where complex properties have more members than are stored', () => {
    const members = Array(501).fill('#201').join()
    const inside = `#200=IFCCOMPLEXPROPERTY('Door',$,'use',(${members}));#201=IFCPROPERTYSINGLEVALUE('Width',$,IFCLABEL('wide'),$);`
    const properties = wallSet(inside)
    expect(properties?.length).toBe(501)
    expect(properties?.at(-1)).toEqual({ name: 'Door / …', value: '…' })
  })

  it('end with a mark where a set has more properties than are stored', () => {
    const listOf = (count: number) =>
      `${WALL}${ANGLE}#200=IFCPROPERTYSINGLEVALUE('Width',$,IFCLABEL('wide'),$);
#300=IFCPROPERTYSET('s',$,'Long',$,(${Array(count).fill('#200').join()}));#301=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#300);`
    const setOf = (count: number) =>
      readIfcFile(buildIfcFile(listOf(count), { units }))
        .sets('Wall')
        .at(-1)?.properties
    expect(setOf(5000)).toHaveLength(5000)
    expect(setOf(5001)).toHaveLength(5001)
    expect(setOf(5001)?.at(-1)).toEqual({ name: '…', value: '…' })
  })

  it('are truncated when complex properties multiply', () => {
    const level = (id: number, next: number) =>
      `#${id}=IFCCOMPLEXPROPERTY('L',$,'u',(${Array(200).fill(`#${next}`).join(',')}));`
    const written = [200, 201, 202, 203, 204, 205].map((id) => level(id, id + 1)).join('')
    expect(
      wallSet(`${written}#206=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);`)?.length,
    ).toBeLessThanOrEqual(5000)
  })

  it('include the sets of the type, marked as such', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${WALL}#101=IFCWALLTYPE('t',$,'Type',$,$,(#102),$,$,$,.SOLIDWALL.);#103=IFCRELDEFINESBYTYPE('d',$,$,$,(#100),#101);
#102=IFCPROPERTYSET('p',$,'Pset_WallCommon',$,(#104));#104=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI 30'),$);`),
    )
    expect(sets('Wall')).toContainEqual({
      name: 'Pset_WallCommon',
      of: 'type',
      properties: [{ name: 'FireRating', value: 'EI 30' }],
    })
  })

  it('are stored once per block for all elements that share them', () => {
    const walls = Array.from(
      { length: 50 },
      (_, at) => `#${400 + at}=IFCWALL('${at}',$,'W${at}',$,$,#13,$,$,$);`,
    )
    const ids = Array.from({ length: 50 }, (_, at) => `#${400 + at}`)
    const own = ids.map(
      (id, at) =>
        `#${600 + at}=IFCPROPERTYSET('p${at}',$,'Same',$,(#200));#${700 + at}=IFCRELDEFINESBYPROPERTIES('q',$,$,$,(${id}),#${600 + at});`,
    )
    const { block } = readIfcFile(
      buildIfcFile(`${walls.join('')}${own.join('')}#200=IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$);`),
    )
    expect(block.sets.filter((set) => set.name === 'Same').length).toBe(1)
    const same = block.sets.findIndex((set) => set.name === 'Same')
    expect(block.elements.filter((sets) => sets.includes(same)).length).toBe(50)
  })
})

describe('deduplicated sets', () => {
  const value = (id: number, name: string, text: string) =>
    `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,IFCLABEL('${text}'),$);`
  const element = (id: number, name: string, members: string) =>
    `#${id}=IFCWALL('w${id}',$,'${name}',$,'Type A',#13,$,$,$);
#${id + 1}=IFCPROPERTYSET('s${id}',$,'Pset_Test',$,(${members}));
#${id + 2}=IFCRELDEFINESBYPROPERTIES('r${id}',$,$,$,(#${id}),#${id + 1});`

  it('are written once, whatever their entity numbers', () => {
    const { sets, block } = readIfcFile(
      buildIfcFile(`${value(100, 'A', 'one')}${value(101, 'B', 'two')}${value(102, 'A', 'one')}${value(103, 'B', 'two')}
${element(200, 'First', '#100,#101')}${element(210, 'Second', '#102,#103')}${element(220, 'Third', '#103,#102')}
${element(230, 'Fourth', '#100')}`),
    )
    const of = (name: string) => sets(name).find((set) => set.name === 'Pset_Test')
    expect(of('First')?.properties).toEqual([
      { name: 'A', value: 'one' },
      { name: 'B', value: 'two' },
    ])
    expect(of('Second')).toBe(of('First'))
    expect(of('Third')?.properties.map((each) => each.name)).toEqual(['B', 'A'])
    expect(of('Fourth')?.properties).toHaveLength(1)
    expect(block.sets.filter((set) => set.name === 'Pset_Test')).toHaveLength(3)
    expect(sets('First')[0]).toEqual({
      name: '',
      of: 'attributes',
      properties: [{ name: 'ObjectType', value: 'Type A' }],
    })
    expect(sets('Fourth')[0]).toBe(sets('First')[0])
  })

  it('are separate when their name or owner differs', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${value(100, 'A', 'one')}${element(200, 'First', '#100')}
#300=IFCPROPERTYSET('s300',$,'Pset_Other',$,(#100));
#301=IFCRELDEFINESBYPROPERTIES('r301',$,$,$,(#200),#300);
#302=IFCPROPERTYSET('s302',$,'Pset_Test',$,(#100));
#303=IFCWALLTYPE('t',$,'Type',$,$,(#302),$,$,$,.STANDARD.);
#304=IFCRELDEFINESBYTYPE('r304',$,$,$,(#200),#303);`),
    )
    const told = sets('First').map(({ name, of }) => `${of} ${name}`)
    expect(told).toEqual(['attributes ', 'element Pset_Test', 'element Pset_Other', 'type Pset_Test'])
  })
})

describe('quantities', () => {
  it('have the unit of their kind or their own', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${WALL}#101=IFCELEMENTQUANTITY('q',$,'Qto_WallBaseQuantities',$,$,(#102,#103,#104,#105));
#102=IFCQUANTITYLENGTH('Length',$,$,5000.,$);#103=IFCQUANTITYAREA('Area',$,#107,12.5,$);#104=IFCQUANTITYCOUNT('Doors',$,$,2,$);
#105=IFCPHYSICALCOMPLEXQUANTITY('Layer',$,(#106),'d',$,$);#106=IFCQUANTITYLENGTH('Width',$,$,100.,$);
#107=IFCCONVERSIONBASEDUNIT($,.AREAUNIT.,'SQUARE FOOT',$);#108=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#100),#101);`),
    )
    expect(sets('Wall').find((set) => set.of === 'quantities')?.properties).toEqual([
      { name: 'Length', value: '5000', number: 5000, unit: 'mm' },
      { name: 'Area', value: '12.5', number: 12.5, unit: 'ft²' },
      { name: 'Doors', value: '2', number: 2 },
      { name: 'Layer / Width', value: '100', number: 100, unit: 'mm' },
    ])
  })
})

describe('attributes', () => {
  it('contain the attributes missing from the structure', () => {
    const { sets } = readIfcFile(buildIfcFile(WALL))
    expect(sets('Wall')).toEqual([
      {
        name: '',
        of: 'attributes',
        properties: [
          { name: 'Description', value: 'outer wall' },
          { name: 'ObjectType', value: 'Object type' },
          { name: 'PredefinedType', value: 'SOLIDWALL' },
        ],
      },
    ])
  })

  it('contain door sizes in length units and site positions in degrees', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`#100=IFCDOOR('d',$,'Door',$,$,#13,$,$,2100.,900.,.DOOR.,.SINGLE_SWING_LEFT.,$);
#101=IFCSITE('s',$,'Here',$,$,#13,$,$,.ELEMENT.,(48,8,14,500000),(-11,-30,0),515.,$,$);`),
    )
    expect(sets('Door')[0]?.properties).toContainEqual({
      name: 'OverallHeight',
      value: '2100',
      number: 2100,
      unit: 'mm',
    })
    const place = Object.fromEntries(
      sets('Here')[0]?.properties.map((each) => [each.name, each.number]) ?? [],
    )
    expect(place.RefLatitude).toBeCloseTo(48.137361, 6)
    expect(place.RefLongitude).toBe(-11.5)
  })
})

describe('materials', () => {
  const material = (statements: string) =>
    readIfcFile(
      buildIfcFile(
        `${WALL}${statements}#199=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#100),#110);#120=IFCMATERIAL('Brick',$,$);`,
      ),
    )
      .sets('Wall')
      .filter((set) => set.of.startsWith('material'))

  it.each([
    ["#110=IFCMATERIAL('Concrete',$,$);", 'Material', [{ name: 'Material', value: 'Concrete' }]],
    [
      '#110=IFCMATERIALLIST((#120,#120));',
      'Materials',
      [
        { name: 'Material 1', value: 'Brick' },
        { name: 'Material 2', value: 'Brick' },
      ],
    ],
    [
      "#110=IFCMATERIALLAYERSETUSAGE(#111,.AXIS2.,.POSITIVE.,0.,$);#111=IFCMATERIALLAYERSET((#112),'Cavity wall',$);#112=IFCMATERIALLAYER(#120,115.,$,$,$,$,$);",
      'Cavity wall',
      [{ name: '1 Brick', value: '115', number: 115, unit: 'mm' }],
    ],
    [
      "#110=IFCMATERIALCONSTITUENTSET('Window',$,(#111));#111=IFCMATERIALCONSTITUENT('Frame',$,#120,$,$);",
      'Window',
      [{ name: 'Frame', value: 'Brick' }],
    ],
    [
      "#110=IFCMATERIALPROFILESET('Beam',$,(#111),$);#111=IFCMATERIALPROFILE('IPE 200',$,#120,$,$,$);",
      'Beam',
      [{ name: 'IPE 200', value: 'Brick' }],
    ],
  ])('%s are read', (statements, name, properties) => {
    expect(material(statements)).toEqual([{ name, of: 'material', properties }])
  })

  it('include the properties of the material', () => {
    const sets = material(
      "#110=IFCMATERIAL('Steel',$,$);#111=IFCMATERIALPROPERTIES('Pset_MaterialSteel',$,(#112),#110);#112=IFCPROPERTYSINGLEVALUE('Grade',$,IFCLABEL('S355'),$);",
    )
    expect(sets[1]).toEqual({
      name: 'Pset_MaterialSteel',
      of: 'material-properties',
      properties: [{ name: 'Grade', value: 'S355' }],
    })
  })

  it('tolerate a cyclic usage', () => {
    expect(material('#110=IFCMATERIALLAYERSETUSAGE(#110,.AXIS2.,.POSITIVE.,0.,$);')).toEqual([])
  })
})

describe('classifications', () => {
  it('contain system, code and title, through nested references', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${WALL}#110=IFCCLASSIFICATIONREFERENCE($,'Ss_25_10_30','Framed wall systems',#111,$,$);
#111=IFCCLASSIFICATIONREFERENCE($,'Ss_25','Wall systems',#112,$,$);#112=IFCCLASSIFICATION('NBS','2015',$,'Uniclass 2015',$,$,$);
#113=IFCRELASSOCIATESCLASSIFICATION('c',$,$,$,(#100),#110);`),
    )
    expect(sets('Wall').at(-1)).toEqual({
      name: 'Uniclass 2015',
      of: 'classification',
      properties: [{ name: 'Ss_25_10_30', value: 'Framed wall systems' }],
    })
  })

  it('tolerate cyclic references', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${WALL}#110=IFCCLASSIFICATIONREFERENCE($,'A','a',#111,$,$);#111=IFCCLASSIFICATIONREFERENCE($,'B','b',#110,$,$);
#113=IFCRELASSOCIATESCLASSIFICATION('c',$,$,$,(#100),#110);`),
    )
    expect(sets('Wall').at(-1)?.name).toBe('Classification')
  })
})

describe('formatted numbers', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [3000, '3000'],
    [-0, '0'],
    [1e-9, '1e-9'],
    [1.15e-5, '0.0000115'],
    [-5e-7, '-5e-7'],
    [0.123456789, '0.123457'],
    [123456.7891234, '123456.789123'],
  ])('%d is formatted as %s', (number, text) => {
    expect(formatNumber(number)).toBe(text)
  })
})

describe('documents', () => {
  const wall = "#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,$,$,$);"
  it('are sets named after them, including attributes of a referenced document', () => {
    const { sets } = readIfcFile(
      buildIfcFile(`${wall}#101=IFCRELASSOCIATESDOCUMENT('0000000000000000000101',$,$,$,(#100),#102);
#102=IFCDOCUMENTREFERENCE('https://example.org/d.pdf#2','D-7',$,'Page 2',#103);
#103=IFCDOCUMENTINFORMATION('D-7','Fire doors',$,'https://example.org/d.pdf',$,$,$,'B',$,$,$,$,$,$,$,$,$);`),
    )
    expect(sets('Wall')).toEqual([
      {
        name: 'Fire doors',
        of: 'document',
        properties: [
          { name: 'Location', value: 'https://example.org/d.pdf#2' },
          { name: 'Identification', value: 'D-7' },
          { name: 'Description', value: 'Page 2' },
          { name: 'Revision', value: 'B' },
        ],
      },
    ])
  })

  it('of the wrong kind are named in a warning', () => {
    const { preparation } = readIfcFile(
      buildIfcFile(`${wall}#101=IFCRELASSOCIATESDOCUMENT('0000000000000000000101',$,$,$,(#100),#13);`),
    )
    expect(preparation.warnings).toContainEqual(
      expect.objectContaining({ code: 'WRONG_REFERENCE', count: 1 }),
    )
  })
})
