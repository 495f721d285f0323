import { deriveGlobalId } from './guid.ts'
import { formatList, formatText, type Ref, StepWriter } from './step-writer.ts'

/** An entity with its attributes in the order of the EXPRESS schema. */
export interface SchemaEntity {
  name: string
  attributes: { name: string; type: string }[]
}
export interface EveryKindOptions {
  schema: 'IFC2X3' | 'IFC4' | 'IFC4X3'
  /** concrete subtypes of IfcProduct */
  products: SchemaEntity[]
  /** property sets that the schema itself defines, with fixed attributes */
  fixedSets: SchemaEntity[]
  /** sets of properties of materials that the schema itself defines (IFC2X3) */
  materialSets: SchemaEntity[]
}

/** Strings with every escape of ISO 10303-21, as written in a file. */
const RAW_TEXTS = [
  "'It''s'",
  "'back\\\\slash'",
  "'\\S\\D page \\PB\\\\S\\Q'",
  "'\\X\\E4 \\X2\\03A9\\X0\\ \\X4\\0001F600\\X0\\'",
  "'raw \u00e4\u00f6\u00fc'",
]
const UNITS = [
  'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
  'IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)',
  'IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)',
  'IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.)',
  'IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.)',
  'IFCSIUNIT(*,.FORCEUNIT.,.KILO.,.NEWTON.)',
  'IFCSIUNIT(*,.PRESSUREUNIT.,.MEGA.,.PASCAL.)',
  'IFCSIUNIT(*,.POWERUNIT.,$,.WATT.)',
  'IFCSIUNIT(*,.FREQUENCYUNIT.,$,.HERTZ.)',
  'IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.)',
]

/**
 * Writes a file that holds every kind of statement from which something is shown: every product with all its
 * attributes, and sets, quantities, materials, classifications, types and units of every kind.
 */
export function generateEveryKind(options: EveryKindOptions): string {
  return new EveryKind(options).write()
}

class EveryKind {
  readonly #out = new StepWriter()
  readonly #options: EveryKindOptions
  readonly #old: boolean
  #count = 0
  #elements: Ref[] = []

  constructor(options: EveryKindOptions) {
    this.#options = options
    this.#old = options.schema === 'IFC2X3'
  }

  write(): string {
    const { schema } = this.#options
    const out = this.#out
    out.raw("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');")
    out.raw("FILE_NAME('every-kind.ifc','2026-01-02T03:04:05',(''),(''),'','','');")
    out.raw(`FILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;`)
    const storey = this.#frame()
    for (const product of this.#options.products) this.#elements.push(this.#instance(product))
    this.#properties()
    this.#fixedSets()
    this.#types()
    this.#materials()
    this.#classifications()
    this.#documents()
    for (const [at, text] of RAW_TEXTS.entries()) this.#wall(`raw ${at}`, text)
    this.#root('IFCRELCONTAINEDINSPATIALSTRUCTURE', `${formatList(this.#elements)},${storey}`)
    out.raw('ENDSEC;\nEND-ISO-10303-21;')
    return out.take(true)
  }

  #guid(): string {
    return `'${deriveGlobalId(`every kind ${++this.#count}`)}'`
  }

  /** Writes an IfcRoot without name and description. */
  #root(entity: string, rest: string, name = '$'): Ref {
    return this.#out.add(`${entity}(${this.#guid()},$,${name},$,${rest})`)
  }

