import type { PlanDrawing, PlanPoint } from './plan-drawing.ts'

/** A plan on paper: shapes in millimetres from the top left corner of the sheet. */
export interface PlanSheet {
  width_mm: number
  height_mm: number
  /** 1:n */
  scale: number
  /** where the drawing is: left, top, width, height */
  area: [number, number, number, number]
  shapes: SheetShape[]
}

type SheetShape =
  | {
      kind: 'path'
      lines: PlanPoint[][]
      closed: boolean
      /** #rrggbb */
      fill: string | null
      stroke: string | null
      stroke_mm: number
      alternate: boolean
      /** whether only the part within the area of the drawing is shown */
      clipped?: boolean
      /** lengths of dashes and gaps in turn, millimetres */
      dashes?: number[]
    }
  | {
      kind: 'text'
      at: PlanPoint
      text: string
      size_mm: number
      align: 'start' | 'middle'
      /** width of a white border around the letters, which keeps them readable over lines */
      halo_mm?: number
    }

interface SheetLabels {
  title: string
  /** formats a room's area */
  area: (square_metres: number) => string
  /** formats the length of the scale bar */
  length: (metres: number) => string
  /** unit for the round number of the scale bar, in metres; a metre by default */
  unit_m?: number
}

const SCALES = [20, 50, 100, 200, 500, 1000, 2000, 5000]
const MARGIN_MM = 12
/** room for title and scale bar below the drawing */
const FOOT_MM = 18
const PAPERS: [width_mm: number, height_mm: number][] = [
  [297, 210],
  [420, 297],
]
export const INK = '#1d1a17'
const POCHE = '#5d5852'
const GLASS = '#dfe8ec'
const LIGHT = '#9a958d'
/** fill of cut terrain */
const EARTH = '#e6e1d8'
/** Smallest scale with lines where cut bodies touch or overlap; on smaller ones they would blacken walls of layers. */
const JOINTED = 50
/** Width of outlines whose inner half is covered, as a multiple of the line that is seen otherwise. */
const COVERED = 1.6
/** line widths of ISO 128 for construction: cut, by the largest scale that they are for, and seen */
const CUT_MM: [scale: number, width_mm: number][] = [
  [50, 0.5],
  [100, 0.35],
  [200, 0.25],
  [Infinity, 0.18],
]
const SEEN_MM = 0.13
/** sizes of the texts of a room, the least one, the distance from its walls, the line height as a multiple of the size, and the border */
const ROOM_MM = { name: 2.5, area: 2, least: 1.3, gap: 0.5, step: 1.28, halo: 0.4 }
/** average width of a letter, as a share of its size */
const LETTER = 0.55
/** circles with the names of axes, and how far axes go beyond the building */
const AXIS_MM = { radius: 3, beyond: 4 }
const AXIS_DASHES = [6, 1, 0.5, 1]

/** Cut bodies: the ground, then all others, which join into one area on small scales. */
function drawCuts(
  { cuts }: PlanDrawing,
  scale: number,
  place: (point: PlanPoint) => PlanPoint,
): SheetShape[] {
  const cut_mm = CUT_MM.find(([largest]) => scale <= largest)?.[1] ?? SEEN_MM
  const shapes = cuts
    .toSorted((a, b) => Number(b.ground) - Number(a.ground))
    .map(({ loops, wound, glass, hollow, ground }) => ({
      kind: 'path' as const,
      lines: loops.map((loop) => loop.map(place)),
      closed: true,
      fill: hollow ? null : ground ? EARTH : glass ? GLASS : POCHE,
      stroke: INK,
      stroke_mm: glass || ground ? SEEN_MM * 2 : cut_mm,
      alternate: !wound,
      clipped: true,
    }))
  if (scale <= JOINTED) return shapes
  const solid = shapes.filter(({ fill }) => fill === POCHE)
  return [
    ...shapes.map((shape) =>
      shape.fill === POCHE ? { ...shape, fill: null, stroke_mm: shape.stroke_mm * COVERED } : shape,
    ),
    ...solid.map((shape) => ({ ...shape, stroke: null })),
  ]
}

