import { describe, expect, it } from 'vitest'
import { ModelError } from '../model.ts'
import { createByteSource } from '../source.ts'
import { Cursor } from './cursor.ts'
import { findStatement } from './find-statement.ts'
import { findLine, type ScanResult, scanStep } from './scan.ts'

const HEAD = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n"
const TAIL = 'ENDSEC;\nEND-ISO-10303-21;\n'

function source(text: string) {
  return createByteSource(new TextEncoder().encode(text))
}

function scan(data: string): ScanResult {
  return scanStep(source(HEAD + data + TAIL), () => true)
}

function refusal(text: string): ModelError {
  try {
    scanStep(source(text), () => true)
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
  throw new Error('was read')
}

function firstText({ file }: ScanResult, entity: string): string {
  return new Cursor(file).open(file.slotsOf(entity)[0] ?? -1).string()
}

describe('scanning a STEP file', () => {
  it('finds statements across lines, with blanks and comments in any position', () => {
    const { file } = scan(
      `/* one; #9=IFCNOTHING(); */ #1 = IFCWALL\n (\n 'a' , /* ); */ #2,\n $ ) ;#2=IFCDOOR(#1);/* end */\n`,
    )
    expect([file.statements, file.kinds]).toEqual([2, ['IFCWALL', 'IFCDOOR']])
    const cursor = new Cursor(file).open(0)
    expect([cursor.string(), cursor.ref(), cursor.value(), cursor.done]).toEqual(['a', 2, null, true])
  })

  it.each([
    ['lone CR', '\r'],
    ['CR LF', '\r\n'],
    ['none at all', ''],
  ])('handles line ends of the kind %s', (_what, end) => {
    const text = [
      ...HEAD.trim().split('\n'),
      "#1=IFCWALL('a');",
      "#2=IFCWALL('b');",
      ...TAIL.trim().split('\n'),
    ]
    const { file, header } = scanStep(source(text.join(end)), () => true)
    expect(file.statements).toBe(2)
    expect([...header.keys()]).toContain('FILE_SCHEMA')
  })

  it('ignores syntax inside strings', () => {
    const { file } = scan("#1=IFCWALL('it''s #7; /* no comment');\n#2=IFCDOOR('');\n")
    expect(file.statements).toBe(2)
    expect(file.numbers.dangling).toBe(0)
    expect(new Cursor(file).open(0).string()).toBe("it's #7; /* no comment")
  })

  it('keeps only the requested entities and counts the rest', () => {
    const text = `${HEAD}#1=IFCWALL('a');#2=IFCPOINT(1.);#3=IFCPOINT(2.);${TAIL}`
    const { file } = scanStep(source(text), (entity) => entity === 'IFCWALL')
    expect([file.statements, file.id.length]).toEqual([3, 1])
  })

  it('reads entity names in lower case', () => {
    expect(firstText(scan("#1=IfcWall('a');"), 'IFCWALL')).toBe('a')
  })

  it('treats spellings of an entity name as the same entity', () => {
    const { file } = scan("#1=IFCWALL('a');#2=IfcWall('b');#3=IFCDOOR('c');")
    expect(file.kinds).toEqual(['IFCWALL', 'IFCDOOR'])
    expect([...file.slotsOf('IFCWALL')]).toEqual([0, 1])
  })

  it('shares a slot between identical statements of deduplicated entities only', () => {
    const value = "('IsExternal',$,IFCBOOLEAN(.T.),$)"
    const statements = [
      `#1=IFCVALUE${value};#2=IFCOTHER${value};#3=IFCVALUE${value};#4=IFCWALL${value};#5=IFCWALL${value};`,
      // identical at both ends and in length
      `#6=IFCVALUE('Some name',$,IFCLABEL('A and the same end'),$);`,
      `#7=IFCVALUE('Some name',$,IFCLABEL('B and the same end'),$);#8=IFCVALUE();#9=IFCVALUE();`,
    ]
    const text = HEAD + statements.join('') + TAIL
    const { file } = scanStep(source(text), (entity) => (entity === 'IFCWALL' ? true : 'once'))
    const cursor = new Cursor(file)
    const slots = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => cursor.slot(id))
    expect(slots).toEqual([0, 1, 0, 2, 3, 4, 5, 6, 6])
    expect([6, 7].map((id) => cursor.open(cursor.slot(id)).skip(2).value()?.text)).toEqual([
      'A and the same end',
      'B and the same end',
    ])
    expect(file.statements).toBe(9)
  })

  it('reads a statement longer than the read window', () => {
    const points = '(1.,2.,3.),'.repeat(900_000)
    const { file } = scan(`#1=IFCLIST((${points}(0.,0.,0.)));\n#2=IFCWALL('after');\n`)
    expect(firstText({ file, header: new Map() }, 'IFCWALL')).toBe('after')
    expect(file.statements).toBe(2)
  })

  it('finds every statement, whatever the window boundaries', () => {
    const lines = Array.from(
      { length: 120_000 },
      (_, at) => `#${at + 1}=IFCWALL('wall ''${at}'' ${'x'.repeat(at % 61)}');`,
    )
    const { file } = scan(lines.join('\n'))
    expect(file.statements).toBe(lines.length)
    const cursor = new Cursor(file)
    for (const slot of [0, 59_999, 119_999]) expect(cursor.open(slot).string()).toContain(`wall '${slot}'`)
  })

  it('counts each missing entity once', () => {
    const { file } = scan('#1=IFCA(#2,#77,(#77,#78));#2=IFCB(#1);')
    expect(file.numbers.dangling).toBe(2)
  })

  it('keeps the first of two statements with the same number', () => {
    const walked = scan("#1=IFCWALL('first');#1=IFCWALL('second');")
    expect(walked.file.duplicates.length).toBe(1)
    expect(firstText(walked, 'IFCWALL')).toBe('first')
  })

  it('supports entity numbers in the billions without proportional memory', () => {
    const { file } = scan("#4294967295=IFCWALL(#4000000000);#4000000000=IFCDOOR('d');")
    expect(file.numbers.dangling).toBe(0)
    expect(new Cursor(file).slot(4_294_967_295)).toBe(0)
  })

  it.each(['NaN', 'INF', '-1.#IND', 'nan(ind)'])('records %s in place of a number', (word) => {
    expect(scan(`#1=IFCPOINT((${word},0.,1.E-5));`).file.notNumbers.length).toBe(1)
  })

  it('distinguishes enumerations, types and exponents', () => {
    const { file } = scan('#1=IFCX(.ELEMENT.,IFCLABEL(\'a\'),1.E-5,-2.5e+10,.T.,*,$,"0FA");')
    expect(file.notNumbers.length).toBe(0)
  })

  it('reports the line of an unterminated string', () => {
    const error = refusal(`${HEAD}#1=IFCWALL('a');\n#2=IFCWALL('open,$);\n#3=IFCWALL($);\n${TAIL}`)
    expect(error).toMatchObject({ code: 'SYNTAX', line: 7 })
    expect(error.message).toContain('Line 7')
  })

  it('reports the line of a string that ends too early, although later quotes balance it', () => {
    const error = refusal(`${HEAD}#1=IFCWALL('it's here',$);\n#2=IFCWALL('that's too',$);\n${TAIL}`)
    expect(error).toMatchObject({ code: 'SYNTAX', line: 6 })
  })

  it.each([
    ['inside a statement', `${HEAD}#1=IFCWALL('a');\n#2=IFCWA`],
    ['inside a text', `${HEAD}#1=IFCWALL('a`],
    ['between statements', `${HEAD}#1=IFCWALL('a');\n`],
    ['inside a comment', `${HEAD}/* and so`],
    ['after the data', `${HEAD}#1=IFCWALL('a');\nENDSEC;\n`],
  ])('reports a truncated file %s', (_where, text) => {
    expect(refusal(text).code).toBe('TRUNCATED')
  })

  it('counts lines with every kind of line end', () => {
    expect(findLine(source('a\rb\r\nc\nd'), 7)).toBe(4)
  })
})

