import { visitProject } from '@plumbline/contract/projects/projects'
import { call } from '../api/client.ts'
import { afterFirstPage } from '../api/first-page.ts'

/**
 * Records that a project was opened, once the first page has loaded its data, or when it is left before: the server
 * announces the visit, and the project is read again.
 */
export function recordVisit(id: string): void {
  const send = () => {
    if (isSent) return
    isSent = true
    removeEventListener('pagehide', send)
    // only orders the list of recent projects: a failure is ignored
    call(visitProject, { params: { id } }, { redirects: false, keepalive: true }).catch(() => undefined)
  }
  let isSent = false
  addEventListener('pagehide', send)
  afterFirstPage(send)
}
