/** The models of a viewer's address. Servers and proxies refuse addresses of more than 8 kB, and a project may have 2,000 files. */

/** more than these are listed by the ends of their ids */
const MAX_WHOLE_IDS = 20
const END_LENGTH = 8
/** prefix of excluded model ids */
const EXCEPT = '-'

const shorten = (ids: readonly string[]) =>
  // URLSearchParams encodes commas by three characters, dots by one
  ids.length > MAX_WHOLE_IDS ? ids.map((id) => id.slice(-END_LENGTH)).join('.') : ids.join()

/** Formats chosen models for the address: undefined for all of them; lists the excluded ones where these are fewer. */
export function formatModelChoice(chosen: readonly string[], all?: readonly string[]): string | undefined {
  const ids = new Set(chosen)
  const others = all?.filter((id) => !ids.has(id))
  if (others?.length === 0) return undefined
  const isExcept = others && chosen.length > MAX_WHOLE_IDS && others.length < chosen.length
  return isExcept ? EXCEPT + shorten(others) : shorten(chosen) || EXCEPT
}

/** Whether a model is chosen by the address; null if the address chooses none and all are shown. */
export function parseModelChoice(text: string | undefined): ((id: string) => boolean) | null {
  if (!text) return null
  const isExcept = text.startsWith(EXCEPT) && text !== EXCEPT
  const listed = new Set((isExcept ? text.slice(EXCEPT.length) : text).split(/[,.]/))
  return (id) => (listed.has(id) || listed.has(id.slice(-END_LENGTH))) !== isExcept
}