/** Lays a plan out on A4, or on A3 if that allows a larger scale; landscape. */
export function layOutSheet(plan: PlanDrawing, labels: SheetLabels): PlanSheet | null {
  const [west, south, east, north] = plan.extent
  if (!(east > west && north > south)) return null
  const { width, height, scale } = choosePaper(plan)
  const perMetre = 1000 / scale
  const left = (width - (east - west) * perMetre) / 2
  const top = MARGIN_MM + (height - MARGIN_MM * 2 - FOOT_MM - (north - south) * perMetre) / 2
  const place = ([x, y]: PlanPoint): PlanPoint => [left + (x - west) * perMetre, top + (north - y) * perMetre]
  // The site, and stray elements, reach as far as the paper does.
  const area: PlanSheet['area'] = [
    MARGIN_MM,
    MARGIN_MM,
    width - MARGIN_MM * 2,
    height - MARGIN_MM * 2 - FOOT_MM,
  ]
  const box = { left: area[0], top: area[1], right: area[0] + area[2], bottom: area[1] + area[3] }
  const onPaper = ([x, y]: PlanPoint) => x > box.left && x < box.right && y > box.top && y < box.bottom
  const below = plan.below.flatMap(([from, to]) => {
    const kept = clipToBox(place(from), place(to), box)
    return kept ? [kept] : []
  })
  const shapes: SheetShape[] = [
    {
      kind: 'path',
      lines: below,
      closed: false,
      fill: null,
      stroke: LIGHT,
      stroke_mm: SEEN_MM,
      alternate: false,
    },
    // the ground first: the building stands in it
    ...drawCuts(plan, scale, place),
    {
      kind: 'path',
      lines: plan.sheets.map((line) => line.map(place)),
      closed: false,
      fill: null,
      stroke: INK,
      stroke_mm: SEEN_MM * 2,
      alternate: false,
      clipped: true,
    },
    {
      kind: 'path',
      lines: [...plan.panels, ...plan.arrows].map((line) => line.map(place)),
      closed: false,
      fill: null,
      stroke: INK,
      stroke_mm: SEEN_MM,
      alternate: false,
      clipped: true,
    },
    ...drawAxes(plan, place),
    ...plan.rooms
      .filter(({ at }) => onPaper(place(at)))
      .flatMap((room) => writeRoom(room, place(room.at), room.width * perMetre, labels)),
    ...drawFoot(width, height, scale, labels),
  ]
  return { width_mm: width, height_mm: height, scale, area, shapes }
}

function choosePaper({ extent: [west, south, east, north], axes }: PlanDrawing) {
  const edge = MARGIN_MM + (axes.length > 0 ? AXIS_MM.beyond + AXIS_MM.radius * 2 : 0)
  const fits = PAPERS.map(([width, height]) => {
    const least = Math.max(
      ((east - west) * 1000) / (width - edge * 2),
      ((north - south) * 1000) / (height - edge * 2 - FOOT_MM),
    )
    return { width, height, scale: SCALES.find((scale) => scale >= least) ?? Math.ceil(least) }
  })
  return fits.reduce((best, each) => (each.scale < best.scale ? each : best))
}

