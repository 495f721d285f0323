import { catalogue } from '../base/language.ts'

const english = {
  title: 'Who is here',
  /** the accessible name of the button: others who look at this project, others who are connected */
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
