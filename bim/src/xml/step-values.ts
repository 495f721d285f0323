import type { ValueKind } from './ifc4-schema.ts'

/** Formats XML text as a STEP argument, `$` for values that the kind does not allow. */
export function formatStepValue(text: string, kind: ValueKind): string {
  if (kind === 'text') return formatStepText(text)
  const plain = text.trim()
  switch (kind) {
    case 'real':
      return formatStepReal(plain)
    case 'integer':
      return /^[+-]?\d{1,18}$/.test(plain) ? plain : '$'
    case 'boolean':
      return BOOLEANS[plain.toLowerCase()] ?? '$'
    case 'enumeration':
      return /^\w+$/.test(plain) ? `.${plain.toUpperCase()}.` : '$'
    case 'binary':
      return /^[\da-fA-F]+$/.test(plain) ? `"0${plain.toUpperCase()}"` : '$'
    default:
      return '$'
  }
}

const BOOLEANS: Record<string, string> = { true: '.T.', 1: '.T.', false: '.F.', 0: '.F.', unknown: '.U.' }

function formatStepReal(plain: string): string {
  const [, whole = '', fraction = '', exponent = ''] = /^([+-]?\d*)(\.\d*)?([eE][+-]?\d+)?$/.exec(plain) ?? []
  if (!/\d/.test(whole + fraction)) return '$'
  const digits = /\d/.test(whole) ? whole : `${whole}0`
  return `${digits}${fraction || '.'}${exponent.toUpperCase()}`
}

/** Characters beyond ASCII are written as UTF-16 units, as STEP asks for. */
function formatStepText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replace(/[^\x20-\x7e]+/g, (run) => {
      let units = ''
      for (let at = 0; at < run.length; at++)
        units += run.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
      return `\\X2\\${units}\\X0\\`
    })
  return `'${escaped}'`
}