/** Name and area of a room around a point: the name in lines as wide as the room, and smaller where a word is wider. */
function writeRoom(
  { name, area_m2 }: PlanDrawing['rooms'][number],
  [x, y]: PlanPoint,
  width: number,
  labels: SheetLabels,
): SheetShape[] {
  const room = width - ROOM_MM.gap * 2
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && longer.length * ROOM_MM.name * LETTER <= room) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  const longest = Math.max(1, ...lines.map((line) => line.length))
  const size = Math.max(ROOM_MM.least, Math.min(ROOM_MM.name, room / (longest * LETTER)))
  const step = size * ROOM_MM.step
  const first = y - ((lines.length - 1) * step) / 2
  const write = (text: string, at: number, size_mm: number): SheetShape => ({
    kind: 'text',
    at: [x, at],
    text,
    size_mm,
    align: 'middle',
    halo_mm: ROOM_MM.halo,
  })
  return [
    ...lines.map((line, at) => write(line, first + at * step, size)),
    write(labels.area(area_m2), first + lines.length * step, Math.min(ROOM_MM.area, size)),
  ]
}

/** Axes as far as a little beyond the building, with their names in circles at the ends that lie outside of it, or else at both. */
function drawAxes(plan: PlanDrawing, place: (point: PlanPoint) => PlanPoint): SheetShape[] {
  const [west, south, east, north] = plan.extent
  const [[left, bottom], [right, top]] = [place([west, south]), place([east, north])]
  const { radius, beyond } = AXIS_MM
  const box = { left: left - beyond, top: top - beyond, right: right + beyond, bottom: bottom + beyond }
  return plan.axes.flatMap(({ name, points }): SheetShape[] => {
    const line = clipLine(points.map(place), box)
    const [first, last] = [line[0], line.at(-1)]
    if (line.length < 2 || !first || !last) return []
    const axis: SheetShape = {
      kind: 'path',
      lines: [line],
      closed: false,
      fill: null,
      stroke: LIGHT,
      stroke_mm: SEEN_MM,
      alternate: false,
      dashes: AXIS_DASHES,
    }
    const isOutside = ({ end: [x, y] }: { end: PlanPoint }) =>
      x <= left || x >= right || y <= top || y >= bottom
    const ends = [
      { end: first, before: line[1] as PlanPoint },
      { end: last, before: line.at(-2) as PlanPoint },
    ]
    // Axes of a building at an angle to the sheet may end within the box around it.
    const named = ends.some(isOutside) ? ends.filter(isOutside) : ends
    const names = named
      .filter(() => name !== '')
      .flatMap(({ end, before }) => drawAxisName(name, end, before, radius))
    return [axis, ...names]
  })
}

function drawAxisName(name: string, end: PlanPoint, before: PlanPoint, radius: number): SheetShape[] {
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1
  const center: PlanPoint = [
    end[0] + ((end[0] - before[0]) / length) * radius,
    end[1] + ((end[1] - before[1]) / length) * radius,
  ]
  const circle = Array.from({ length: 32 }, (_, step): PlanPoint => {
    const angle = (step / 16) * Math.PI
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)]
  })
  const size = Math.min(2.8, (radius * 3) / Math.max(1, name.length))
  return [
    {
      kind: 'path',
      lines: [circle],
      closed: true,
      fill: '#ffffff',
      stroke: INK,
      stroke_mm: SEEN_MM,
      alternate: false,
    },
    { kind: 'text', at: [center[0], center[1] + size * 0.36], text: name, size_mm: size, align: 'middle' },
  ]
}

interface SheetBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** The first part of a line within a box; [] where it passes by. */
function clipLine(line: readonly PlanPoint[], box: SheetBox): PlanPoint[] {
  const kept: PlanPoint[] = []
  for (let at = 1; at < line.length; at++) {
    const piece = clipToBox(line[at - 1] as PlanPoint, line[at] as PlanPoint, box)
    if (!piece) {
      if (kept.length > 0) break
      continue
    }
    if (kept.length === 0) kept.push(piece[0])
    kept.push(piece[1])
  }
  return kept
}

