/** Coordinate reference systems by their EPSG codes and by the names that files use for them. */

/** Coordinate systems whose names occur in many spellings in construction files. */
const NAMED: [code: number, title: string, spelling: RegExp][] = [
  [2056, 'CH1903+ / LV95', /LV\s*95|CH1903\+/],
  [21781, 'CH1903 / LV03', /LV\s*03|CH1903(?!\+)/],
  [2154, 'RGF93 / Lambert-93', /LAMBERT.?93/],
  [28992, 'Amersfoort / RD New', /RD.?NEW|AMERSFOORT|RIJKSDRIEHOEK/],
  [27700, 'OSGB36 / British National Grid', /BRITISH NATIONAL GRID|OSGB.?(19)?36/],
  [31370, 'BD72 / Belgian Lambert 72', /LAMBERT.?(19)?72/],
  [3035, 'ETRS89 / LAEA Europe', /LAEA/],
  [31254, 'MGI / Austria GK West', /GK.?(WEST|M28)/],
  [31255, 'MGI / Austria GK Central', /GK.?(CENTRAL|M31)/],
  [31256, 'MGI / Austria GK East', /GK.?(EAST|M34)/],
]

interface CoordinateSystem {
  /** EPSG code */
  code: number
  /** name in the EPSG register; '' for codes that are not listed here */
  title: string
}

/** The system that a file means by a code ("EPSG:25832", an OGC URN) or a name ("ETRS89 / UTM 32N"); null if unknown. */
export function findCoordinateSystem(name: string): CoordinateSystem | null {
  const text = name.trim().toUpperCase()
  const stated = /EPSG\D{0,12}?(\d{4,6})\b/.exec(text)?.[1] ?? /^(\d{4,6})$/.exec(text)?.[1]
  if (stated !== undefined) return { code: Number(stated), title: titleOf(Number(stated)) }
  const utm = /UTM\D{0,12}?(\d{1,2})\s*([NS])?/.exec(text)
  const zone = Number(utm?.[1] ?? 0)
  if (zone >= 1 && zone <= 60) {
    const isSouth = utm?.[2] === 'S'
    if (/ETRS.?(19)?89/.test(text) && zone >= 28 && zone <= 38 && !isSouth) return withTitle(25_800 + zone)
    if (/WGS.?(19)?84/.test(text)) return withTitle((isSouth ? 32_700 : 32_600) + zone)
    return null
  }
  const strip = /(DHDN|GAU(SS|ß).?KR).*?\b([2-5])\b/.exec(text)?.[3]
  if (strip !== undefined) return withTitle(31_464 + Number(strip))
  const found = NAMED.find(([, , spelling]) => spelling.test(text))
  return found ? { code: found[0], title: found[1] } : null
}

const withTitle = (code: number): CoordinateSystem => ({ code, title: titleOf(code) })

function titleOf(code: number): string {
  const zone = code % 100
  if (code >= 25_828 && code <= 25_838) return `ETRS89 / UTM zone ${zone}N`
  if (code >= 32_601 && code <= 32_660) return `WGS 84 / UTM zone ${zone}N`
  if (code >= 32_701 && code <= 32_760) return `WGS 84 / UTM zone ${zone}S`
  if (code >= 31_466 && code <= 31_469) return `DHDN / 3-degree Gauss-Kruger zone ${code - 31_464}`
  return NAMED.find(([own]) => own === code)?.[1] ?? ''
}

/** Whether two names mean the same system; one that is not stated may be any. */
export function isSameCoordinateSystem(a: string, b: string): boolean {
  if (a.trim() === '' || b.trim() === '') return true
  const [first, second] = [findCoordinateSystem(a), findCoordinateSystem(b)]
  if (first && second) return first.code === second.code
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
