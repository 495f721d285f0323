import type { TokenScope } from '@plumbline/contract/auth/tokens'
import { catalogue, count } from '../../base/language.ts'

const scopeNames: Record<TokenScope, string> = {
  READ: 'Read only',
  WRITE: 'Read and change',
  BCF: 'BCF only',
}
const scopeHelp: Record<TokenScope, string> = {
  READ: 'Everything that you see.',
  WRITE: 'Everything that you may change in projects, too.',
  BCF: 'Issues by the BCF API, read and changed, and nothing else.',
}

const english = {
  title: 'API access',
  hint: 'Programs that work for you, with your rights and never more.',
  documentation: 'API documentation',
  tokens: 'API tokens',
  tokensHint: 'For scripts and services of your own. Signing out elsewhere does not end them.',
  noTokens: 'You have no API tokens.',
  newToken: 'New API token',
  name: 'Name',
  nameHelp: 'To recognise it by, such as what it is for.',
  scope: 'What it may do',
  scopes: scopeNames,
  scopeHelp,
  project: 'Only in this project',
  projectHelp: 'Empty: in all of your projects.',
  allProjects: 'All projects',
  projectGone: 'A project that you no longer see',
  ends: 'Ends after',
  never: 'Never by itself',
  days: (number: number) => count(number, 'day', 'days'),
  password: 'Your password',
  create: 'Create token',
  madeTitle: 'Copy your token',
  madeHint: 'It is shown only now. Keep it like a password: whoever has it can do what it allows.',
  copyToken: 'Copy token',
  done: 'Done',
  endsWith: (end: string) => `ends with ${end}`,
  made: (date: string) => `Made ${date}`,
  used: (time: string) => `last used ${time}`,
  neverUsed: 'never used',
  expires: (date: string) => `ends ${date}`,
  expired: 'Ended',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revokeToken: 'Revoke token',
  revokeHint: (name: string) => `Programs that use “${name}” stop working at once.`,
  programs: 'Connected programs',
  programsHint: 'Programs that you allowed to work with your issues by the BCF API.',
  noPrograms: 'No program is connected.',
  connected: (date: string) => `Connected ${date}`,
  disconnect: 'Disconnect',
  disconnectNamed: (name: string) => `Disconnect ${name}`,
  disconnectProgram: 'Disconnect program',
  disconnectHint: (name: string) => `“${name}” can no longer reach anything here until you allow it again.`,
}
export type ApiAccessText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    apiAccess: ApiAccessText
  }
}
export const useApiAccessText = catalogue('apiAccess', english)
