import type { IssueStatus } from '@plumbline/contract/issues/issues'

const probe = new Map<string, string>()

/**
 * The colour of a status as #rrggbb, resolved from its CSS token: pins are drawn by the viewer, which has no access to
 * style sheets.
 */
export function resolveStatusColor(status: IssueStatus): string {
  const theme = document.documentElement.dataset.theme ?? ''
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const key = `${status}${theme}${dark}`
  const known = probe.get(key)
  if (known) return known
  const name = `--color-status-${status.toLowerCase().replace('_', '-')}`
  const element = document.createElement('span')
  element.style.color = `var(${name})`
  document.body.append(element)
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) return '#808080'
  context.fillStyle = getComputedStyle(element).color
  context.fillRect(0, 0, 1, 1)
  element.remove()
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  probe.set(key, color)
  return color
}
