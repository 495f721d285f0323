import { storage } from './storage.ts'

/** The header that names the current company; none before one is chosen. */
export function buildTeamHeader(): Record<string, string> {
  const team = storage.teamId()
  return team ? { 'X-Plumbline-Team-ID': team } : {}
}
