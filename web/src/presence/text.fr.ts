import type { PresenceText } from './text.ts'

const french: PresenceText = {
  title: 'Qui est là',
  summary: (here, online) => `Qui est là : ${here} dans ce projet, ${online} en ligne`,
  here: 'Ici',
  online: 'En ligne',
}
export default french
