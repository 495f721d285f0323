import { Email } from '@plumbline/contract/fields'
import * as z from 'zod/mini'

/** Extracts e-mail addresses from a pasted list with any separators; `Name <address>` counts as its address. */
export function parseAddresses(input: string): { valid: string[]; invalid: string[] } {
  const valid = new Set<string>()
  const invalid = new Set<string>()
  for (const entry of input.split(/[,;\n\t]+/)) {
    const found = entry.match(/[^\s<>"']+@[^\s<>"']+/g) ?? []
    if (found.length === 0 && entry.trim()) invalid.add(entry.trim())
    for (const address of found) {
      const parsed = z.safeParse(Email, address)
      if (parsed.success) valid.add(parsed.data)
      else invalid.add(address)
    }
  }
  return { valid: [...valid], invalid: [...invalid] }
}

/** A pasted list without some of its addresses, one entry a line. */
export function withoutAddresses(input: string, gone: ReadonlySet<string>): string {
  const { valid, invalid } = parseAddresses(input)
  return [...valid.filter((address) => !gone.has(address)), ...invalid].join('\n')
}
