import { describe, expect, test } from 'vitest'
import { isTaxId } from './tax-ids.ts'

// published examples and numbers of well-known companies
const valid =
  `ATU13585627 BE0428759497 BG175074752 CHE107787577 CHE107.787.577 CY10259033P CZ25123891 DE136695976
  DK13585628 EE100931558 EL094259216 ESA28015865 ES54362315K FI20774740 FR40303265045 GB980780684 HR33392005961
  HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515 LU15027442 LV40003521600 MT11679112 NL004495445B01
  NO995525828MVA PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619`.split(/\s+/)

/** All numbers that differ from this one in a single digit. */
const misprints = (text: string) =>
  [...text].flatMap((one, index) =>
    /\d/.test(one)
      ? [...'0123456789']
          .filter((other) => other !== one)
          .map((other) => text.slice(0, index) + other + text.slice(index + 1))
      : [],
  )

describe('VAT number', () => {
  test.each(valid)('%s is valid', (text) => expect(isTaxId(text)).toBe(true))

  test.each(valid)('%s with one wrong digit is mostly rejected', (text) => {
    const all = misprints(text)
    const passing = all.filter(isTaxId)
    // branch suffixes (`B01`, `…01`) and older formats accept some of them
    expect(passing.length / all.length).toBeLessThan(0.2)
  })

  test('of the wrong format is rejected', () => {
    for (const text of [
      '',
      'DE',
      'DE12345678',
      'DE1366959761',
      'de136695976',
      'FR403032650',
      'ATX13585627',
      'NL004495445X01',
    ])
      expect(isTaxId(text)).toBe(false)
  })

  test('of an unlisted country is accepted by its rough format', () => {
    expect(isTaxId('US123456789')).toBe(true)
    expect(isTaxId('US 12-3456')).toBe(false)
  })
})
