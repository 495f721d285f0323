import { expect, test } from 'vitest'
import { PALETTES, type Theme } from './theme.ts'

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
function contrast(a: number[], b: number[]): number {
  const luminance = (color: number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] satisfies Theme[])(
  'In the %s theme contours of the cut stand out from the background and from their fill',
  (theme) => {
    const { contour, top, bottom, poche } = PALETTES[theme]
    for (const background of [top, bottom]) expect(contrast(contour, background)).toBeGreaterThan(7)
    expect(contrast(contour, poche)).toBeGreaterThan(2)
  },
)
