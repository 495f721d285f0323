/** The settings in force for the operators of the server, without secrets. */

interface DescribedSetting {
  name: string
  /** '': not set; null: a secret that is set */
  value: string | null
  from: 'ENVIRONMENT' | 'DEFAULT'
}

const SECRET = /(_KEY|_KEY_OLD|_TOKEN|_SECRET|_HEADERS)$/
/** keys that every browser receives, and a limit */
const NO_SECRETS = ['STRIPE_PUBLISHABLE_KEY', 'AMPLITUDE_KEY', 'GETSTREAM_KEY', 'RATE_LIMIT_PER_TOKEN']
const MASK = 'hidden'

/** A URL without its credentials, wherever they are in it. */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return MASK
  const url = new URL(text)
  if (url.username) url.username = MASK
  if (url.password) url.password = MASK
  for (const name of url.searchParams.keys())
    if (/pass|key|secret|token|cert/i.test(name)) url.searchParams.set(name, MASK)
  return url.href
}

function formatValue(name: string, value: unknown): string | null {
  if (value === undefined || value === '') return ''
  if (SECRET.test(name) && !NO_SECRETS.includes(name)) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return /_URL$/.test(name) ? maskUrl(String(value)) : String(value)
}

/** `parsed` includes defaults for settings missing in `given`. */
export const describeSettings = (
  given: Record<string, unknown>,
  parsed: Record<string, unknown>,
  names: readonly string[],
): DescribedSetting[] =>
  [...names].sort().map((name) => ({
    name,
    value: formatValue(name, parsed[name]),
    from: given[name] === undefined ? 'DEFAULT' : 'ENVIRONMENT',
  }))
