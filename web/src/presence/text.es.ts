import type { PresenceText } from './text.ts'

const spanish: PresenceText = {
  title: 'Quién está aquí',
  summary: (here, online) => `Quién está aquí: ${here} en este proyecto, ${online} en línea`,
  here: 'Aquí',
  online: 'En línea',
}
export default spanish
