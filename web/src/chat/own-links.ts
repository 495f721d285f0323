/** Finds the links of a message that point to issues and files of projects on this server. */

export type OwnLink =
  | { kind: 'issue'; project_id: string; number: number }
  | { kind: 'file'; project_id: string; header_id: string }

const MAX_LINKS = 3
const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ISSUE = new RegExp(`^/project/(${ID})/issues/(\\d{1,9})$`, 'i')
const FILE = new RegExp(`^/project/(${ID})/models/(${ID})$`, 'i')
const ADDRESS = /https?:\/\/[^\s<>()[\]"'`]+/g

function parseOwnLink(address: string, origin: string): OwnLink | null {
  const link = address.replace(/[.,;:!?]+$/, '')
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.origin !== origin) return null
  const issue = ISSUE.exec(url.pathname)
  if (issue?.[1]) return { kind: 'issue', project_id: issue[1], number: Number(issue[2]) }
  const file = FILE.exec(url.pathname)
  return file?.[1] && file[2] ? { kind: 'file', project_id: file[1], header_id: file[2] } : null
}

/** The first MAX_LINKS distinct links. Links to other servers are never fetched. */
export function findOwnLinks(message: string, origin: string): OwnLink[] {
  const links = [...message.matchAll(ADDRESS)].flatMap(([address]) => parseOwnLink(address, origin) ?? [])
  const byAddress = new Map(links.map((link) => [JSON.stringify(link), link]))
  return [...byAddress.values()].slice(0, MAX_LINKS)
}