/** Liang–Barsky: the part of a segment within a box. */
function clipToBox(from: PlanPoint, to: PlanPoint, box: SheetBox): [PlanPoint, PlanPoint] | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enter, leave] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - box.left],
    [dx, box.right - from[0]],
    [-dy, from[1] - box.top],
    [dy, box.bottom - from[1]],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step < 0) enter = Math.max(enter, room / step)
    if (step > 0) leave = Math.min(leave, room / step)
  }
  if (enter >= leave) return null
  const at = (share: number): PlanPoint => [from[0] + dx * share, from[1] + dy * share]
  return [at(enter), at(leave)]
}

/** Title, scale and a scale bar with a round length in metres or another unit. */
function drawFoot(width: number, height: number, scale: number, labels: SheetLabels): SheetShape[] {
  const y = height - MARGIN_MM
  const { unit_m = 1 } = labels
  const metres =
    unit_m * ([1, 2, 5, 10, 20, 50, 100, 200].find((each) => (each * unit_m * 1000) / scale >= 30) ?? 500)
  const size = (metres * 1000) / scale
  const from = width - MARGIN_MM - size
  const part = (at: number, fill: string): SheetShape => ({
    kind: 'path',
    lines: [
      [
        [from + (size / 4) * at, y - 2],
        [from + (size / 4) * (at + 1), y - 2],
        [from + (size / 4) * (at + 1), y],
        [from + (size / 4) * at, y],
      ],
    ],
    closed: true,
    fill,
    stroke: INK,
    stroke_mm: SEEN_MM,
    alternate: false,
  })
  return [
    { kind: 'text', at: [MARGIN_MM, y - 5], text: labels.title, size_mm: 4, align: 'start' },
    { kind: 'text', at: [MARGIN_MM, y], text: `1:${scale}`, size_mm: 3, align: 'start' },
    ...[0, 1, 2, 3].map((at) => part(at, at % 2 === 0 ? INK : '#ffffff')),
    { kind: 'text', at: [from, y - 3], text: '0', size_mm: 2.2, align: 'middle' },
    { kind: 'text', at: [from + size, y - 3], text: labels.length(metres), size_mm: 2.2, align: 'middle' },
  ]
}

const round = (value: number) => String(Math.round(value * 1000) / 1000)

/** Characters that XML cannot hold: names in a model may have control characters and lone surrogates. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escapeXml = (text: string) =>
  text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The sheet as SVG, one unit per millimetre. */
export function formatSvg({ width_mm, height_mm, area, shapes }: PlanSheet): string {
  const drawn = shapes.map((shape) => {
    if (shape.kind === 'text') {
      const [x, y] = shape.at.map(round)
      const halo = shape.halo_mm
        ? ` stroke="#ffffff" stroke-width="${shape.halo_mm * 2}" stroke-linejoin="round" paint-order="stroke"`
        : ''
      return `<text x="${x}" y="${y}" font-size="${round(shape.size_mm)}" text-anchor="${shape.align}"${halo}>${escapeXml(shape.text)}</text>`
    }
    const path = shape.lines
      .map(
        (line) => `M${line.map((point) => point.map(round).join(' ')).join('L')}${shape.closed ? 'Z' : ''}`,
      )
      .join('')
    return `<path d="${path}" fill="${shape.fill ?? 'none'}" fill-rule="${shape.alternate ? 'evenodd' : 'nonzero'}" stroke="${shape.stroke ?? 'none'}" stroke-width="${shape.stroke_mm}"${shape.clipped ? ' clip-path="url(#area)"' : ''}${shape.dashes ? ` stroke-dasharray="${shape.dashes.join(' ')}"` : ''}/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width_mm}mm" height="${height_mm}mm" viewBox="0 0 ${width_mm} ${height_mm}" font-family="Inter, Helvetica, Arial, sans-serif" fill="${INK}" stroke-linejoin="miter">`,
    `<clipPath id="area"><rect x="${area[0]}" y="${area[1]}" width="${area[2]}" height="${area[3]}"/></clipPath>`,
    `<rect width="${width_mm}" height="${height_mm}" fill="#ffffff"/>`,
    ...drawn,
    '</svg>',
  ].join('\n')
}
