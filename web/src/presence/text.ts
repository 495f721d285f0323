import { catalogue } from '../base/language.ts'

const english = {
  title: 'Who is here',
  /** accessible name of the button: other people in this project, other people online */
  summary: (here: number, online: number) => `Who is here: ${here} in this project, ${online} online`,
  here: 'Here',
  online: 'Online',
}
export type PresenceText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    presence: PresenceText
  }
}

export const usePresenceText = catalogue('presence', english)
