import type { TokenScope } from '@plumbline/contract/auth/tokens'
import { catalogue, count } from '../../base/language.ts'

const scopeNames: Record<TokenScope, string> = {
  READ: 'Read only',
  WRITE: 'Read and change',
  BCF: 'BCF only',
}
const scopeHelp: Record<TokenScope, string> = {
  READ: 'Everything you can see.',
  WRITE: 'Also change everything you can change in projects.',
  BCF: 'Read and change issues through the BCF API, and nothing else.',
}

const english = {
  title: 'API access',
  hint: 'Programs that act for you, with your rights and never more.',
  documentation: 'API documentation',
  tokens: 'API tokens',
  tokensHint: 'For your own scripts and services. They stay valid when you sign out.',
  noTokens: 'You have no API tokens.',
  newToken: 'New API token',
  name: 'Name',
  nameHelp: 'What the token is for.',
  scope: 'Permissions',
  scopes: scopeNames,
  scopeHelp,
  project: 'Limit to a project',
  projectHelp: 'Leave empty for all your projects.',
  allProjects: 'All projects',
  projectGone: 'A project you no longer have access to',
  ends: 'Expires after',
  never: 'Never',
  days: (number: number) => count(number, 'day', 'days'),
  password: 'Your password',
  create: 'Create token',
  madeTitle: 'Copy your token',
  madeHint: 'It is shown only once. Keep it like a password: anyone who has it can use it.',
  copyToken: 'Copy token',
  done: 'Done',
  endsWith: (end: string) => `ends with ${end}`,
  made: (date: string) => `Created ${date}`,
  used: (time: string) => `last used ${time}`,
  neverUsed: 'never used',
  expires: (date: string) => `expires ${date}`,
  expired: 'Expired',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeToken: 'Revoke token',
  revokeHint: (name: string) => `Programs that use “${name}” stop working immediately.`,
  programs: 'Connected programs',
  programsHint: 'Programs you allowed to access your issues through the BCF API.',
  noPrograms: 'No connected programs.',
  connected: (date: string) => `Connected ${date}`,
  disconnect: 'Disconnect',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  disconnectProgram: 'Disconnect program',
  disconnectHint: (name: string) => `“${name}” loses access until you allow it again.`,
}
export type ApiAccessText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    apiAccess: ApiAccessText
  }
}
export const useApiAccessText = catalogue('apiAccess', english)