  #wall(name: string, raw = formatText(name)): Ref {
    const end = this.#old ? '' : ',$'
    const wall = this.#root('IFCWALL', `'Object type',$,$,'tag'${end}`, raw)
    this.#elements.push(wall)
    return wall
  }

  /** Units, project, building and storey; returns the storey. */
  #frame(): Ref {
    const out = this.#out
    const units = UNITS.map((unit) => out.add(unit))
    const [length = '', area = '', , mass = '', , , , power = '', , temperature = ''] = units
    const radian = out.add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)')
    const factor = out.add(`IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925),${radian})`)
    const dimensions = out.add('IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0)')
    units.push(out.add(`IFCCONVERSIONBASEDUNIT(${dimensions},.PLANEANGLEUNIT.,'DEGREE',${factor})`))
    const derived = (type: string, ...parts: [unit: Ref, exponent: number][]) =>
      out.add(
        `IFCDERIVEDUNIT(${formatList(parts.map(([unit, exponent]) => out.add(`IFCDERIVEDUNITELEMENT(${unit},${exponent})`)))},.${type}.,$)`,
      )
    units.push(derived('THERMALTRANSMITTANCEUNIT', [power, 1], [length, -2], [temperature, -1]))
    units.push(derived('MASSDENSITYUNIT', [mass, 1], [length, -3]))
    units.push(derived('SECTIONAREAINTEGRALUNIT', [length, 5]))
    units.push(derived('HEATFLUXDENSITYUNIT', [power, 1], [area, -1]))
    units.push(out.add(`IFCMONETARYUNIT(${this.#old ? '.EUR.' : "'EUR'"})`))
    const assignment = out.add(`IFCUNITASSIGNMENT(${formatList(units)})`)
    const project = this.#root(
      'IFCPROJECT',
      `'Object type','Long name','Phase',(),${assignment}`,
      "'Project'",
    )
    const building = this.#root('IFCBUILDING', "$,$,$,'Long name',.ELEMENT.,1.5,-2.5,$", "'Building'")
    const storey = this.#root('IFCBUILDINGSTOREY', "'Type',$,$,'Long name',.ELEMENT.,3000.", "'Storey'")
    this.#root('IFCRELAGGREGATES', `${project},(${building})`)
    this.#root('IFCRELAGGREGATES', `${building},(${storey})`)
    return storey
  }

  /** An instance of an entity with a plausible value of its type in every attribute. */
  #instance({ name, attributes }: SchemaEntity, given: Record<string, string> = {}): Ref {
    const values = attributes.map((attribute) => given[attribute.name] ?? this.#valueOf(attribute, name))
    return this.#out.add(`${name.toUpperCase()}(${values.join(',')})`)
  }

  #valueOf({ name, type }: { name: string; type: string }, entity: string): string {
    if (type.startsWith('IfcGloballyUniqueId')) return this.#guid()
    if (type.startsWith('IfcCompoundPlaneAngleMeasure')) return '(48,8,30,500000)'
    if (type.includes('boolean') || /^Ifc(Boolean|Logical)/.test(type)) return '.T.'
    if (type.includes('NumberHandle') || /^Ifc(Integer|PositiveInteger|CountMeasure)/.test(type))
      return String(++this.#count)
    if (type.includes('[]') || type.includes('Handle<')) return '$'
    if (/^Ifc(Label|Text|Identifier|URIReference|DescriptiveMeasure)/.test(type))
      return formatText(`${name} of ${entity}`)
    if (type.includes('Enum')) return `.${name.toUpperCase().slice(0, 20)}_${++this.#count}.`
    if (/^IfcDerivedMeasureValue|^IfcMeasureValue/.test(type))
      return `IFCPOSITIVERATIOMEASURE(${++this.#count}.25)`
    return /^Ifc\w+Measure/.test(type) ? `${++this.#count}.5` : '$'
  }

  #properties(): void {
    const out = this.#out
    const own = out.add('IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.)')
    const celsius = out.add('IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.)')
    const add = (entity: string, name: string, rest: string) =>
      out.add(`IFC${entity}(${formatText(name)},$,${rest})`)
    const single = (value: string, unit = '$') => add('PROPERTYSINGLEVALUE', value, `${value},${unit}`)
    const singles = [
      ...`LABEL('x') TEXT('long') IDENTIFIER('id') BOOLEAN(.T.) BOOLEAN(.F.) LOGICAL(.U.) INTEGER(-12)
      INTEGER(90071992547409931) REAL(1.5E-7) REAL(1.E999) LENGTHMEASURE(2500.) POSITIVELENGTHMEASURE(0.1)
      PLANEANGLEMEASURE(45.) AREAMEASURE(12.25) VOLUMEMEASURE(3.) MASSMEASURE(7.) COUNTMEASURE(4) RATIOMEASURE(0.5)
      THERMALTRANSMITTANCEMEASURE(0.21) MASSDENSITYMEASURE(2400.) SECTIONALAREAINTEGRALMEASURE(2.) MONETARYMEASURE(99.5)
      THERMODYNAMICTEMPERATUREMEASURE(20.) FORCEMEASURE(3.) PRESSUREMEASURE(30.) POWERMEASURE(60.) TIMEMEASURE(60.)
      PARAMETERVALUE(0.3) HEATFLUXDENSITYMEASURE(5.)`
        .split(/\s+(?=[A-Z]+\()/)
        .map((value) => single(`IFC${value}`)),
      single('IFCLENGTHMEASURE(12.)', own),
      single('$'),
    ]
    const enumeration = out.add(
      `IFCPROPERTYENUMERATION('Widths',(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),${own})`,
    )
    const bounded = (name: string, upper: string, lower: string, point = '$') =>
      add('PROPERTYBOUNDEDVALUE', name, `${upper},${lower},$${this.#old ? '' : `,${point}`}`)
    const length = (value: number) => `IFCLENGTHMEASURE(${value}.)`
    const lists = [
      add('PROPERTYENUMERATEDVALUE', 'Enumerated', "(IFCLABEL('NEW'),IFCLABEL('OLD')),$"),
      add('PROPERTYENUMERATEDVALUE', 'Enumerated with unit', `(${length(1)},${length(2)}),${enumeration}`),
      add('PROPERTYLISTVALUE', 'List', `(${length(1)},${length(2)}),$`),
      add('PROPERTYLISTVALUE', 'List of one', `(${length(1)}),${own}`),
      add('PROPERTYLISTVALUE', 'List of booleans', '(IFCBOOLEAN(.T.),IFCBOOLEAN(.F.)),$'),
      bounded('Range', length(20), length(10)),
      bounded('At least', '$', length(10)),
      bounded('At most', length(20), '$'),
      bounded('Nothing', '$', '$'),
      bounded('Set point', length(20), length(10), length(15)),
      bounded('Set point alone', '$', '$', length(15)),
      bounded('Set point above', '$', length(10), length(15)),
      this.#table('Table', '$', '$'),
      this.#table('Table with units', own, celsius),
      ...this.#references(),
    ]
    const inner = single("IFCLABEL('deep')")
    const complex = add(
      'COMPLEXPROPERTY',
      'Outer',
      `'usage',(${add('COMPLEXPROPERTY', 'Inner', `'usage',(${inner})`)})`,
    )
    const set = this.#root('IFCPROPERTYSET', formatList([...singles, ...lists, complex]), "'Pset_Every'")
    const quantities = this.#root(
      'IFCELEMENTQUANTITY',
      `'method',${formatList(this.#quantities(own))}`,
      "'Qto_Every'",
    )
    const wall = this.#wall('with properties')
    for (const each of [set, quantities]) this.#root('IFCRELDEFINESBYPROPERTIES', `(${wall}),${each}`)
    if (this.#old) return
    const pair = [`'First'`, `'Second'`].map((name) => this.#root('IFCPROPERTYSET', `(${singles[0]})`, name))
    const target = this.#wall('with a set of sets')
    this.#root('IFCRELDEFINESBYPROPERTIES', `(${target}),IFCPROPERTYSETDEFINITIONSET(${formatList(pair)})`)
  }

  #table(name: string, defining: string, defined: string): Ref {
    const values =
      '(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),(IFCTHERMODYNAMICTEMPERATUREMEASURE(10.),IFCTHERMODYNAMICTEMPERATUREMEASURE(20.5))'
    const end = this.#old ? '' : ',$'
    return this.#out.add(
      `IFCPROPERTYTABLEVALUE(${formatText(name)},$,${values},'x',${defining},${defined}${end})`,
    )
  }

  #references(): Ref[] {
    const out = this.#out
    const end = this.#old ? '' : ',$,$'
    const targets = [
      out.add(`IFCMATERIAL('Oak'${end})`),
      out.add("IFCORGANIZATION('O-1','Builders Ltd',$,$,$)"),
      out.add("IFCPERSON('P-1','Lovelace','Ada',$,$,$,$,$)"),
      out.add(`IFCDOCUMENTREFERENCE('https://example.org/a.pdf','D-1','Manual'${end})`),
    ]
    return targets.map((target, at) =>
      out.add(`IFCPROPERTYREFERENCEVALUE('Reference ${at}',$,'usage',${target})`),
    )
  }

  #quantities(own: Ref): Ref[] {
    const end = this.#old ? '' : ",'formula'"
    const kinds = 'LENGTH AREA VOLUME COUNT WEIGHT TIME'.split(' ')
    if (this.#options.schema === 'IFC4X3') kinds.push('NUMBER')
    const simple = kinds.map((kind, at) =>
      this.#out.add(`IFCQUANTITY${kind}('${kind}',$,$,${at + 1}${kind === 'COUNT' ? '' : '.5'}${end})`),
    )
    simple.push(this.#out.add(`IFCQUANTITYLENGTH('own unit',$,${own},3.5${end})`))
    return [
      ...simple,
      this.#out.add(`IFCPHYSICALCOMPLEXQUANTITY('Layers',$,${formatList(simple)},'layer',$,$)`),
    ]
  }

  #fixedSets(): void {
    for (const entity of this.#options.fixedSets) {
      for (const name of ['', "'A name'"]) {
        const set = this.#instance(entity, name === '' ? { Name: '$' } : { Name: name })
        this.#root('IFCRELDEFINESBYPROPERTIES', `(${this.#wall(entity.name)}),${set}`)
      }
    }
  }

  #types(): void {
    const property = this.#out.add("IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI 30'),$)")
    const [set, also] = ["'Pset_OfType'", "'Pset_Related'"].map((name) =>
      this.#root('IFCPROPERTYSET', `(${property})`, name),
    )
    const fixed = this.#options.fixedSets.map((entity) => this.#instance(entity))
    const type = this.#root(
      'IFCWALLTYPE',
      `$,${formatList([set ?? '', ...fixed])},$,'tag','kind',.SOLIDWALL.`,
      "'Type'",
    )
    const wall = this.#wall('of a type')
    this.#root('IFCRELDEFINESBYTYPE', `(${wall}),${type}`)
    // IFC2X3 relates sets to occurrences only.
    if (!this.#old) this.#root('IFCRELDEFINESBYPROPERTIES', `(${type}),${also}`)
  }

  #materials(): void {
    const out = this.#out
    const end = this.#old ? '' : ",$,'category'"
    const [brick = '', wool = ''] = ['Brick', 'Wool'].map((name) => out.add(`IFCMATERIAL('${name}'${end})`))
    const more = this.#old ? '' : ",'Layer name',$,'category',5"
    const layers = [brick, wool].map((material, at) =>
      out.add(`IFCMATERIALLAYER(${material},${at + 1}20.,.F.${more})`),
    )
    layers.push(out.add(`IFCMATERIALLAYER($,30.,.T.${more})`))
    const set = out.add(`IFCMATERIALLAYERSET(${formatList(layers)},'Outer wall'${this.#old ? '' : ',$'})`)
    const usage = `IFCMATERIALLAYERSETUSAGE(${set},.AXIS2.,.POSITIVE.,-60.${this.#old ? '' : ',$'})`
    const assigned = [
      brick,
      layers[0] ?? '',
      set,
      out.add(usage),
      out.add(`IFCMATERIALLIST((${brick},${wool}))`),
    ]
    if (this.#old) {
      const property = out.add("IFCPROPERTYSINGLEVALUE('Colour',$,IFCLABEL('red'),$)")
      out.add(`IFCEXTENDEDMATERIALPROPERTIES(${brick},(${property}),$,'Extended')`)
      for (const entity of this.#options.materialSets) this.#instance(entity, { Material: wool })
    } else assigned.push(...this.#newMaterials(brick, wool, set))
    for (const [at, each] of assigned.entries())
      this.#root('IFCRELASSOCIATESMATERIAL', `(${this.#wall(`material ${at}`)}),${each}`)
  }

  /** Material kinds that IFC4 brought: constituents, profiles, offsets, and properties of each. */
  #newMaterials(brick: Ref, wool: Ref, layers: Ref): Ref[] {
    const out = this.#out
    const profile = out.add("IFCRECTANGLEPROFILEDEF(.AREA.,'R 10/20',$,10.,20.)")
    const constituents = [
      out.add(`IFCMATERIALCONSTITUENT('Frame',$,${wool},0.25,'load')`),
      out.add(`IFCMATERIALCONSTITUENT($,$,${brick},$,$)`),
    ]
    const profiles = [
      out.add(`IFCMATERIALPROFILE('Web',$,${wool},${profile},1,$)`),
      out.add(`IFCMATERIALPROFILEWITHOFFSETS('Flange',$,${brick},${profile},$,$,(1.,2.))`),
    ]
    const offsets = out.add(`IFCMATERIALLAYERWITHOFFSETS(${wool},80.,$,$,$,$,$,.AXIS3.,(0.,0.))`)
    const sets = [
      out.add(`IFCMATERIALCONSTITUENTSET('Window',$,${formatList(constituents)})`),
      out.add(`IFCMATERIALPROFILESET('I 200',$,${formatList(profiles)},$)`),
    ]
    const property = out.add("IFCPROPERTYSINGLEVALUE('Density',$,IFCMASSDENSITYMEASURE(1800.),$)")
    for (const owner of [brick, layers, ...sets, profiles[0], constituents[0]])
      out.add(`IFCMATERIALPROPERTIES('Pset_Material',$,(${property}),${owner})`)
    return [
      ...constituents,
      ...profiles,
      ...sets,
      offsets,
      out.add(`IFCMATERIALPROFILESETUSAGE(${sets[1]},5,$)`),
      out.add(`IFCMATERIALPROFILESETUSAGETAPERING(${sets[1]},5,$,${sets[1]},5)`),
    ]
  }

  #documents(): void {
    const out = this.#out
    const at = out.add(
      `IFCDOCUMENTREFERENCE('https://example.org/door.pdf','D-1'${this.#old ? ',$' : ',$,$,$'})`,
    )
    const place = this.#old ? `(${at})` : `'https://example.org/manual.pdf'`
    const information = out.add(
      `IFCDOCUMENTINFORMATION('M-7','Manual','How to use it',${place},'Use','Care','All','B',$,$,$,$,$,$,$)`,
    )
    const found = [at, information]
    if (!this.#old) found.push(out.add(`IFCDOCUMENTREFERENCE($,'M-7/2',$,'Page 2',${information})`))
    for (const [number, each] of found.entries())
      this.#root('IFCRELASSOCIATESDOCUMENT', `(${this.#wall(`documented ${number}`)}),${each}`)
  }

  #classifications(): void {
    const out = this.#out
    const end = this.#old ? '' : ',$,$,$'
    const system = out.add(`IFCCLASSIFICATION('NBS','1.0',$,'Uniclass 2015'${end})`)
    const unnamed = out.add(`IFCCLASSIFICATION('CSI','2',$,${this.#old ? "''" : "'OmniClass',$,$,$"})`)
    const more = this.#old ? '' : ',$,$'
    const group = out.add(
      `IFCCLASSIFICATIONREFERENCE('https://example.org','Ss_25','Walls',${system}${more})`,
    )
    const found = [
      out.add(`IFCCLASSIFICATIONREFERENCE($,'Ss_25_10','Framed walls',${this.#old ? system : group}${more})`),
      out.add(`IFCCLASSIFICATIONREFERENCE('https://example.org/x',$,$,${unnamed}${more})`),
      out.add(`IFCCLASSIFICATIONREFERENCE($,'only a code',$,$${more})`),
    ]
    if (this.#old) {
      const facets = ['21', '30'].map((code) => out.add(`IFCCLASSIFICATIONNOTATIONFACET('${code}')`))
      found.push(out.add(`IFCCLASSIFICATIONNOTATION(${formatList(facets)})`))
    } else found.push(system)
    for (const [at, each] of found.entries())
      this.#root('IFCRELASSOCIATESCLASSIFICATION', `(${this.#wall(`classified ${at}`)}),${each}`)
  }
}