describe('parsing arguments', () => {
  const cursor = (args: string) => new Cursor(scan(`#1=IFCX(${args});`).file).open(0)

  it('parses typed values of every kind', () => {
    const at = cursor("IFCLABEL('a'),IFCREAL(2.5),IFCBOOLEAN(.T.),IFCINTEGER(3),.ENUM.,'text',7,#12")
    expect(at.value()).toEqual({ type: 'IFCLABEL', text: 'a', number: null, ref: 0 })
    expect(at.value()).toEqual({ type: 'IFCREAL', text: '2.5', number: 2.5, ref: 0 })
    expect(at.value()).toMatchObject({ type: 'IFCBOOLEAN', text: 'T' })
    expect(at.number()).toBe(3)
    expect(at.word()).toBe('ENUM')
    expect(at.string()).toBe('text')
    expect(at.number()).toBe(7)
    expect(at.ref()).toBe(12)
    expect(at.done).toBe(true)
  })

  it('parses untyped and typed lists and continues after them', () => {
    const at = cursor("(#1,#2),#3,IFCSET((#4,#5)),(1.,2.),((1.,2.),(3.,4.)),'end'")
    expect([at.refs(), at.refs(), at.refs(), at.numbers()]).toEqual([[1, 2], [3], [4, 5], [1, 2]])
    expect(at.skip().string()).toBe('end')
  })

  it('returns empty values for arguments of another kind and continues', () => {
    const at = cursor("$,*,.E.,(#1),'a','last'")
    expect([at.string(), at.ref(), at.number(), at.string(), at.ref(), at.string()]).toEqual([
      '',
      0,
      null,
      '',
      0,
      'last',
    ])
  })

  it.each(['1e999', 'NaN', '1.#INF', '--1', ''])('returns null for the invalid number %s', (written) => {
    expect(cursor(written || '$').number()).toBeNull()
  })

  it('survives endlessly nested brackets', () => {
    const at = cursor(`${'('.repeat(100_000)}`)
    expect(at.values()).toEqual([])
    expect(at.skip(5).string()).toBe('')
  })
})

describe('searching a single statement', () => {
  it('matches its complete number', () => {
    const text = source(`${HEAD}#5=IFCDIRECTION((0.,1.));\n#55 = IFCDIRECTION ((1.,0.));\n${TAIL}`)
    expect(new TextDecoder().decode(findStatement(text, 55) ?? new Uint8Array())).toBe('(1.,0.)')
    expect(findStatement(text, 555)).toBeNull()
  })
})
