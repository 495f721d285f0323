/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Colour = { lightness: number; chroma: number; hue: number; alpha: number }
const themes = ['light', 'dark'] as const
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const appCss = readFileSync(new URL('../app.css', import.meta.url), 'utf8')
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function parseColour(text: string): Colour {
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = text.split(/[\s/]+/).map(Number)
  return { lightness, chroma, hue, alpha }
}
const tokens = new Map<string, Record<(typeof themes)[number], Colour>>()
for (const [, name, light, dark] of css.matchAll(
  /--color-([\w-]+):\s*light-dark\(\s*oklch\(([^)]*)\),\s*oklch\(([^)]*)\)\s*\)/g,
)) {
  if (name && light && dark) tokens.set(name, { light: parseColour(light), dark: parseColour(dark) })
}

/** Linear sRGB of an OKLCH colour (Björn Ottosson, "A perceptual color space for image processing", 2020). */
function linearRgb({ lightness, chroma, hue }: Colour): number[] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
/** Contrast ratio, 1 to 21 (WCAG 2.2, "relative luminance" and "contrast ratio"). */
function contrast(one: Colour, other: Colour): number {
  const luminance = (colour: Colour) => {
    const [red = 0, green = 0, blue = 0] = linearRgb(colour).map((channel) =>
      Math.max(0, Math.min(1, channel)),
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}
function ratio(theme: (typeof themes)[number], one: string, other: string): number {
  const first = tokens.get(one)
  const second = tokens.get(other)
  if (!first || !second) throw new Error(`no token ${first ? other : one}`)
  return contrast(first[theme], second[theme])
}

/** All string literals of the sources that may contain classes; literals joined with + count as one. */
function classStrings(): { file: string; text: string }[] {
  return Object.entries(sources)
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, code]) =>
      [...code.replaceAll(/'\s*\+\s*'/g, '').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((match) => ({
        file,
        text: match[1] ?? match[2] ?? match[3] ?? '',
      })),
    )
}
/** The colour classes of a string by variant prefix: { '': {bg, text}, 'hover': {bg} }. */
function coloursByVariant(text: string) {
  const found = new Map<string, { bg?: string; text?: string }>()
  for (const word of text.split(/\s+/)) {
    const [, variant = '', kind, token] =
      /^((?:[^\s]+:)*)(bg|text)-([a-z][\w-]*?)(?:\/\d+)?$/.exec(word) ?? []
    if (!kind || !token || !tokens.has(token)) continue
    found.set(variant, { ...found.get(variant), [kind]: token })
  }
  return found
}

const grounds = ['canvas', 'surface', 'raised', 'sunken']
/** Text colours that are only used with a background class in the same string. */
const onFillOnly = new Set(['accent-text', 'surface', 'canvas'])
/** Colours of icons and charts, which need 3:1 (WCAG 1.4.11), and of disabled controls, which have no minimum. */
const isGraphic = (token: string) =>
  token === 'accent' || token.startsWith('status-') || token.startsWith('chart-')

describe.each(themes)('the %s theme', (theme) => {
  test('Every colour token lies in the sRGB gamut', () => {
    const outside = [...tokens].filter(([, colours]) =>
      linearRgb(colours[theme]).some((channel) => channel < -0.003 || channel > 1.003),
    )
    expect(outside.map(([name]) => name)).toEqual([])
  })

  test('Every text colour in use has enough contrast on every surface colour', () => {
    const used = new Set(
      classStrings().flatMap(({ text }) =>
        [...coloursByVariant(text)]
          .filter(([variant]) => !variant.includes('disabled'))
          .flatMap(([, colours]) => (colours.text ? [colours.text] : [])),
      ),
    )
    expect(used).toContain('text-muted')
    const unreadable = [...used]
      .filter((token) => !onFillOnly.has(token))
      .flatMap((token) => grounds.map((ground) => ({ token, ground, least: isGraphic(token) ? 3 : 4.5 })))
      // the logo is used on the page and on cards, never on sunken surfaces
      .filter(({ token, ground }) => !(token === 'accent' && ground === 'sunken'))
      .filter(({ token, ground, least }) => ratio(theme, token, ground) < least)
    expect(unreadable).toEqual([])
  })

  test('Text and background classes of one element have enough contrast', () => {
    const unreadable: string[] = []
    let pairs = 0
    for (const { file, text } of classStrings()) {
      const colours = coloursByVariant(text)
      const base = colours.get('')
      for (const [variant, own] of colours) {
        const fill = own.bg ?? base?.bg
        const letters = own.text ?? base?.text
        const translucent = fill && tokens.get(fill)?.[theme].alpha !== 1
        const isGraphicVariant = /disabled|after:|before:/.test(variant)
        if (!fill || !letters || translucent || isGraphicVariant || isGraphic(letters)) continue
        pairs += 1
        if (ratio(theme, fill, letters) < 4.5) unreadable.push(`${file}: ${variant}${letters} on ${fill}`)
      }
    }
    expect(pairs).toBeGreaterThan(10)
    expect(unreadable).toEqual([])
  })

  test('Text has enough contrast on every soft background', () => {
    const softs = [...tokens.keys()].filter((token) => token.endsWith('-soft'))
    const letters = (soft: string) =>
      ['text', 'text-muted', soft.replace('-soft', '')].filter((token) => token !== 'accent')
    const unreadable = softs
      .flatMap((soft) => letters(soft).map((token) => ({ soft, token })))
      .filter(({ soft, token }) => ratio(theme, soft, token) < 4.5)
    expect(softs.length).toBe(5)
    expect(unreadable).toEqual([])
  })

  test('Borders of controls, the focus ring and chart colours have a contrast of 3:1 on every surface', () => {
    const drawn = [...tokens.keys()].filter((token) => isGraphic(token) && token !== 'accent')
    const faint = [...drawn, 'line-strong', 'focus', 'accent-strong', 'danger']
      .flatMap((token) => grounds.map((ground) => ({ token, ground })))
      .filter(({ token, ground }) => ratio(theme, token, ground) < 3)
    expect(drawn.length).toBe(12)
    expect(faint).toEqual([])
  })

  test('Adjacent chart series differ in lightness', () => {
    const lightness = [1, 2, 3, 4, 5, 6].map(
      (series) => tokens.get(`chart-${series}`)?.[theme].lightness ?? 0,
    )
    const close = lightness
      .slice(1)
      .filter((value, index) => Math.abs(value - (lightness[index] ?? 0)) < 0.08)
    expect(close).toEqual([])
  })
})

test('White initials have enough contrast on every person colour', () => {
  const [, letters, lightness, chroma] =
    /person-colour \{\s*color: oklch\(([^)]*)\);\s*background-color: oklch\(([\d.]+) ([\d.]+) var/.exec(
      appCss,
    ) ?? []
  const white = parseColour(letters ?? '')
  const ratios = Array.from({ length: 360 }, (_, hue) =>
    contrast(white, { lightness: Number(lightness), chroma: Number(chroma), hue, alpha: 1 }),
  )
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
})
